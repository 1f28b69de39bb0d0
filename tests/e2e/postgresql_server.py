"""A PostgreSQL on this machine, for a test: a new cluster in a folder of its own, reached through a socket
there, and a pgbouncer in front of it.

PostgreSQL and pgbouncer refuse to run as root, for whom both run as the user `postgres`."""

import contextlib
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.parse

PORT = 5432  # only in the name of the socket
POOLER_PORT = 6432
SERVER_USER = "postgres"
# Seconds that end a wait that would never end.
UP_S = 60

CONF = """
listen_addresses = ''
unix_socket_directories = '{folder}'
port = {port}
fsync = off
shared_buffers = 16MB
max_connections = 120
log_min_messages = warning
"""

# A role that is a member of `needs_password` must give one; all others need none.
RULES = """
local all +needs_password scram-sha-256
local all all trust
"""

POOLER_CONF = """
[databases]
* = host={folder} port={port}
[pgbouncer]
listen_addr =
listen_port = {pooler_port}
unix_socket_dir = {folder}
pidfile = {folder}/pgbouncer.pid
logfile = {folder}/pgbouncer.log
auth_type = trust
auth_file = {folder}/roles
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
server_reset_query =
ignore_startup_parameters = extra_float_digits,options
"""


def program(name):
    """Returns the path of a program of PostgreSQL, which Debian keeps outside of PATH; None without one."""
    newest_first = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True,
                          key=lambda each: float(each.parent.name))
    search = os.pathsep.join([*map(str, newest_first), os.environ["PATH"], "/usr/sbin", "/usr/bin"])
    return shutil.which(name, path=search)


def missing():
    """Returns why no PostgreSQL can be started here; None if one can."""
    lacking = [each for each in ("initdb", "pg_ctl", "psql") if not program(each)]
    if lacking:
        return f"not installed (package postgresql): {', '.join(lacking)}"
    if os.geteuid() == 0 and not server_account():
        return f"PostgreSQL refuses to run as root, and there is no user '{SERVER_USER}'"
    return None


def missing_pooler():
    return None if program("pgbouncer") else "not installed (package pgbouncer)"


def server_account():
    with contextlib.suppress(KeyError):
        return pwd.getpwnam(SERVER_USER)
    return None


class PostgresqlServer:
    """A running server, whose superuser is `postgres`. Skips the test if none can be started here."""

    def __init__(self, settings=""):
        self.settings = settings

    def __enter__(self):
        if reason := missing():
            raise unittest.SkipTest(reason)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hilltop-pg-"))
        self.data = self.folder / "data"
        self.pooler = None
        self.account = {}
        if os.geteuid() == 0:
            found = server_account()
            os.chown(self.folder, found.pw_uid, found.pw_gid)
            self.account = {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
        self.folder.chmod(0o755)  # its socket is for all
        try:
            self.ran("initdb", "--no-sync", "--pgdata", self.data, "--username", "postgres", "--auth", "trust",
                     "--encoding", "UTF8", "--locale", "C")
            with open(self.data / "postgresql.conf", "a", encoding="utf-8") as conf:
                conf.write(CONF.format(folder=self.folder, port=PORT) + self.settings)
            (self.data / "pg_hba.conf").write_text(RULES, encoding="utf-8")
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop_pooler()
        with contextlib.suppress(AssertionError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database="postgres", user="postgres", password=None, port=PORT):
        """Returns the address of a database, which need not exist."""
        account = user if password is None else f"{user}:{urllib.parse.quote(password, safe='')}"
        host = urllib.parse.quote(str(self.folder), safe="")
        return f"postgresql://{account}@/{database}?host={host}&port={port}"

    def create(self, database):
        """Makes a database, and returns its address."""
        self.run_sql(f'CREATE DATABASE "{database}"')
        return self.url(database)

    def start(self):
        self.ran("pg_ctl", "start", "--wait", f"--timeout={UP_S}", "--pgdata", self.data, "--log",
                 self.folder / "log")

    def stop(self, mode="fast"):
        """Ends the server. `immediate`: as if it had crashed."""
        self.ran("pg_ctl", "stop", "--wait", f"--timeout={UP_S}", "--mode", mode, "--pgdata", self.data)

    def restart(self, mode="fast"):
        self.stop(mode)
        self.start()

    def run_sql(self, text, database="postgres"):
        """Runs statements as the superuser, and returns the rows of their answers as lists of texts."""
        done = subprocess.run([program("psql"), "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1",
                               "-d", self.url(database)], input=text, capture_output=True, text=True,
                              timeout=UP_S, check=False)
        if done.returncode:
            raise AssertionError(f"{text}: {done.stderr}")
        return [line.split("\t") for line in done.stdout.splitlines()]

    def pooled_url(self, database="postgres", user="postgres"):
        """Returns the address of a database behind a pgbouncer, which gives each transaction any connection
        that is free. Starts it at the first call, for the roles that there are then."""
        if not self.pooler:
            if reason := missing_pooler():
                raise unittest.SkipTest(reason)
            roles = self.run_sql("SELECT rolname FROM pg_roles WHERE rolcanlogin")
            (self.folder / "roles").write_text("".join(f'"{role}" ""\n' for role, in roles))
            conf = self.folder / "pgbouncer.ini"
            conf.write_text(POOLER_CONF.format(folder=self.folder, port=PORT, pooler_port=POOLER_PORT))
            self.pooler = subprocess.Popen([program("pgbouncer"), "-q", conf], cwd="/", **self.account,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            end = time.monotonic() + UP_S
            while not (self.folder / f".s.PGSQL.{POOLER_PORT}").exists():
                if self.pooler.poll() is not None or time.monotonic() > end:
                    raise AssertionError("pgbouncer does not start: " + self.log_of("pgbouncer.log"))
                time.sleep(0.02)
        return self.url(database, user, port=POOLER_PORT)

    def stop_pooler(self):
        if self.pooler:
            self.pooler.terminate()
            self.pooler.wait()
            self.pooler = None

    def log_of(self, name="log"):
        path = self.folder / name
        return path.read_text(encoding="utf-8", errors="replace")[-2000:] if path.exists() else ""

    def ran(self, name, *arguments):
        # A daemon must not keep the pipes of this program open, so it writes to a file.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run([program(name), *map(str, arguments)], cwd="/", stdin=subprocess.DEVNULL,
                                  stdout=output, stderr=output, check=False, timeout=2 * UP_S, **self.account)
            if done.returncode:
                output.seek(0)
                said = output.read().decode(errors="replace")
                raise AssertionError(f"{name}: {said}{self.log_of()}")
