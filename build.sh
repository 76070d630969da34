#!/usr/bin/env bash
# The one entry to building, running and testing Cairn: ./build.sh help
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly STATICCHECK=honnef.co/go/tools/cmd/staticcheck@v0.8.2 # pinned: a new release must not fail an old commit
readonly GO_TEST_TIMEOUT=30m                                   # one package, on a slow machine with -race
# Tests in browsers at once. More of them starve each other: nine end-to-end tests took 117 s of processor time with six
# at once and 54 with two, on two processors that did other work besides. A full run with three, and three packages, took
# over 960 s on an otherwise idle machine, and one with two and two 755.
readonly E2E_AT_ONCE=2 PAGES_AT_ONCE=2 AGAIN_AT_MOST=3
# Tests in browsers that only --full runs, of 1,300 s of processor time some 560: hostile and very large pages, kills at
# every step, other programs and versions, second forms of promises that another test shows, and searches for secrets
# where a mechanism is off, which prove that tests find what they seek.
readonly ONLY_FULL='^Test(HostilePages|DescriptionsStayShortOnHostilePages|HostileNamesStayText|PagesThatGiveTooMuch'\
'|AnyPageIsDescribedWithinTheBudget|TheMapOfALargeSite|RunsThatAreKilled|NoWayLeadsAnAgentToCairnsOwnPort'\
'|OnlyDoneSessionsAreOfferedAsDone|EnterOfPeopleAndAgentsIsRemembered|ALostKeyOfNamesCostsNothingElse|Carrying'\
'|GatewayRunsFlowsThroughDevTools|GatewayRunsSelectInListsMarkedByClass|FieldsOfEveryKind|WhatGoesWrongIsDistinguished|VerbsOfAnotherDriver|EditsGoBothWays'\
'|AnEncryptedCopyInTheBrowserSaysNothing|ARedirectWhileAPageLoadsCountsAsItsLoad|AnExportedTestRuns'\
'|AnApplicationThatChangesItsAddress|NothingJumps|TextMayBeTwiceAsLarge|ExtensionsOfOtherVersionsLink|UBlockOriginUnderTest'\
'|MemoryWorksOnAnApplicationWeDidNotWrite|AFlowRunsInPlaywright|AnotherDriverTeachesAgents|DriftingPages'\
'|APersonContinuesARunInThePanel|ADialogThatOpensUnseen|CanariesAreFoundWithoutRedaction'\
'|WhatAPersonTypedIsFoundWithoutTheMechanism|NamesThatWereOnlySeenAreFoundWhereAllAreKept|AKnownTaskRunsOnChangedPages)$'\
'|^TestTheStoreKeepsItsPromises$/./^encrypted$|^TestTheExtensionsCoreAnswersAsTheCompanionsDoes$/^full$'\
'|^TestRunsOnPagesThatChanged$/^with_(new-ids|new-texts|cookies|notice|slow|lazy)$'
readonly GOVULNCHECK=golang.org/x/vuln/cmd/govulncheck@v1.1.4
readonly ACTIONLINT=github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
readonly SIM_SEEDS=1000 # 5 s of one processor; each planted fault is found within 1,000, and soak plays a million
readonly NODE_MAJOR=20
readonly WASM=extension/core/core.wasm
readonly E2E='companion/e2e' PAGES='extension/(contenttest|coretest|paneltest|smoketest)'
readonly IN_BROWSERS="$E2E|$PAGES" # packages that -short leaves out, nearly or wholly
# Packages that ./build.sh test --full does not give to the race detector, with which the others take 330 s of processor
# time: these have no goroutines, drive browsers, or go over 100,000 texts.
# Package main is another: its transcripts start the command hundreds of times. soak races the simulation.
readonly UNRACED='companion/(console|e2e|eval.*|flowfile|home.*|install|mcptools|packaging|profile|setup|sim|version)'
# Tests that -short makes short or leaves out, and that keep one goroutine busy. They run in full without race detector,
# with which they take three times the processor time: those of store 55 s instead of 18.
readonly LONG_IN='cairn/companion/store cairn/companion/memory cairn/companion/runner'
readonly LONG='^Test(PowerCutsLoseNothing|EveryFlippedBit|SalvageKeeps|KilledStoreHas|KilledAmidEncrypting|AnEqualOfWhatWent|AStartFromSegments)'
# Garbage that compilers and staticcheck may leave: with the usual 100, they take a third more processor time. Programs
# under test do not get it: the daemon sets its own.
readonly GARBAGE=400
readonly SOURCES=(companion extension shared testdata wasm)

help() {
  cat <<'HELP'
./build.sh run [args]    build all, start the companion and a browser that remembers; Ctrl-C ends both
./build.sh demo          a task on the bundled sample wallet without and with memory, side by side
./build.sh test          format, vet, staticcheck, JavaScript types and tests, Go tests with real Chromium
./build.sh test --quick  the same in a minute and a half, for while you work: without browsers, staticcheck
                         and simulation of 1,000 seeds, and with shorter forms of long tests
./build.sh test --full   the same with all tests in browsers, the race detector, staticcheck for tests as well, known
                         vulnerabilities, and GitHub workflows
./build.sh release [--out DIR] [--only linux/amd64,…] [--check]
                         archives, packages and lists of package managers of this commit, into dist/release; --check makes them
                         in two directories and compares every byte
./build.sh build         bin/cairn (one static binary) and dist/extension/ (for "Load unpacked"); in a read-only checkout, or with
                         CAIRN_OUT=DIR, below another directory
./build.sh bench [name]  benchmarks; "core" is the Wasm core, in Node and Chromium, "panel" the panel in Chromium, "gateway"
                         another driver with and without Cairn before it, "search" is search
                         beside other engines (then --quick for 10,000 steps alone, or sizes: 1000,10000), "quality" is
                         suggestions and search beside baselines, on the recorded sets of ../shared (or QUALITY_SETS) and on
                         generated stores (then their steps: 1000,10000), "load" a daemon under the load that is promised
                         (then how long: 60s), "value" what memory is worth to an agent on five applications, "eyes" what
                         a reader of descriptions can name on 63 applications and pages, beside other drivers, and which of
                         their visible controls are listed and reached, "flows" how
                         known tasks run again on 45 applications and on changed pages (two hours;
                         FLOWS=pattern of application/task, FLOWS_PARTS=run2,params,next,words,siblings,drifts,repairs,peers,
                         FLOWS_DRIFTS=pattern, FLOWS_OUT=file for each result, FLOWS_KEEP=directory for the sessions); other names are patterns for go test -bench
./build.sh fuzz [time]   every fuzz target for this long each (default 20s)
./build.sh soak [seeds [kills [cuts]]]
                         play the simulation of store and link (default 1000000 seeds: over an hour), kill recorders
                         (10000), service worker and offscreen document (100 each), let three browsers learn from each
                         other, put companion and browser to sleep for longer than the link lives, and cut the power under recorders (250 for each file system;
                         needs root and loop devices), kill a team's server (200) and cut its power (20)
./build.sh skew [commit] this build's extension beside the companion of another version (default: the newest release), and the
                         reverse
./build.sh conformance   the official MCP tools against both transports: conformance suite and inspector (fetched by npx)
./build.sh gen           generated files: after a change to shared/wire or shared/types
./build.sh update [pkg]  golden files of all packages, or of the given ones (go test with -update); then read git diff
./build.sh shots         pictures of every page of the extension, in both themes, into .cache/shots
./build.sh deps          install what is missing, or say how
./build.sh clean         remove what was built
./build.sh help          this

bin/cairn help says what the binary can do. CAIRN_CHROMIUM names another browser to use.
HELP
}

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'; else bold='' red='' plain=''; fi

say() { printf '%s==> %s%s\n' "$bold" "$*" "$plain"; }

die() {
  printf '%sbuild.sh: %s%s\n' "$red" "$1" "$plain" >&2
  shift
  (($#)) && printf '  %s\n' "$@" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

deps() {
  deps_go
  deps_chromium
  deps_ublock
  deps_node
  say "Go modules"
  go mod download
}

# usual_go puts Go on PATH if it is installed where installers leave it.
usual_go() {
  have go && return
  local dir
  for dir in "${HOME:-/}"/sdk/go*/bin "${HOME:-/}/go/bin" /usr/local/go/bin /usr/lib/go/bin /opt/homebrew/bin /snap/bin; do
    if [[ -x $dir/go ]]; then
      PATH=$PATH:$dir
      return
    fi
  done
}

deps_go() {
  usual_go
  have go || die "Go is missing" "install Go $(go_wanted) or later: https://go.dev/dl/"
  # From 1.21 on, Go fetches the toolchain that go.mod asks for by itself.
  go version >/dev/null || die "Go $(go_wanted) is needed" "install it: https://go.dev/dl/"
  # Builds, vet and tests compile alike, wherever the checkout lies: what one of them
  # compiled, the others find in Go's build cache. Go's stamp of the commit is left out, because
  # git refuses to read another user's checkout, and version() states the commit.
  export CGO_ENABLED=0 GOFLAGS
  GOFLAGS="$(go env GOFLAGS | sed 's/ *-trimpath//; s/ *-buildvcs=[a-z]*//') -trimpath -buildvcs=false"
}

go_wanted() { awk '$1 == "go" { print $2 }' go.mod; }

deps_chromium() {
  find_chromium && return
  if on_debian_as_root; then
    apt_install "Chromium" chromium
  else
    die "Chromium is missing" "$(install_command chromium)" "or name one: export CAIRN_CHROMIUM=/path/to/chromium"
  fi
}

# deps_ublock installs what one end-to-end test needs, which is left out elsewhere.
deps_ublock() {
  [[ -d /usr/share/chromium/extensions/ublock-origin ]] && return
  if on_debian_as_root; then
    apt_install "uBlock Origin, an extension to test" webext-ublock-origin-chromium || say "uBlock Origin cannot be installed: its test is left out"
  else
    say "uBlock Origin is not installed: its test is left out"
  fi
}

# find_chromium looks where companion/chromium looks.
find_chromium() {
  local candidate
  if [[ -n ${CAIRN_CHROMIUM:-} ]]; then
    have "$CAIRN_CHROMIUM" || die "CAIRN_CHROMIUM names $CAIRN_CHROMIUM, which cannot be run" "unset it or name a Chromium"
    return
  fi
  for candidate in /usr/lib/chromium/chromium chromium chromium-browser /usr/lib64/chromium-browser/chromium-browser \
    /Applications/Chromium.app/Contents/MacOS/Chromium \
    "/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"; do
    have "$candidate" && return
  done
  return 1
}

# Node checks and tests the extension's JavaScript; building and running do
# without it.
deps_node() {
  if ! have node || ! have npm; then
    on_debian_as_root || die "Node.js is missing (the tests need $NODE_MAJOR or later)" "$(install_command nodejs npm)"
    apt_install "Node.js" nodejs npm
  fi
  local major
  major=$(node -p 'process.versions.node.split(".")[0]')
  ((major >= NODE_MAJOR)) || die "Node.js $major is too old, $NODE_MAJOR or later is needed" "https://nodejs.org/en/download"
  if [[ ! extension/node_modules/.package-lock.json -nt extension/package-lock.json ]]; then
    say "JavaScript type checker (npm ci)"
    (cd extension && npm ci --no-audit --no-fund --loglevel=error)
    touch extension/node_modules/.package-lock.json
  fi
}

on_debian_as_root() { [[ $(id -u) == 0 ]] && have apt-get; }

apt_install() {
  local what=$1
  shift
  say "$what (apt-get install $*)"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# install_command says how this machine's user gets Debian packages or what
# corresponds to them.
install_command() {
  if have apt-get; then echo "sudo apt-get install $*"
  elif have dnf; then echo "sudo dnf install $*"
  elif have pacman; then echo "sudo pacman -S $*"
  elif have brew; then echo "brew install ${*/nodejs npm/node}"
  else echo "install with your system's package manager: $*"; fi
}

# out is the directory that builds write to: the checkout, or another where that is
# read-only or CAIRN_OUT names one.
out=.

place() {
  [[ -n ${CAIRN_OUT:-} || ! -w . || ! -w extension/core ]] || return 0
  out=${CAIRN_OUT:-${XDG_CACHE_HOME:-${HOME:?set HOME or CAIRN_OUT}/.cache}/cairn-build}
  mkdir -p "$out" || die "$out cannot be written" "name a directory of yours: CAIRN_OUT=DIR ./build.sh"
  out=$(cd "$out" && pwd)
  say "building into $out"
}

build() {
  local wasm=$WASM
  deps_go
  place
  [[ $out == . ]] || wasm=$out/core.wasm
  say "Wasm core"
  # Much of the companion is compiled meanwhile: a linker keeps one processor busy.
  go build ./companion/{bridge,mcptools,pilot,store} &
  GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -ldflags='-s -w' -o "$wasm" ./wasm
  wait "$!"
  mkdir -p "$out/dist"
  say "extension: $out/dist/extension"
  if [[ $out == . ]]; then
    go run ./extension/pack dist/extension
  else
    printf '{"Replace": {"%s": "%s"}}\n' "$PWD/$WASM" "$wasm" >"$out/dist/core.json"
    go run -overlay "$out/dist/core.json" ./extension/pack "$out/dist/extension"
  fi
  say "companion: $out/bin/cairn"
  go build -overlay "$(packed_core "$wasm")" -ldflags="-s -w -X cairn/companion/version.Commit=$(version) -X cairn/companion/version.Date=$(commit_date)" -o "$out/bin/cairn$(go env GOEXE)" ./companion
}

# packed_core has the binary hold the Wasm core compressed: it is 8 MB smaller then.
packed_core() {
  local wasm=${1:-$WASM} dist=$PWD/dist
  [[ $out == . ]] || dist=$out/dist
  gzip -9nc "$wasm" >"$dist/core.wasm.gz"
  printf '{"Replace": {"%s": "", "%s.gz": "%s"}}\n' "$PWD/$WASM" "$PWD/$WASM" "$dist/core.wasm.gz" >"$dist/overlay.json"
  echo "$dist/overlay.json"
}

# commit_date is the day of the commit, which two builds of it share.
commit_date() { git show -s --format=%cs HEAD 2>/dev/null || true; }

# release makes what is published: see companion/packaging.
release() {
  source companion/packaging/release.sh
  make_release "$@"
}

version() { git describe --tags --always --dirty 2>/dev/null || echo dev; }

run() {
  deps_chromium
  build
  exec "$out/bin/cairn" run "$@"
}

demo() {
  deps_chromium
  build
  exec "$out/bin/cairn" demo "$@"
}

failed=()

# check runs one part of the tests and goes on whatever comes of it, so that
# one run shows everything that is wrong.
check() {
  local name=$1 start=$SECONDS
  shift
  say "$name"
  if "$@"; then
    ((SECONDS - start < 2)) || echo "    $((SECONDS - start)) s"
  else
    failed+=("$name")
    printf '%s    failed: %s%s\n' "$red" "$name" "$plain"
  fi
}

run_tests() {
  local start=$SECONDS full=''
  case ${*:-} in
    '') ;;
    --quick | -quick) run_quick_tests ;;
    --full | -full) full=1 ;;
    *) die "test takes --quick, --full or nothing, not: $*" "test one package with: go test ./companion/store" ;;
  esac
  deps
  check "build" env GOGC=$GARBAGE ./build.sh build
  ((${#failed[@]})) && summary "$start"
  check "gofmt" gofmt_clean
  # Before the tests in browsers, although those take longest: these compile with all processors what they need. Begun
  # together, both would compile it.
  check "compile tests" compile_tests
  check "go vet" env GOGC=$GARBAGE go vet ./... ./testdata/golden
  begin_browser_tests
  check "go vet, as WebAssembly" vet_wasm
  check "staticcheck" env GOGC=$GARBAGE go run "$STATICCHECK" "-tests=${full:-0}" ./... # tests take it 52 s of processor time
  [[ -z $full ]] || check "GitHub workflows" go run "$ACTIONLINT" -shellcheck= -pyflakes= # which not every machine has
  check "JavaScript types" npm --prefix extension run --silent check
  check "JavaScript tests" node_tests
  check "Go tests" go_tests
  check "simulation" go test -vet=off ./companion/sim -v -args -seeds "$SIM_SEEDS"
  [[ -z $full ]] || check "known vulnerabilities" vulnerabilities
  check "tests in browsers" end_browser_tests
  summary "$start"
}

# run_quick_tests needs no browser and ends the run.
run_quick_tests() {
  local start=$SECONDS
  deps_go
  deps_node
  check "build" env GOGC=$GARBAGE ./build.sh build
  ((${#failed[@]})) && summary "$start"
  check "gofmt" gofmt_clean
  check "go vet" env GOGC=$GARBAGE go vet ./...
  check "JavaScript types" npm --prefix extension run --silent check
  check "JavaScript tests" node_tests
  # shellcheck disable=SC2046 # one word a package
  check "Go tests, their short forms" go test -short -vet=off $(packages | grep -vE "/($IN_BROWSERS)\$")
  say "left out: tests in browsers, staticcheck, simulation (./build.sh test has them)"
  summary "$start"
  exit
}

# packages are those that hold tests; below testdata, go list finds none by itself.
packages() { go list ./... ./testdata/golden ./testdata/stores/... ./testdata/bench/...; }

# summary is the last line of a test run, and its exit status.
summary() {
  local took=$((SECONDS - $1))
  if ((${#failed[@]})); then
    say "FAILED in $took s: $(join ', ' "${failed[@]}")"
    exit 1
  fi
  say "all tests passed in $took s"
}

# compile_tests leaves the compiled tests in Go's build cache, where go test finds them. go test itself cannot be given
# GARBAGE: the programs under test would get it, too.
compile_tests() { packages | GOGC=$GARBAGE xargs go list -export -test >/dev/null; }

gofmt_clean() {
  local files
  files=$(gofmt -l "${SOURCES[@]}")
  [[ -z $files ]] || { echo "not formatted, run gofmt -w on:" "$files" >&2; return 1; }
}

# vet_wasm names the one file that only WebAssembly has: all others are checked as they are natively.
vet_wasm() { GOOS=wasip1 GOARCH=wasm go vet wasm/main.go; }

node_tests() {
  local files
  shopt -s nullglob
  files=(extension/test/*.test.js)
  shopt -u nullglob
  # V8 need not optimise the core, which answers a few questions in each test.
  node --liftoff-only --test --test-reporter=spec "${files[@]}"
}

# vulnerabilities asks the Go vulnerability database, or a copy that GOVULNDB names
# (a directory of golang/vulndb's data/osv as file:///…), where it can be reached:
# a machine without a network must be able to test.
vulnerabilities() {
  local db=${GOVULNDB:-https://vuln.go.dev}
  if [[ $db == http* ]] && ! curl -fsS -m 10 -o /dev/null "$db/index/db.json" 2>/dev/null; then
    echo "    $db cannot be reached: not checked"
    return
  fi
  go run "$GOVULNCHECK" -test -db "$db" ./...
}

# begin_browser_tests starts the tests that drive whole browsers, in the background.
# They take as long as all others together and mostly wait, so they begin before
# anything else and run beside it. A line for each package shows how far they are.
begin_browser_tests() {
  browser_logs=$(mktemp -d)
  in_browsers "$E2E_AT_ONCE" e2e "$E2E" &
  browser_pids=("$!")
  in_browsers "$PAGES_AT_ONCE" pages "$PAGES" &
  browser_pids+=("$!")
}

in_browsers() {
  local skipped=$ONLY_FULL
  [[ -z $full ]] || skipped='^$'
  # shellcheck disable=SC2046 # one word a package
  go test -p 1 -parallel "$1" -skip "$skipped" -vet=off -timeout "$GO_TEST_TIMEOUT" $(packages | grep -E "/($3)\$") 2>&1 |
    tee "$browser_logs/$2" | grep --line-buffered -E '^(ok|FAIL)\s+cairn'
}

# end_browser_tests waits for them, and shows what failed and did so again alone.
end_browser_tests() {
  local pid status=0
  for pid in "${browser_pids[@]}"; do wait "$pid" || status=1; done
  if ((status)) && again_alone "" "$browser_logs"/*; then status=0; fi
  ((status == 0)) || cat "$browser_logs"/*
  rm -rf "$browser_logs"
  return "$status"
}

# again_alone FLAGS LOGS runs the failed tests of the logs once more, one at a time, and
# fails if one fails again. Ten browsers on two processors now and then starve a test; a
# defect fails twice. More than AGAIN_AT_MOST failures, a crash, a data race or a time
# limit are not retried.
again_alone() {
  local flags=$1 pkg tests count
  shift
  grep -qE '^(panic:|fatal error:|signal:|WARNING: DATA RACE)' "$@" && return 1
  count=$(cat "$@" | grep -c '^--- FAIL: ')
  ((count >= 1 && count <= AGAIN_AT_MOST)) || return 1
  while read -r pkg tests; do
    [[ -n $tests ]] || return 1 # the package failed, not a test
    echo "    failed beside the others, once more alone: $tests of $pkg"
    # shellcheck disable=SC2086 # one word a flag
    go test $flags -count=1 -parallel 1 -vet=off -timeout "$GO_TEST_TIMEOUT" -run "^($tests)\$" "$pkg" </dev/null || return 1
    echo "    UNRELIABLE, passed alone: $tests"
  done < <(cat "$@" | awk '/^--- FAIL: / { tests = tests (tests ? "|" : "") $3 }
    /^FAIL\tcairn/ { print $2, last == "FAIL" ? tests : ""; tests = "" } { last = $0 }')
  cat "$@" | awk '/^[^ ]/ { failure = /^--- FAIL: / } failure { print "    | " $0 }'
}

# go_tests shows what go test says as it is, so that any reader of it can read.
# go vet has been run over everything before.
go_tests() {
  local status=0 others raced=''
  others=$(packages | grep -vE "/($IN_BROWSERS)\$")
  [[ -z $full ]] || raced=$(grep '^cairn/companion/' <<<"$others" | grep -vE "/($UNRACED)\$" | sort -r) # store, the longest, first
  if [[ -n $raced ]]; then
    race_tests "$raced" || status=1
    others=$(grep -vxF "$raced" <<<"$others")
  fi
  # sim is tested after them, with a number of seeds.
  # shellcheck disable=SC2046 # one word a package
  go_test_again "" $(grep -v '/companion/sim$' <<<"$others") || status=1
  return "$status"
}

# race_tests PACKAGES tests them with the race detector, and those tests without it that -short leaves out.
race_tests() {
  local status=0
  if ! have "$(go env CC)"; then
    echo "    no C compiler ($(go env CC)): testing without the race detector"
    # shellcheck disable=SC2086 # one word a package
    go_test_again "" $1
    return
  fi
  # shellcheck disable=SC2086 # one word a package
  GOGC=$GARBAGE CGO_ENABLED=1 go build -race $1 || return 1
  # shellcheck disable=SC2086 # one word a package
  CGO_ENABLED=1 go_test_again "-race -short" $1 || status=1
  # shellcheck disable=SC2086 # one word a package
  go_test_again "-run $LONG" $LONG_IN || status=1
  return "$status"
}

# go_test_again FLAGS PACKAGES tests packages, and once more alone those tests that fail.
go_test_again() {
  local flags=$1 log status=0
  shift
  log=$(mktemp)
  # shellcheck disable=SC2086 # one word a flag
  go test -p 2 $flags -vet=off -timeout "$GO_TEST_TIMEOUT" "$@" 2>&1 | tee "$log" || status=1
  if ((status)) && again_alone "$flags" "$log"; then status=0; fi
  rm -f "$log"
  return "$status"
}

join() {
  local separator=$1 out=$2
  shift 2
  printf '%s' "$out" "${@/#/$separator}"
}

fuzz() {
  local time=${1:-20s} file pkg target
  deps_go
  while IFS=: read -r file target; do
    pkg=./$(dirname "$file")
    check "$pkg $target" go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$pkg"
  done < <(grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' "${SOURCES[@]}" | sed 's/:func /:/')
  ((${#failed[@]} == 0)) || die "found by fuzzing: $(join ', ' "${failed[@]}")"
}

soak() {
  deps_go
  deps_chromium
  say "simulation"
  check "simulation, with the race detector" env CGO_ENABLED=1 go test -race ./companion/sim
  check "simulation" go test ./companion/sim -run NothingIsLost -timeout 0 -v -args -seeds "${1:-1000000}"
  check "kills" go test ./companion/store -run Killed -timeout 0 -v -args -kills "${2:-10000}"
  check "deaths in a browser" go test ./companion/e2e -run NothingIsLostWhenEverythingDies -timeout 0 -v -args -deaths 100
  check "kills of runs" go test ./companion/e2e -run RunsThatAreKilled -timeout 0 -v -args -every-kill
  check "several browsers" go test ./companion/e2e -run BrowsersLearn -timeout 0 -v -args -browsers 3
  check "sleep" go test ./companion/e2e -run SleepLosesNothing -timeout 0 -v -args -asleep 75s
  check "power cuts" go test ./companion/store -run LoopImages -timeout 0 -v -args -cuts "${3:-250}"
  local encrypt
  for encrypt in false true; do
    check "kills of a team's server, encrypt=$encrypt" go test ./companion/team -run OutliveKills -timeout 0 -v -args -kills 200 -encrypt=$encrypt
    check "three servers of a team, encrypt=$encrypt" go test ./companion/team -run "ACluster|DeletedBytesLeave" -timeout 0 -v -args -kills 200 -encrypt=$encrypt
    check "power cuts of a team's server, encrypt=$encrypt" go test ./companion/team -run OutlivePowerCuts -timeout 0 -v -args -cuts 20 -encrypt=$encrypt
  done
  ((${#failed[@]} == 0)) || die "found by soaking: $(join ', ' "${failed[@]}")"
}

# skew tests this build beside that of another commit, by default the newest release.
skew() {
  local commit=${1:-$(git describe --tags --abbrev=0 2>/dev/null)} dir
  [[ -n $commit ]] || die "no version is released yet" "name a commit: ./build.sh skew COMMIT"
  deps_go
  deps_chromium
  dir=$PWD/.cache/skew
  git worktree remove --force "$dir" 2>/dev/null || true
  git worktree add --detach "$dir" "$commit"
  "$dir/build.sh" build
  check "this version and $commit" go test ./companion/e2e -count=1 -run '^TestAnotherBuildLinks$' -v -args -other "$dir/bin/cairn"
  git worktree remove --force "$dir"
  ((${#failed[@]} == 0)) || die "this version does not work with $commit"
}

bench() {
  local name=${1:-all}
  if [[ $name == quality ]]; then
    deps_go
    say "suggestions and search beside baselines"
    go test ./companion/eval -count=1 -run '^TestLab$' -timeout 0 -v -args -stores "${2:-1000,10000,100000}" quality "$(realpath "${QUALITY_SETS:-../shared}")"
    return
  fi
  build
  if [[ $name == search ]]; then
    say "search beside other engines"
    deps_node
    node extension/test/bench/search/run.js "${@:2}"
    return
  fi
  if [[ $name == load ]]; then
    say "a daemon under load"
    go test ./companion/e2e -count=1 -run '^TestLoad$' -timeout 0 -v -args -load "${2:-30s}"
    return
  fi
  if [[ $name == value ]]; then
    say "an agent that knows no page, with and without memory"
    deps_chromium
    deps_node
    go test ./companion/e2e -run '^$' -bench '^BenchmarkValue$' -benchtime 1x
    return
  fi
  if [[ $name == eyes ]]; then
    say "descriptions, and flows by keyboard, hover and drag, on applications that are installed with npm"
    deps_chromium
    deps_node
    go test ./companion/e2e -run '^$' -bench '^Benchmark(Eyes|EyeControls|EyeHandles|Peers|Hands)$' -benchtime 1x -timeout 0
    say "names beside those of Chromium's accessibility tree"
    go test ./extension/contenttest -count=1 -run '^TestNamesAsTheBrowserDoes$' -v | grep 'agree'
    return
  fi
  if [[ $name == flows ]]; then
    say "known tasks run again by themselves, on applications as they were and as they changed, beside other players of recordings"
    deps_chromium
    deps_node
    go test ./companion/e2e -run '^$' -bench '^BenchmarkFlows$' -benchtime 1x -timeout 0
    return
  fi
  if [[ $name == gateway ]]; then
    say "each driver with and without the gateway, in more than 500 calls; and tasks of applications, the first time, again and as flows"
    deps_chromium
    deps_node
    go test ./companion/e2e -run '^$' -bench '^BenchmarkGateway(Flows)?$' -benchtime 1x -timeout 0
    go test ./companion/gateway -run '^$' -bench '^BenchmarkAnswer$' -benchtime 1x
    return
  fi
  if [[ $name == panel ]]; then
    say "the panel in Chromium, with 10,000 steps"
    deps_chromium
    go test ./extension/paneltest -run '^$' -bench '^BenchmarkPanel$' -benchtime 1x
    return
  fi
  if [[ $name == core || $name == all ]]; then
    say "Wasm core: size, start, speed against native"
    have node || die "Node.js is missing" "$(install_command nodejs npm)"
    node extension/test/bench/core.js
  fi
  if [[ $name == core ]]; then
    say "prior knowledge: Wasm against native, with 10,000 and 100,000 steps"
    node extension/test/bench/prior/prior.js
    say "Wasm core in Chromium: first start, and with 10,000 steps from segments"
    deps_chromium
    go test ./extension/coretest -run '^$' -bench . -benchtime 1x
  fi
  if [[ $name != core ]]; then
    local pattern=$name
    [[ $name == all ]] && pattern=.
    say "go test -bench $pattern"
    go test -run '^$' -bench "$pattern" -benchmem ./...
  fi
}

conformance() {
  build
  deps_node
  node companion/e2e/conformance.mjs "$PWD/bin/cairn"
}

gen() {
  deps_go
  say "generated files"
  go generate ./...
  go test ./shared/wire -run TestFramesStayAsTheyAre -update >/dev/null
  git status --short -- extension testdata
}

# update writes golden files: packages that import testdata/golden take -update.
update() {
  deps_go
  (($#)) || set -- $(go list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... | awk '/cairn\/testdata\/golden/ { print $1 }')
  say "golden files"
  go test "$@" -update
  git status --short
}

shots() {
  build
  say "pictures: .cache/shots"
  go test ./extension/paneltest -count=1 -run '^TestShots$' -shots "$PWD/.cache/shots"
}

clean() {
  rm -rf bin dist .cache "$WASM" extension/node_modules
}

verb=${1:-help}
(($#)) && shift
case $verb in
  help | -h | --help) help ;;
  deps | build | release | run | demo | fuzz | soak | skew | bench | gen | update | shots | conformance | clean) "$verb" "$@" ;;
  test) run_tests "$@" ;;
  *)
    help >&2
    die "there is no verb \"$verb\""
    ;;
esac
