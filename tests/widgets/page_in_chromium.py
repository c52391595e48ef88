#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a page in a headless Chromium, moves its sliders, and compares what it shows:
    page_in_chromium.py CHROMIUM PAGE EXPECTED [FOLDER]
EXPECTED is the JSON list of page_logic.js. Screenshots of three sizes of window, light and dark, go into FOLDER."""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

WINDOWS = [(360, 740), (1280, 800), (1920, 1080)]


class Browser:
    """Speaks the DevTools protocol over two pipes: the browser reads from descriptor 3 and writes to 4."""

    def __init__(self, chromium, profile):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def take_descriptors():
            one, two = os.dup(to_browser), os.dup(from_browser)
            os.dup2(one, 3)
            os.dup2(two, 4)

        self.process = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--no-first-run", "--user-data-dir=" + profile, "--remote-debugging-pipe"],
            preexec_fn=take_descriptors, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.waiting, self.number, self.session, self.events = b"", 0, None, []

    def message(self):
        while b"\0" not in self.waiting:
            piece = os.read(self.input, 1 << 16)
            if not piece:
                raise SystemExit("the browser ended")
            self.waiting += piece
        text, self.waiting = self.waiting.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self.events.append(answer)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, (expression, result)
        return result["result"].get("value")

    def open(self, address):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.value("""new Promise(done => { const look = () => location.href !== "about:blank"
            && document.documentElement && document.documentElement.dataset.ready ? done() : setTimeout(look, 20);
            look(); })""")

    def settle(self):
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def key(self, name):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                      windowsVirtualKeyCode={"End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                                             "ArrowDown": 40}[name])
        self.settle()

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)


SHOWN = """(text => {
    const want = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    want.setAttribute("width", "100%%");
    want.removeAttribute("height");
    want.setAttribute("display", "block");
    want.setAttribute("aria-hidden", "true");
    return want.isEqualNode(document.querySelector(".drawing").shadowRoot.firstChild);
})(%s)"""


def check_window(browser, address, size, dark, expected, folder):
    width, height = size
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                 mobile=width < 500)
    browser.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
    stop = expected[0]["stop"]
    browser.open(address + "#stop=%d" % stop)
    browser.settle()
    assert browser.value("document.documentElement.scrollWidth") <= width, (size, "wider than the window")
    assert browser.value("document.querySelector('.stage').getBoundingClientRect().bottom") <= height, (size, "cut")
    small = browser.value("document.querySelector('.stage').clientWidth") < 680
    wanted = [e["text"] for e in expected if (e["stop"], e["size"], e["dark"]) == (stop, int(small), dark)]
    assert browser.value(SHOWN % json.dumps(wanted[0])), (size, dark, "another drawing")
    boxes = browser.value("""[document.querySelector('.overlay'),
        document.querySelector('.drawing').shadowRoot.firstChild].filter(Boolean).map(element => {
            const b = element.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })""")
    assert len(boxes) == 1 or all(abs(a - b) < 0.5 for a, b in zip(*boxes)), boxes   # one over the other
    if folder:
        picture = browser.call("Page.captureScreenshot", format="png")["data"]
        name = "%dx%d-%s.png" % (width, height, "dark" if dark else "light")
        pathlib.Path(folder, name).write_bytes(base64.b64decode(picture))


def check_keys(browser):
    """The keys of a slider, what a screen reader says, and the address."""
    stops = browser.value("document.querySelectorAll('tbody tr').length")
    sliders = browser.value("document.querySelectorAll('input').length")
    browser.value("document.querySelectorAll('input')[%d].focus()" % (sliders - 1))
    last = browser.value("Number(document.activeElement.max)")
    for key, position in (("Home", 0), ("ArrowRight", min(1, last)), ("End", last), ("ArrowLeft", max(last - 1, 0))):
        browser.key(key)
        assert browser.value("Number(document.activeElement.value)") == position, key
        row = browser.value("location.hash.match(/stop=([0-9]+)/)[1]")
        cells = browser.value("[...document.querySelectorAll('tbody tr')[%s].cells].map(c => c.textContent)" % row)
        assert int(row) < stops
        spoken = browser.value("document.activeElement.getAttribute('aria-valuetext')")
        verdict = browser.value("document.querySelector('.verdict').textContent")
        if verdict:   # hidden until a prediction is revealed
            assert spoken == cells[sliders - 1] + ": " + cells[sliders], (spoken, cells)
            assert verdict == cells[sliders], verdict
    assert browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid", "no visible focus"


def check_prediction(browser):
    """A line along the curve is inside the band; one far from it is not."""
    box = browser.value("""(() => { const o = document.querySelector('.overlay'), b = o.getBoundingClientRect();
        o.scrollIntoView(); const c = o.getBoundingClientRect(); return [c.left, c.top, c.width, c.height]; })()""")
    cover = browser.value("['x', 'y', 'width', 'height'].map(k => Number(document.querySelector('.cover')"
                          ".getAttribute(k)))")
    view = browser.value("document.querySelector('.overlay').getAttribute('viewBox').split(' ').map(Number)")
    zoom = box[2] / view[2]
    left, right = box[0] + cover[0] * zoom + 1, box[0] + (cover[0] + cover[2]) * zoom - 2
    top = box[1] + (cover[1] + 8) * zoom
    browser.mouse("mousePressed", left, top)
    for i in range(1, 21):
        browser.mouse("mouseMoved", left + (right - left) * i / 20, top)
    browser.mouse("mouseReleased", right, top)
    browser.value("document.querySelector('.reveal').click()")
    result = browser.value("document.querySelector('.result').textContent")
    band = browser.value("document.querySelectorAll('.band').length")
    marks = browser.value("['.inside', '.outside'].map(k => document.querySelectorAll('.overlay ' + k).length)")
    if band:
        assert band == 1 and sum(marks) > 1 and result.startswith(str(marks[0])), (marks, result)
    else:   # a shape: the line at the top has more than the area of the true one
        assert sum(marks) == 0 and int(result.split("%")[0].split()[-1]) > 50, result
    assert browser.value("document.querySelector('.verdict').textContent"), "no verdict after the curve is revealed"
    browser.value("document.querySelector('.again').click()")
    browser.value("document.querySelector('.overlay').focus()")
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
        browser.key(key)
    assert browser.value("document.querySelectorAll('.overlay circle').length") == 1
    assert browser.value("document.querySelector('.result').textContent"), "the keys say nothing"


def main():
    chromium, page, expected = sys.argv[1:4]
    folder = sys.argv[4] if len(sys.argv) > 4 else None
    expected = json.loads(pathlib.Path(expected).read_text())
    address = pathlib.Path(page).resolve().as_uri()
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(chromium, profile)
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            browser.call(part + ".enable")
        for size in WINDOWS:
            for dark in (False, True) if any(e["dark"] for e in expected) else (False,):
                check_window(browser, address, size, dark, expected, folder)
        check_keys(browser)
        if browser.value("document.querySelectorAll('.overlay').length"):
            check_prediction(browser)
        for event in browser.events:
            method, what = event.get("method"), event.get("params", {})
            assert method != "Runtime.exceptionThrown", what
            assert method != "Log.entryAdded" or what["entry"]["level"] != "error", what
            if method == "Network.requestWillBeSent":
                address_asked = what["request"]["url"]
                assert address_asked.startswith(("file:", "data:", "about:")), address_asked
        browser.session = None
        browser.call("Browser.close")
        browser.process.wait(20)
    print("done")


main()
