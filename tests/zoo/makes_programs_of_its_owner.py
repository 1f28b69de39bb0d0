"""Makes set-user-id and set-group-id programs, by every call that sets modes."""

import ctypes
import os
import stat

import sinner

libc = ctypes.CDLL(None, use_errno=True)
SET_ID = stat.S_ISUID | stat.S_ISGID
MODES = (0o4755, 0o2755, 0o6755)
AT_FDCWD, SYS_FCHMODAT2, SYS_OPENAT2 = -100, 452, 437


def opened(name, mode):
    os.close(os.open(name, os.O_CREAT | os.O_WRONLY, mode))


def by_descriptor(name, mode):
    with open(name, "w") as file:
        os.fchmod(file.fileno(), mode)


def by_path(name, mode):
    open(name, "w").close()
    os.chmod(name, mode)


def by_folder(name, mode):
    open(name, "w").close()
    os.chmod(name, mode, dir_fd=os.open(".", os.O_RDONLY))


def by_number(name, mode):
    open(name, "w").close()
    libc.syscall(SYS_FCHMODAT2, AT_FDCWD, name.encode(), mode, 0)


def as_node(name, mode):
    os.mknod(name, mode | stat.S_IFREG)


def created(name, mode):
    libc.creat(name.encode(), mode)


def opened_anew(name, mode):
    how = (ctypes.c_uint64 * 3)(os.O_CREAT | os.O_WRONLY, mode, 0)
    libc.syscall(SYS_OPENAT2, AT_FDCWD, name.encode(), ctypes.byref(how), ctypes.sizeof(how))


def unnamed(name, mode):
    file = os.open(".", os.O_TMPFILE | os.O_WRONLY, mode)
    os.link(f"/proc/self/fd/{file}", name, follow_symlinks=True)


sinner.hear()
os.umask(0)
loot = []
for way in (opened, by_descriptor, by_path, by_folder, by_number, as_node, created, opened_anew,
            unnamed):
    for mode in MODES:
        name = f"{way.__name__}-{mode:o}"
        try:
            way(name, mode)
        except OSError:
            pass
        if os.path.exists(name) and os.stat(name).st_mode & SET_ID:
            loot.append(name)
sinner.confess(loot)
