# shellcheck shell=bash disable=SC2154
# ./build.sh release: sourced by build.sh, whose functions it uses.

readonly NFPM=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0 # 2.48 needs modules that the proxy does not have

# release makes what is published. The same commit gives the same bytes anywhere.
make_release() {
  local into=dist/release only='' check='' publish='' overlay docs shell
  while (($#)); do
    case $1 in
      --out) into=${2:?--out needs a directory}; shift ;;
      --only) only=${2?--only needs platforms}; shift ;;
      --check) check=1 ;;
      --publish) publish=1 ;;
      *) die "release knows no $1" "./build.sh help" ;;
    esac
    shift
  done
  deps_go
  if [[ -n $publish ]]; then
    [[ $(git describe --tags --exact-match 2>/dev/null) == "v$(manifest_version)" ]] || die "the tag of this commit is not v$(manifest_version)" "set the version in extension/manifest.json, or the tag"
    ! grep -q 'Repository = .*OWNER' companion/version/version.go || die "the address of the project is not set" "set Repository in companion/version/version.go"
  fi
  if [[ -n $check ]]; then
    check_release "$only"
    return
  fi
  mkdir -p "$into"
  [[ -z $(ls -A "$into") || -e $into/SHA256SUMS ]] || die "$into holds something else" "name an empty directory: --out DIR"
  rm -rf "${into:?}"/*
  say "Wasm core"
  GOOS=wasip1 GOARCH=wasm CGO_ENABLED=0 go build -buildmode=c-shared -trimpath -buildvcs=false -ldflags='-s -w' -o "$WASM" ./wasm
  mkdir -p dist
  overlay=$(packed_core)
  say "manual pages and completions"
  docs=$(mktemp -d)
  go build -o "$docs/cairn" ./companion
  SOURCE_DATE_EPOCH=$(git show -s --format=%ct HEAD) "$docs/cairn" man "$docs/man" >/dev/null
  mkdir "$docs/completions"
  for shell in bash zsh fish powershell; do "$docs/cairn" completion "$shell" >"$docs/completions/cairn.$shell"; done
  rm "$docs/cairn"
  say "release $(manifest_version): $into"
  go run ./companion/packaging --out "$into" --only "$only" --commit "$(git rev-parse --short=12 HEAD)" --date "$(git show -s --format=%ct HEAD)" --nfpm "$(nfpm)" --overlay "$overlay" --docs "$docs"
  rm -rf "$docs"
}

# check_release makes the release in two clones of this commit and compares them.
check_release() {
  local dir
  dir=$(mktemp -d)
  git clone -q . "$dir/one"
  git clone -q . "$dir/another place"
  (cd "$dir/one" && ./build.sh release --out "$dir/a" --only "$1")
  (cd "$dir/another place" && umask 077 && TZ=Asia/Tokyo ./build.sh release --out "$dir/b" --only "$1")
  diff -r "$dir/a" "$dir/b" || die "two releases of the same commit differ: $dir"
  say "identical: $(wc -l <"$dir/a/SHA256SUMS") files"
  rm -rf "$dir"
}

# nfpm builds the program that makes deb and rpm packages, once.
nfpm() {
  [[ -x .cache/bin/nfpm ]] || GOBIN=$PWD/.cache/bin GOFLAGS='' go install "$NFPM" >&2
  echo "$PWD/.cache/bin/nfpm"
}

manifest_version() { sed -n 's/^ *"version": "\(.*\)",$/\1/p' extension/manifest.json; }

