# shellcheck shell=bash
# Lists the Debian and Ubuntu packages that Hilltop needs and installs missing ones. Sourced by
# ./hilltop and ./check, with `set -euo pipefail` on. All output goes to stderr.
#
# An entry is a package, or package:command if that command may also come from elsewhere.

# shellcheck disable=SC2034  # used by the scripts that source this
build_packages=(
  build-essential:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config
  libcli11-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev librandom123-dev libsodium-dev
  libsqlite3-dev libsqlitecpp-dev libutf8proc-dev libedit-dev libzstd-dev liblzma-dev zlib1g-dev
  libarchive-dev prometheus-cpp-dev libpq-dev
)
# The server needs Boost 1.81; Debian 12 has an older one by default.
if grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release; then
  build_packages+=(libboost1.81-dev)
else
  build_packages+=(libboost-dev)
fi
# shellcheck disable=SC2034
test_packages=(
  libgtest-dev librapidcheck-dev libbenchmark-dev
  default-jdk-headless:javac nodejs:node npm:npm node-typescript:tsc python3:python3
  golang-go:go mono-mcs:mcs mono-runtime:mono ruby:ruby rustc ghc:ghc scala:scala mawk:mawk
  python3-jsonschema python3-numpy sqlite3:sqlite3 zstd:zstd
  git:git shellcheck:shellcheck tmux:tmux sgf2dg:sgf2dg zsh:zsh fish:fish groff-base:groff
  clang-format-19:clang-format-19 slurm-client:sbatch slurmctld slurmd munge iproute2:ip
  postgresql pgbouncer faketime:faketime librsvg2-bin:rsvg-convert
)
# What the presets asan and fuzz compile and link with.
# shellcheck disable=SC2034
clang_packages=(clang-19:clang++-19 libclang-rt-19-dev lld-19:ld.lld-19)
# Languages that are played at night, by lines or in the JVM (scripts/nightly languages).
# shellcheck disable=SC2034
night_packages=(
  gnat gfortran gawk racket fpc:fpc clojure gnucobol sbcl crystal ldc elixir erlang-base gforth
  groovy guile-3.0 icont iconx jython kotlin lua5.4 luajit newlisp nim ocaml-nox octave php-cli pike8.0
  swi-prolog-nox r-base-core rakudo regina-rexx tcl valac
)
# Packages that scripts/release needs, including the JDK for the Java SDK.
# shellcheck disable=SC2034
release_packages=(
  dpkg-dev:dpkg-shlibdeps file:file xz-utils:xz git:git default-jdk-headless:javac
)
# Ubuntu has no such package: tests that need a browser are skipped there if none is installed.
grep -qs '^ID=ubuntu' /etc/os-release || test_packages+=(chromium:chromium)
# Small fonts for pictures of the pages in Japanese and Hindi.
# shellcheck disable=SC2034
test_packages+=(fonts-vlgothic fonts-lohit-deva)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# missing_packages ENTRY… - prints the packages that are not installed, one per line.
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

# known_to_apt PACKAGE… - returns whether apt has a candidate for each in its current lists.
known_to_apt() {
  local package
  for package in "$@"; do
    [[ $(LC_ALL=C apt-cache policy "$package" 2>/dev/null) == *"Candidate: "[0-9]* ]] || return 1
  done
}

# install_missing ENTRY… - returns 0 if everything is installed afterwards; sets `installed` to the
# number of packages that were fetched.
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
  # Outdated lists name files that no longer exist: then they are updated.
  if known_to_apt "${missing[@]}" && apt_install "${missing[@]}"; then return 0; fi
  as_root apt-get update --quiet </dev/null && apt_install "${missing[@]}" && return 0
  say "apt could not install: ${missing[*]}"
  return 1
}
