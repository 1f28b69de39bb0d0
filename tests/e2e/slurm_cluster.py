"""A Slurm of two nodes on this machine, for a test: munged, slurmctld and two slurmd, without systemd and as
the current user.

Its nodes share this machine's files. As root, each can be in a network namespace of its own (CutCluster), so
that it can be cut off."""

import contextlib
import getpass
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import time
import unittest

DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel")
SYSTEM = f"{os.environ['PATH']}:/usr/sbin:/sbin"
# Seconds that end a wait that would never end.
UP_S = 60
NODES = ("w1", "w2")

CONF = """\
ClusterName=hilltop
SlurmctldHost={controller}
SlurmctldPort={controller_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CryptoType=crypto/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=100000,bf_interval=1
MailProg=/bin/true
JobRequeue=1
MaxArraySize={array_max}
SlurmdTimeout=5
KillWait=30
MinJobAge=30
SlurmdParameters=config_overrides
"""


def missing():
    """Returns why no Slurm can be started here; None if one can."""
    lacking = [each for each in DAEMONS if not shutil.which(each, path=SYSTEM)]
    return f"not installed (packages slurm-wlm and munge): {', '.join(lacking)}" if lacking else None


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


def wait_until(what, happens, seconds=UP_S):
    """Waits for something that other programs do."""
    end = time.monotonic() + seconds
    while not (result := happens()):
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.05)
    return result


class Cluster:
    def __init__(self, folder, array_max=1001):
        self.folder = pathlib.Path(folder)
        self.array_max = array_max
        self.environment = {**os.environ, "PATH": SYSTEM, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        for name in ("munge", "state"):
            (self.folder / name).mkdir(parents=True)
        self.folder.chmod(0o755)
        key = self.folder / "munge" / "key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(1024))
        controller_port, *ports = free_ports(1 + len(NODES))
        text = CONF.format(folder=self.folder, user=getpass.getuser(), controller=self.controller(),
                           controller_port=controller_port, array_max=self.array_max)
        for name, port in zip(NODES, ports):
            text += f"NodeName={name} {self.address(name)} Port={port} CPUs=1 RealMemory=500\n"
        text += f"PartitionName=hilltop Nodes={','.join(NODES)} Default=YES MaxTime=INFINITE State=UP\n"
        (self.folder / "slurm.conf").write_text(text)
        munge = self.folder / "munge"
        self.ran("munged", f"--key-file={key}", f"--socket={munge}/socket", f"--pid-file={munge}/pid",
                 f"--log-file={munge}/log", f"--seed-file={munge}/seed", "--force")
        self.start_controller()
        for name in NODES:
            self.start_node(name)
        wait_until("both nodes are idle", lambda: "idle 2" in self.answer("sinfo", "-h", "-o", "%T %D"))

    def controller(self):
        return "localhost"

    def address(self, _name):
        return "NodeHostname=localhost NodeAddr=127.0.0.1"

    def placed(self, _place, *command):
        """Returns a command that runs a daemon in its place."""
        return command

    def start_controller(self):
        self.ran(*self.placed("controller", "slurmctld", "-i"))
        wait_until("the controller answers", lambda: "UP" in self.answer("scontrol", "ping"))

    def start_node(self, name):
        self.ran(*self.placed(name, "slurmd", "-N", name))

    def stop_controller(self):
        self.end(self.folder / "slurmctld.pid", signal.SIGTERM)

    def end(self, pid_file, number):
        """Ends a daemon, and waits until it has ended."""
        try:
            pid = int(pid_file.read_text())
            os.kill(pid, number)
        except (FileNotFoundError, ValueError, ProcessLookupError):
            return
        if not wait_quietly(lambda: not alive(pid)):  # it waits for a job that it cannot report
            os.kill(pid, signal.SIGKILL)
            wait_until(f"{pid_file.name} has ended", lambda: not alive(pid))

    def stop(self):
        if (self.folder / "slurmctld.pid").exists():
            self.answer("scancel", "--user", getpass.getuser())
            self.answer("scancel", "--full", "--signal=KILL", "--user", getpass.getuser())
            wait_quietly(lambda: not self.answer("squeue", "-h", "--states=RUNNING,COMPLETING"))
        self.stop_controller()
        for name in NODES:
            self.end(self.folder / f"{name}.pid", signal.SIGTERM)
        self.end(self.folder / "munge" / "pid", signal.SIGTERM)
        for pid in self.left():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def left(self):
        """Returns the processes of this cluster: a node that was cut off may leave some."""
        own = f"SLURM_CONF={self.environment['SLURM_CONF']}".encode()
        for each in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if own in (each / "environ").read_bytes().split(b"\0") and alive(int(each.name)):
                    yield int(each.name)
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue

    def ran(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False,
                              timeout=UP_S)
        if done.returncode:
            logs = "".join(each.read_text()[-2000:] for each in self.folder.glob("*.log"))
            raise unittest.SkipTest(f"{command[0]} cannot run here: {done.stderr}{done.stdout}{logs}")

    def answer(self, *command):
        """Returns what a tool of Slurm prints; nothing if it fails."""
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False,
                              timeout=UP_S).stdout


class CutCluster(Cluster):
    """One whose nodes are each in a network namespace, with a host name, as root."""

    def __init__(self, folder):
        super().__init__(folder)
        number = os.getpid() % 250 + 1
        self.bridge, self.net = f"hilltop{number}", f"10.77.{number}"

    @staticmethod
    def missing():
        if os.geteuid() != 0:
            return "network namespaces need root"
        lacking = [each for each in ("ip", "unshare", "nsenter") if not shutil.which(each, path=SYSTEM)]
        return f"not installed (packages iproute2 and util-linux): {', '.join(lacking)}" if lacking else None

    def controller(self):
        return f"controller({self.net}.1)"

    def address(self, name):
        return f"NodeHostname={name} NodeAddr={self.net}.1{name[1:]}"

    def namespace(self, name):
        return f"{self.bridge}{name}"

    def placed(self, place, *command):
        inside = () if place == "controller" else ("nsenter", f"--net=/run/netns/{self.namespace(place)}")
        return ("unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', place, *inside, *command)

    def start(self):
        self.ran("ip", "link", "add", self.bridge, "type", "bridge")
        self.ran("ip", "address", "add", f"{self.net}.1/24", "dev", self.bridge)
        self.ran("ip", "link", "set", self.bridge, "up")
        for name in NODES:
            space, inside = self.namespace(name), ("ip", "-n", self.namespace(name))
            self.ran("ip", "netns", "add", space)
            self.ran("ip", "link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space)
            self.ran("ip", "link", "set", space, "master", self.bridge, "up")
            self.ran(*inside, "address", "add", f"{self.net}.1{name[1:]}/24", "dev", "eth0")
            self.ran(*inside, "link", "set", "eth0", "up")
            self.ran(*inside, "link", "set", "lo", "up")
        super().start()

    def cut(self, name):
        self.ran("ip", "link", "set", self.namespace(name), "down")

    def join(self, name):
        self.ran("ip", "link", "set", self.namespace(name), "up")

    def stop(self):
        super().stop()
        for name in NODES:
            self.answer("ip", "netns", "delete", self.namespace(name))
        self.answer("ip", "link", "delete", self.bridge)


def alive(pid):
    """Returns whether a process runs: one that has ended and waits to be reaped does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_quietly(happens):
    """Returns whether it has happened within a while."""
    try:
        return wait_until("", happens, seconds=10)
    except AssertionError:
        return False
