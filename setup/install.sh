#!/usr/bin/env bash
# Downloads the executable of this Action's own version for the runner, refuses any whose SHA-256 is not in SHA256SUMS next to this script, and
# adds its folder to the job's PATH. Only a release tag holds SHA256SUMS.
set -euo pipefail
fail() { echo "::error::$1"; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$here/SHA256SUMS" ] || fail "this commit has no setup/SHA256SUMS: use a release tag such as v1.2.3, or its commit"
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$here/../package.json")
case "$RUNNER_OS-$RUNNER_ARCH" in
  Linux-X64) file=tierwright-linux-x64 ;;
  Linux-ARM64) file=tierwright-linux-arm64 ;;
  Windows-X64) file=tierwright-win-x64.exe ;;
  Windows-ARM64) file=tierwright-win-arm64.exe ;;
  macOS-ARM64) file=tierwright-darwin-arm64 ;;
  macOS-X64) file=tierwright-darwin-x64 ;;
  *) fail "there is no executable for $RUNNER_OS on $RUNNER_ARCH: install the package with npm instead" ;;
esac
expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $file\$/\1/p" "$here/SHA256SUMS")
[ -n "$expected" ] || fail "setup/SHA256SUMS has no line for $file"
folder="$RUNNER_TEMP/tierwright-$version"
mkdir -p "$folder"
address="$GITHUB_SERVER_URL/$SOURCE/releases/download/v$version/$file"
curl --fail --silent --show-error --location --retry 3 --output "$folder/download" "$address" || fail "$address cannot be downloaded"
found=$( (sha256sum "$folder/download" 2>/dev/null || shasum -a 256 "$folder/download") | cut -d' ' -f1)
if [ "$found" != "$expected" ]; then
  rm -f "$folder/download"
  fail "$file is damaged or another file: its SHA-256 is $found, and the release tag has $expected; nothing was installed"
fi
program="$folder/tierwright$(case "$file" in *.exe) echo .exe ;; esac)"
mv "$folder/download" "$program"
chmod 755 "$program"
"$program" --version || fail "$file does not start on this system: it needs Linux with glibc 2.28, Windows 10, Server 2016 or macOS 13.5, or newer; use a newer runner, or install the package with npm"
echo "$folder" >>"$GITHUB_PATH"
echo "path=$program" >>"$GITHUB_OUTPUT"
