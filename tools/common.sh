# What the scripts in tools/ share. Sourced by bash after `set -eu`.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
unpacked=$top/build/unpacked

say() { printf '%s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# as_root WHY COMMAND...: runs it as root, through sudo when need be.
as_root() {
  local why=$1
  shift
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    say "This needs root, through sudo: $why" >&2
    sudo "$@"
  else
    die "$why needs root: run this as root, or install sudo"
  fi
}

# packages LIST...: the package names in tools/packages/LIST.
packages() {
  local list
  for list; do grep -v '^#' "$top/tools/packages/$list"; done | sort -u
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# step NAME COMMAND...: runs it, prints how long it took; its output goes to build/logs/NAME.log and
# is shown when it fails. The summary at the end names every step.
steps=()
step() {
  local name=$1 log=$top/build/logs/${1//[^a-z0-9-]/-}.log begin=$SECONDS status=0
  shift
  mkdir -p "$top/build/logs"
  printf '%-34s' "$name ..."
  "$@" >"$log" 2>&1 || status=$?
  local line
  line=$(printf '%4d s' $((SECONDS - begin)))
  if [ "$status" = 0 ]; then
    say "$line"
  else
    say "$line  FAILED ($status)"
    tail -n 100 "$log"
    say "The whole output: ${log#"$top"/}"
  fi
  steps+=("$line  $name$([ "$status" = 0 ] || echo '  FAILED')")
  return "$status"
}
