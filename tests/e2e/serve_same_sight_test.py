"""What a hosted bot sees in its check it sees in the contest, so that it cannot behave in one and not in the
other."""

import json
import re
import unittest

from program import drawer
from serve_hosting_test import Host
from served import OwnServer, packed

CONTEST = """[contest]
game = "pazaak"
[switches]
side_cards = 5
move_ms = 60000
start_ms = 30000
[limits]
memory_mb = 512
processes = 20
cpu_s = 30
disk_mb = 100
files = 200
[format]
kind = "round-robin"
games = 2
"""

# Names in the folders above a bot, of which it must not learn which are there.
NAMES = [".withdrawn", ".withdrawn/Looker", ".withdrawn/Other", ".arriving", ".lock", "Looker", "Other", "bots",
         "contest.toml", "people.db", "hilltop.db", "hilltop.db-wal"]

# Notes what it sees as each process begins, in a file that its folder keeps. The numbers of descriptors and
# of processes, and which processors are its own, differ from process to process.
LOOKS = '''
import json, os, resource, sys

def text(file):
    try:
        with open(file) as opened:
            return opened.read()
    except OSError as error:
        return error.errno

def seen(hello):
    here = os.getcwd()
    above = []
    while os.path.dirname(here) != here:
        here = os.path.dirname(here)
        above.append(here)
    places = [os.path.join(folder, name) for folder in above for name in NAMES]
    names = [name for name in dir(resource) if name.startswith("RLIMIT_")]
    return {
        "cwd": os.getcwd(), "argv": sys.argv, "environment": dict(os.environ), "hello": hello,
        "ids": [os.getresuid(), os.getresgid(), os.getgroups()], "host": os.uname().nodename,
        "nice": os.nice(0), "scheduler": os.sched_getscheduler(0), "umask": os.umask(0o77),
        "limits": {name: resource.getrlimit(getattr(resource, name)) for name in names},
        "files": sorted((name, oct(os.stat(name).st_mode)) for name in os.listdir(".")),
        "folder": oct(os.stat(".").st_mode), "places": [place for place in places if os.path.lexists(place)],
        "proc": {name: text("/proc/self/" + name) for name in
                 ("cmdline", "environ", "cgroup", "limits", "mountinfo", "oom_score_adj", "loginuid")},
    }

for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        found = seen(line)
        with open("seen", "a") as kept:
            print(json.dumps(found), file=kept)
        print("ready 1", flush=True)
    elif kind == "turn":
        value = sum(int(card) for card in words[words.index("hand") + 1].split(","))
        print("move", words[0], "END" if value < 17 else "STAND", flush=True)
    elif kind == "bye":
        break
'''


class SameSight(Host, OwnServer):
    @classmethod
    def options(cls, folder):
        (folder / "contest.toml").write_text(CONTEST)
        return folder / "contest.toml", "--bots", folder / "bots"

    def upload(self, token, name, interpreter, code):
        files = {"meta": f"{name}\n{interpreter}\nbot\n0\n", "bot": code}
        self.assertEqual(self.as_(token, "PUT", f"/bots/{name}", packed(files))[0], 202)
        return self.verdict(token, name)

    def seen(self, name):
        """Returns what the processes of a bot saw since the last call, each view once."""
        file = self.bots / name / "seen"
        lines = file.read_text().splitlines()
        fresh, self.known = lines[self.known:], len(lines)
        self.assertTrue(fresh)
        views = [json.loads(line) for line in fresh]
        for view in views:
            for name, pattern in (("cgroup", r"hilltop-\d+"), ("mountinfo", r"(?m)^\d+ \d+ \d+:\d+ |/hilltop[-\w]*-\w{6}")):
                view["proc"][name] = re.sub(pattern, "", str(view["proc"][name]))  # of the process, the run
            users, groups, more = view.pop("ids")  # one number, not always the same
            self.assertEqual((len({*users, *groups}), more), (1, []))
            view["files"] = [entry for entry in view["files"] if entry[0] != "seen"]
        return [view for place, view in enumerate(views) if view not in views[:place]]

    def test_the_check_looks_like_the_contest(self):
        token = self.author("Ann")
        self.upload(token, "Other", "sh", drawer(17))
        for version in (1, 2):  # while no version of it plays, and while the first one does
            self.known = 0
            bot = self.upload(token, "Looker", "python3",
                              f"# {version}\n" + LOOKS.replace("NAMES", repr(NAMES), 1))
            self.assertEqual(bot["playing_version"], version, bot)
            checked = self.seen("Looker")
            self.play()
            played = self.seen("Looker")
            for one in checked + played:
                self.assertEqual(one["limits"]["RLIMIT_FSIZE"], checked[0]["limits"]["RLIMIT_FSIZE"])
                self.assertIn("side_cards 5", one["hello"])
            for name in checked[0]:
                self.assertEqual([view[name] for view in played[:1]], [view[name] for view in checked[:1]], name)
            for views in (checked, played):  # and all processes alike
                for view in views:
                    self.assertEqual({name: view[name] for name in view if view[name] != views[0][name]}, {})
            self.assertTrue(checked[0]["cwd"].endswith("/bots/Looker"), checked[0]["cwd"])


if __name__ == "__main__":
    unittest.main()
