"""The JVM bots' side of the protocol, driven line by line."""

import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "pazaak-java"
FAST_START = ["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData",
              "-Xmx64m"]
HAS_JDK = all(shutil.which(tool) for tool in ("java", "javac", "jar"))

# Seconds that end a test that would hang; no test passes or fails by time.
PATIENCE_S = 300

HELLO = {
    "pazaak": "hilltop 1 game pazaak rules koth side_cards 4",
    "yahtzee": "hilltop 1 game yahtzee rules koth joker_after_zero true",
}
READY = "ready 1"
BEGIN = "begin 0 seats 2 seed 17"
OPEN = ",".join("-" * 13)


def scratch(test):
    """Returns a folder that is removed with the test."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    return pathlib.Path(folder.name)


def build(jar):
    subprocess.run([ROOT / "sdk" / "java" / "build", jar], check=True, timeout=PATIENCE_S)


def javac(jar, classes, *sources):
    subprocess.run(["javac", "-d", classes, "-cp", jar, *sources], check=True, timeout=PATIENCE_S)


def host(jar, folder, *arguments, lines=()):
    """Holds a whole conversation; returns returncode, stdout and stderr."""
    return java("-jar", jar, *arguments, folder=folder, lines=lines)


def java(*arguments, folder, lines=()):
    return subprocess.run(
        ["java", *FAST_START, *map(str, arguments)],
        cwd=folder,
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )


def listed(numbers):
    return ",".join(map(str, numbers)) or "-"


def pazaak_turn(hand=(7,), theirs=(), side=(1, 4, 5, 2), their_side=4, player=1, wins=(0, 0),
                action="none", played=False, game=0):
    return (f"turn {game} player {player} wins {listed(wins)} hand {listed(hand)} theirs "
            f"{listed(theirs)} side {listed(side)} their_side {their_side} action {action} "
            f"played {'yes' if played else 'no'}")


def yahtzee_turn(dice, stage=0, card=OPEN, score=0, upper=0, upper_bonus=0, yahtzee_bonus=0,
                 totals=(0,), game=0):
    return (f"turn {game} round 0 stage {stage} dice {listed(dice)} card {card} score {score} upper "
            f"{upper} upper_bonus {upper_bonus} yahtzee_bonus {yahtzee_bonus} totals {listed(totals)}")
