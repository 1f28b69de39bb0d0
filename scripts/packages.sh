# shellcheck shell=bash
# The Debian and Ubuntu packages that Hilltop needs, and how the missing ones are installed.
# Sourced by ./hilltop and ./check, with `set -euo pipefail` on. Everything is said to stderr.
#
# An entry is a package, or package:command where that command from anywhere else does as well.

# shellcheck disable=SC2034  # used where this is sourced
build_packages=(
  build-essential:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config
  libcli11-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev librandom123-dev libsodium-dev
  libsqlite3-dev libsqlitecpp-dev libutf8proc-dev
)
# shellcheck disable=SC2034
test_packages=(
  libgtest-dev librapidcheck-dev libbenchmark-dev
  default-jdk-headless:javac nodejs:node node-typescript:tsc python3:python3
  git:git shellcheck:shellcheck tmux:tmux sgf2dg:sgf2dg zsh:zsh fish:fish groff-base:groff
)
# What scripts/release needs to make packages, with the SDK for Java in them.
# shellcheck disable=SC2034
release_packages=(
  dpkg-dev:dpkg-shlibdeps file:file xz-utils:xz git:git default-jdk-headless:javac
)
# Ubuntu has no such package: there the tests that need a browser are skipped where none is.
grep -qs '^ID=ubuntu' /etc/os-release || test_packages+=(chromium:chromium)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# missing_packages ENTRY… — prints the packages that are not there, one a line.
missing_packages() {
  local entry package
  for entry in "$@"; do
    package=${entry%%:*}
    if [[ $entry == *:* ]] && command -v "${entry#*:}" >/dev/null; then continue; fi
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      printf '%s\n' "$package"
  done
}

as_root() { if ((EUID == 0)); then "$@" >&2; else sudo "$@" >&2; fi; }

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --quiet --no-install-recommends "$@" </dev/null
}

# known_to_apt PACKAGE… — whether apt has a candidate for each, as its lists are now.
known_to_apt() {
  local package
  for package in "$@"; do
    [[ $(LC_ALL=C apt-cache policy "$package" 2>/dev/null) == *"Candidate: "[0-9]* ]] || return 1
  done
}

# install_missing ENTRY… — returns 0 if everything is there now; `installed` tells how many
# packages had to be fetched.
install_missing() {
  local -a missing
  installed=0
  if ! command -v dpkg-query >/dev/null; then
    say "no dpkg here: the packages cannot be checked (they are listed in scripts/packages.sh)"
    return 0
  fi
  mapfile -t missing < <(missing_packages "$@")
  installed=${#missing[@]}
  ((installed > 0)) || return 0
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    say "packages are missing, and there is no sudo here; run as root: apt-get install ${missing[*]}"
    return 1
  fi
  say "installing ${missing[*]}$( ((EUID == 0)) || printf ' (with sudo)')"
  # Lists that are too old name files that are gone: then they are fetched again.
  if known_to_apt "${missing[@]}" && apt_install "${missing[@]}"; then return 0; fi
  as_root apt-get update --quiet </dev/null && apt_install "${missing[@]}" && return 0
  say "apt could not install: ${missing[*]}"
  return 1
}
