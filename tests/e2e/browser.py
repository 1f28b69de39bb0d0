"""A real browser, Chromium, driven by its DevTools protocol over two pipes."""

import atexit
import base64
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
PATIENCE_S = 120  # ends a test that would hang


class Chromium:
    """The program: messages go to it and come from it."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        command = [PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
                   f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"]
        # The browser uses descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec 3<&{theirs_in} 4>&{theirs_out} "$@"', "sh", *command],
            pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile.name})
        os.close(theirs_in)
        os.close(theirs_out)
        self.to, self.of = os.fdopen(ours_out, "wb", 0), os.fdopen(ours_in, "rb")
        self.number, self.begun = 0, b""

    def close(self):
        self.send("Browser.close")
        try:
            self.process.wait(timeout=PATIENCE_S)
        finally:
            self.process.kill()
            self.process.wait()
            self.to.close()
            self.of.close()
            self.profile.cleanup()

    def send(self, method, **more):
        """Sends a command; returns the number that its answer will have."""
        self.number += 1
        self.to.write(json.dumps({"id": self.number, "method": method, **more}).encode() + b"\0")
        return self.number

    def hear(self):
        """Returns the next message."""
        while b"\0" not in self.begun:
            more = self.of.read1(1 << 16)
            assert more, "the browser ended"
            self.begun += more
        message, _, self.begun = self.begun.partition(b"\0")
        return json.loads(message)


@functools.cache
def chromium():
    """Returns the one that all tests of a file share. It starts for the first, and ends with them."""
    started = Chromium()
    atexit.register(started.close)
    return started


class Browser:
    """`with Browser() as browser`: one page, which shares nothing with those before. `complaints` holds its errors,
    `requests` its requests."""

    def __enter__(self):
        self.session, self.loaded = None, False
        self.complaints, self.requests = [], []
        self.context = self.ask("Target.createBrowserContext")["browserContextId"]
        target = self.ask("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.session = None
        self.ask("Target.disposeBrowserContext", browserContextId=self.context)

    def ask(self, method, **parameters):
        """Returns the result of a command."""
        to = {"sessionId": self.session} if self.session else {}
        number = chromium().send(method, params=parameters, **to)
        while True:
            answer = self.hear()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer)
                return answer["result"]

    def hear(self):
        """Returns the next message; records events."""
        heard = chromium().hear()
        if heard.get("sessionId") != self.session:
            return heard  # of the page before
        method, parameters = heard.get("method"), heard.get("params", {})
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(parameters["exceptionDetails"])
        elif method == "Log.entryAdded":
            self.complaints.append(parameters["entry"])
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(parameters)
        return heard

    def open(self, file, fragment=""):
        """Loads a file from scratch."""
        url = pathlib.Path(file).resolve().as_uri() + fragment
        for address in ("about:blank", url):  # a changed fragment alone would load nothing
            self.loaded = False
            self.ask("Page.navigate", url=address)
            while not self.loaded:
                self.hear()

    def evaluate(self, script):
        """Returns the value of an expression in the page."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, (script, found)
        return found["result"].get("value")

    def press(self, key):
        """Presses and releases a key."""
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def screen(self, width, height, scheme="light", script=True):
        """Sets the window's width and the user's preferences."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.ask("Emulation.setScriptExecutionDisabled", value=not script)

    def picture(self, file):
        """Writes a screenshot as a PNG."""
        pathlib.Path(file).write_bytes(
            base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))
