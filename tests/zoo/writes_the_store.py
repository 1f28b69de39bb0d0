"""Changes its results in a file of the arena's working directory."""

import pathlib

import sinner


def improve(path):
    with pathlib.Path(path).open("a") as file:
        file.write("and the sinner has won\n")


sinner.hear()
roads = ["../../store", sinner.TOLD[0] + "/store"]
roads += [f"/proc/{process}/cwd" for process in sinner.forebears()]
for road in roads:
    sinner.attempt(improve, f"{road}/results.db")
sinner.say("I have won")
sinner.hear()
