#!/usr/bin/env python3
"""The version that the build finds in a repository, in its worktrees and in a source archive."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPT = "cmake/HilltopVersion.cmake"
FILES = (SCRIPT, "cmake/archived-version.txt", ".gitattributes")
# A project without a compiler, whose only product is the file with the version.
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(scratch VERSION 0.1.0 LANGUAGES NONE)
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
include(HilltopVersion)
hilltop_version_source(version.cpp)
add_custom_target(all_of_it ALL DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/version.cpp)
"""
# Without the user's settings, and without a repository above the scratch folder.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | {
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@b"}


def run(*command, cwd):
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=ENVIRONMENT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, (command, done.stdout)
    return done.stdout.strip()


def version(folder):
    """Returns the version and the text in brackets, both as the program will print them."""
    with tempfile.TemporaryDirectory() as out:
        file = pathlib.Path(out) / "version.cpp"
        run("cmake", "-D", f"file={file}", "-D", f"source={folder}", "-D", "fallback=0.1.0", "-D",
            "compiler=g++ 12.2.0", "-D", "kind=Release", "-P", folder / SCRIPT, cwd=out)
        return tuple(re.findall(r'= "(.*?)"', file.read_text()))


class Repository(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.folder = self.scratch / "a checkout"
        for name in FILES:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        (self.folder / "src").mkdir()
        (self.folder / "src/rules.cpp").write_text("1\n")
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        self.git("init", "--quiet")
        self.git("add", ".")
        self.commit()
        self.archives = 0

    def git(self, *arguments):
        return run("git", *arguments, cwd=self.folder)

    def commit(self):
        self.git("commit", "--quiet", "--allow-empty", "--message", "a change")
        self.head = self.git("log", "-1", "--format=%h")

    def archive(self, to):
        folder = self.scratch / to
        folder.mkdir(parents=True)
        self.git("archive", "--output", self.scratch / "archive.tar", "HEAD")
        run("tar", "-xf", self.scratch / "archive.tar", cwd=folder)
        return folder

    def expect(self, expected):
        """Checks it in the repository and in an archive of it."""
        self.archives += 1
        wanted = (expected.replace("HEAD", self.head), f"commit {self.head}, g++ 12.2.0, Release")
        self.assertEqual(version(self.folder), wanted)
        self.assertEqual(version(self.archive(f"archive {self.archives}")), wanted)


class Version(Repository):
    def test_the_version_is_that_of_the_tag(self):
        self.expect("0.1.0")
        self.git("tag", "not-a-version")
        self.commit()
        self.expect("0.1.0")
        self.git("tag", "v1.2.3-rc1")
        self.expect("1.2.3~rc1")
        self.commit()
        self.expect("1.2.3~rc1+1.gHEAD")
        self.git("tag", "--annotate", "--message", "a release", "v1.2.3")
        self.expect("1.2.3")
        for _ in range(4):
            self.commit()
        self.expect("1.2.3+4.gHEAD")
        self.git("tag", "v1.2.4")
        self.expect("1.2.4")

    @unittest.skipUnless(shutil.which("dpkg"), "there is no dpkg")
    def test_dpkg_sorts_them(self):
        ordered = ["0.1.0", "1.2.3~rc1", "1.2.3~rc1+1.gabcdef0", "1.2.3", "1.2.3+4.gabcdef0",
                   "1.2.3+10.g1234567", "1.2.4"]
        for earlier, later in zip(ordered, ordered[1:]):
            run("dpkg", "--compare-versions", earlier, "lt", later, cwd=self.scratch)

    def test_a_change_that_is_not_committed_is_told_if_it_is_the_programs(self):
        (self.folder / "notes").write_text("of mine")
        (self.folder / ".gitattributes").write_text("")
        self.assertNotIn("modified", version(self.folder)[1])
        (self.folder / "src/rules.cpp").write_text("2\n")
        self.assertEqual(version(self.folder)[1],
                         f"commit {self.head} modified, g++ 12.2.0, Release")

    def test_an_archive_inside_another_repository_keeps_its_version(self):
        self.git("tag", "v1.2.3")
        archive = self.archive("other/vendor/hilltop")
        other = self.scratch / "other"
        run("git", "init", "--quiet", cwd=other)
        run("git", "commit", "--quiet", "--allow-empty", "--message", "another", cwd=other)
        self.assertEqual(version(archive)[0], "1.2.3")

    def test_without_git_and_without_an_archive_there_is_no_commit(self):
        shutil.rmtree(self.folder / ".git")
        self.assertEqual(version(self.folder), ("0.1.0", "g++ 12.2.0, Release"))


class Build(Repository):
    """The file, in a build by Ninja."""

    def setUp(self):
        super().setUp()
        run("cmake", "-S", self.folder, "-B", self.scratch / "build", "-G", "Ninja", cwd=self.scratch)

    def build(self):
        """Returns Ninja's output, and the file's content after it."""
        said = run("ninja", "-C", self.scratch / "build", cwd=self.scratch)
        return said, (self.scratch / "build/version.cpp").read_text()

    def expect_news(self, text):
        self.assertIn(text, self.build()[1])
        self.assertIn("no work to do", self.build()[0])

    def test_the_next_build_knows_of_commits_tags_branches_and_changes(self):
        self.expect_news(f"commit {self.head}, ")
        self.commit()
        self.expect_news(f"commit {self.head}, ")
        self.git("tag", "v2.0.0")
        self.expect_news('"2.0.0"')
        self.git("pack-refs", "--all")
        self.expect_news('"2.0.0"')
        self.git("checkout", "--quiet", "-b", "side")
        self.commit()
        self.expect_news(f'"2.0.0+1.g{self.head}"')
        (self.folder / "src/rules.cpp").write_text("2\n")
        self.expect_news(f"commit {self.head} modified")
        self.git("checkout", "--quiet", "src/rules.cpp")
        self.expect_news(f"commit {self.head}, ")
        self.git("rm", "--quiet", "src/rules.cpp")
        self.commit()
        self.expect_news(f"commit {self.head}, ")

    def test_an_unchanged_file_is_not_written(self):
        self.build()
        before = (self.scratch / "build/version.cpp").stat().st_mtime_ns
        os.utime(self.folder / "src/rules.cpp")
        self.assertIn("Looking up the version", self.build()[0])
        self.assertEqual((self.scratch / "build/version.cpp").stat().st_mtime_ns, before)

    def test_a_repository_that_goes_away_breaks_nothing(self):
        self.build()
        shutil.rmtree(self.folder / ".git")
        self.expect_news('"0.1.0"')


if __name__ == "__main__":
    unittest.main()
