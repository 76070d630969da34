class Cairn < Formula
  desc "{{.Summary}}"
  homepage "{{.Repository}}"
  version "{{.Number}}"
  license "{{.License}}"

  on_macos do
    on_arm do
      url "{{.darwin_arm64.URL}}"
      sha256 "{{.darwin_arm64.Sum}}"
    end
    on_intel do
      url "{{.darwin_amd64.URL}}"
      sha256 "{{.darwin_amd64.Sum}}"
    end
  end

  on_linux do
    on_arm do
      url "{{.linux_arm64.URL}}"
      sha256 "{{.linux_arm64.Sum}}"
    end
    on_intel do
      url "{{.linux_amd64.URL}}"
      sha256 "{{.linux_amd64.Sum}}"
    end
  end

  def install
    bin.install "cairn"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/cairn.bash" => "cairn"
    zsh_completion.install "completions/cairn.zsh" => "_cairn"
    fish_completion.install "completions/cairn.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/cairn --version")
  end
end
