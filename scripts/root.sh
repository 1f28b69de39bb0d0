# shellcheck shell=bash
# Makes clean roots of Debian releases, and runs commands in them as a container would. Sourced
# after scripts/packages.sh by scripts/clean-root and scripts/release-test, with `set -euo pipefail`
# on. A script that sources it must call work_in_scratch first.

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
root_packages=(debootstrap:debootstrap debian-archive-keyring)

# Ends the script if the machine is the cause; ctest takes these words for a skipped test.
cannot_run_here() {
  say "cannot run here: $*"
  exit 2
}

# Makes the folder $work, which is removed with the script, and the file $log in it.
work_in_scratch() {
  work=$(mktemp --directory --tmpdir="${TMPDIR:-/var/tmp}" "hilltop-${0##*/}.XXXXXX")
  log=$work/log
  trap 'end_namespaces; rm -rf --one-file-system -- "$work"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

require_rights() {
  [[ -z ${HILLTOP_CLEAN_ROOT-} ]] || cannot_run_here "this is a clean root, and one is enough"
  ((EUID == 0)) || cannot_run_here "a clean root is made by root only; try: sudo $0 …"
  command -v apt-get >/dev/null ||
    cannot_run_here "there is no apt, from whose settings the mirror is taken"
  unshare --mount --pid --fork --mount-proc true 2>/dev/null ||
    cannot_run_here "this machine lets root make no namespaces (unshare --mount --pid failed)"
}

# debian_site LABEL - prints the first mirror in the system's apt settings with this label.
debian_site() {
  # shellcheck disable=SC2016  # apt replaces $(SITE)
  apt-get indextargets --format '$(SITE)' "Label: $1" 'Identifier: Packages' |
    awk '/^https?:/ && !found++'
}

# Prints how this system reaches its mirrors, as lines of an apt.conf.
apt_access() {
  apt-config dump --format '%F "%v";%n' Acquire |
    grep -E '^Acquire::(https?::Proxy|Check-)' || true
}

# trust_as_here DIR - has the root DIR trust the certificate authorities that this system's owner
# added, such as that of a proxy, as soon as the package ca-certificates is installed in it.
trust_as_here() {
  local own=/usr/local/share/ca-certificates
  [[ ! -d $own ]] || cp --recursive --dereference -- "$own" "$1/usr/local/share/"
}

# quietly COMMAND… - runs a command with its output in $log, which is shown if the command fails.
quietly() {
  "$@" >"$log" 2>&1 || {
    local status=$?
    cat -- "$log" >&2
    say "failed with exit code $status: $*"
    exit "$status"
  }
}

# make_root SUITE DIR - makes a minimal Debian of that release, with its updates, in the empty
# folder DIR.
make_root() {
  local suite=$1 dir=$2 mirror security http_proxy=${http_proxy:-}
  install_missing "${root_packages[@]}" || cannot_run_here "debootstrap is missing"
  mirror=$(debian_site Debian)
  security=$(debian_site Debian-Security)
  [[ -n $mirror && -n $security ]] || cannot_run_here "apt names no mirror of Debian and its" \
    "security updates (see /etc/apt/sources.list.d; then run apt-get update)"
  eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
  export http_proxy
  [[ -f /usr/share/debootstrap/scripts/$suite ]] || {
    say "debootstrap knows no release '$suite' (known: bookworm, trixie and others, see" \
      "/usr/share/debootstrap/scripts)"
    exit 2
  }
  wget --quiet --timeout=30 --tries=2 --spider "$mirror/dists/$suite/Release" ||
    cannot_run_here "the mirror $mirror does not answer, or has no $suite"
  say "making a clean root of $suite"
  quietly in_namespaces --mount-proc debootstrap --variant=minbase "--keyring=$keyring" \
    "$suite" "$dir" "$mirror"
  cat >"$dir/etc/apt/sources.list" <<END
deb $mirror $suite main
deb $mirror $suite-updates main
deb $security $suite-security main
END
  apt_access >"$dir/etc/apt/apt.conf.d/50host"
  cp --dereference --remove-destination /etc/resolv.conf /etc/hosts "$dir/etc/"
  trust_as_here "$dir"
  quietly in_root "$dir" apt-get update --quiet
}

# in_namespaces OPTION-OF-UNSHARE COMMAND… - runs a command as the first process of its own pid
# namespace with its own mounts: the kernel ends its processes and undoes its mounts with it. It
# runs in its own process group, so that Ctrl-C reaches this script, which then kills it.
in_namespaces() {
  set -m
  unshare --mount --pid --ipc --fork --kill-child "$@" </dev/null &
  namespaces=$!
  set +m
  wait "$namespaces" || { local status=$? && namespaces='' && return "$status"; }
  namespaces=''
}
namespaces=''

# Call it if the script ends early. The first process is reaped only after all others have ended.
end_namespaces() {
  local first
  [[ -n $namespaces ]] || return 0
  first=$(<"/proc/$namespaces/task/$namespaces/children") && kill -KILL "${first% }"
  wait "$namespaces" || true
} 2>/dev/null

# in_root DIR COMMAND… - runs a command in the root DIR as a container would, with the host's
# network. `container_environment` holds more variables, as NAME=VALUE.
in_root() {
  local dir=$1
  shift
  in_namespaces bash -c "$(declare -f become_root); become_root \"\$@\"" bash "$dir" \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    HILLTOP_CLEAN_ROOT=yes LANG=C.UTF-8 "TERM=${TERM:-dumb}" DEBIAN_FRONTEND=noninteractive \
    "${container_environment[@]}" "$@"
}
container_environment=()

# become_root DIR COMMAND… - in fresh mount and pid namespaces: makes DIR the root and runs a
# command in it. Uses pivot_root, not chroot, because the kernel refuses user namespaces, which the
# bots' sandbox wants, to processes in a chroot. This shell stays the first process and reaps
# orphans.
become_root() {
  set -euo pipefail
  local node
  mount --bind -- "$1" "$1"
  cd -- "$1"
  shift
  mount -t proc proc proc
  mount -t sysfs -o ro sysfs sys
  mount -t tmpfs -o mode=755 tmpfs dev
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts dev/pts
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  for node in null zero full random urandom tty; do
    : >"dev/$node"
    mount --bind "/dev/$node" "dev/$node"
  done
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  ln -s fd/0 dev/stdin
  ln -s fd/1 dev/stdout
  ln -s fd/2 dev/stderr
  pivot_root . mnt
  cd /
  umount --lazy /mnt
  "$@" || exit "$?"
}

install_in_root() {
  local dir=$1
  shift
  quietly in_root "$dir" apt-get install --yes --quiet --no-install-recommends "$@"
}
