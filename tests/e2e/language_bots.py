"""The bots of tests/languages and tests/jvm: folders with meta, bot.toml and a source each."""

import os
import re
import shutil
import tomllib

ARE_REQUIRED = os.environ.get("HILLTOP_LANGUAGES") == "required"
SYSTEM = "/usr/local/bin:/usr/bin:/bin"


def command_and_build(folder):
    """Returns a bot's command with its arguments, and its build."""
    _, command, arguments, _ = (folder / "meta").read_text("utf-8").splitlines()
    return f"{command} {arguments}".strip(), tomllib.loads((folder / "bot.toml").read_text("utf-8")).get("build", "")


def missing_for(folder):
    """Returns what a bot needs and this machine lacks: programs and jars of the system."""
    command, build = command_and_build(folder)
    # Programs begin a command, perhaps behind variables.
    programs = re.findall(r"(?:^|&& )(?:\w+='[^']*' )?([a-z][\w.-]*)", f"{command} && {build}")
    jars = re.findall(r"/usr/share/java/[\w.-]+\.jar", f"{command} {build}")
    return sorted({program for program in programs if not shutil.which(program, path=SYSTEM)}
                  | {jar for jar in jars if not os.path.exists(jar)})
