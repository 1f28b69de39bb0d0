"""The wheel and the Debian package of scripts/python-packages, unpacked and used as a user does."""

import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
import built  # noqa: E402

EPISODE = """
import hilltop_games, numpy as np
env = hilltop_games.vector("pazaak", 64, opponent="kid", seed=1)
for _ in range(20):
    env.step((np.random.random(env.mask.shape) * env.mask).argmax(1))
env.to_bot(FOLDER, __file__)
maps = open("/proc/self/maps").read()
print(next(line.split()[-1] for line in maps.splitlines() if "libhilltop" in line))
print(next(line.split()[-1] for line in maps.splitlines() if "libsodium" in line))
"""


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.wheel, cls.deb = cls.make("once")

    @classmethod
    def make(cls, name):
        subprocess.run([sys.executable, str(ROOT / "scripts/python-packages"), str(built.BUILD), str(cls.folder / name)],
                       check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        wheel, deb = sorted((cls.folder / name).iterdir(), key=lambda path: path.suffix != ".whl")
        return wheel, deb

    def play(self, name, python_path, **more):
        program = self.folder / f"{name}.py"
        program.write_text(f"FOLDER = {str(self.folder / name)!r}\n" + EPISODE)
        environment = {name: value for name, value in os.environ.items() if name != "HILLTOP_LIBRARY"}
        run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True,
                             env={**environment, "PYTHONPATH": str(python_path), **more})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.folder / name / "hilltop.py").exists())
        return [pathlib.Path(line) for line in run.stdout.splitlines()]

    def test_the_same_build_gives_the_same_bytes(self):
        for first, again in zip((self.wheel, self.deb), self.make("again")):
            self.assertEqual(first.name, again.name)
            self.assertEqual(first.read_bytes(), again.read_bytes())

    def test_the_wheel_brings_its_libraries(self):
        site = self.folder / "site"
        with zipfile.ZipFile(self.wheel) as wheel:
            wheel.extractall(site)
            record = next(name for name in wheel.namelist() if name.endswith("/RECORD"))
            for line in wheel.read(record).decode().splitlines():
                name, digest, size = line.rsplit(",", 2)
                if name != record:
                    data = wheel.read(name)
                    found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                    self.assertEqual((digest, size), (f"sha256={found}", str(len(data))))
        for library in self.play("by_wheel", site):
            self.assertEqual(library.parent, site / "hilltop_games/lib")

    def test_the_debian_package(self):
        root = self.folder / "root"
        subprocess.run(["dpkg-deb", "--extract", str(self.deb), str(root)], check=True)
        library = next(root.glob("usr/lib/*/libhilltop.so.1"))
        used, sodium = self.play("by_deb", root / "usr/lib/python3/dist-packages", LD_LIBRARY_PATH=str(library.parent))
        self.assertEqual(used, library)
        self.assertFalse(sodium.is_relative_to(root))
        needs = subprocess.run(["dpkg-deb", "--field", str(self.deb), "Depends"], check=True, capture_output=True,
                               text=True).stdout
        for package in ("libsodium", "python3-numpy"):
            self.assertIn(package, needs)


if __name__ == "__main__":
    unittest.main()
