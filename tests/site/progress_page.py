"""Progress as a reader meets it: the line of an open page, and the table of the course."""

import json

INTRO = "chapters/intro.html"
CHAPTER = "chapters/03-by-hand.html"
EXERCISE = "exercises/03-by-hand/03-by-hand.html"
KEPT = (
    "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('lmhead:')))"
)


class Progress:
    """The line, the questions and the cells of an open page."""

    def __init__(self, seen):
        self.seen, self.page = seen, seen.page
        self.line = self.page.locator("lmhead-progress")
        self.items = json.loads(self.line.get_attribute("data-items"))
        self.questions = self.items.get("questions", [])
        self.tryits = self.items.get("tryits", [])
        self.next = self.line.locator(".progress-next")
        self.said = self.line.locator(".progress-said")
        self.unkept = self.line.locator(".progress-unkept")

    def answer(self, place, *, right):
        """Answer the question at ``place``, rightly or not; the option's number."""
        name, _, correct = self.questions[place]
        number = correct if right else int(correct == 0)
        box = self.page.locator(f"#predict-{name}")
        box.locator("label").nth(number).click()
        box.locator(".predict-commit").click()
        return number

    def run_passes(self, place):
        """What tryit.js says when a check has passed."""
        self.page.locator(f"#tryit-{self.tryits[place]}").evaluate(
            """e => e.dispatchEvent(new CustomEvent("lmhead:passed",
                { bubbles: true, detail: { kind: "tryit", id: e.dataset.task } }))"""
        )

    def counts(self):
        """Answered, right, passed: what the line shows."""
        places = self.line.locator("[data-count]")
        return dict(places.evaluate_all("all => all.map(e => [e.dataset.count, +e.textContent])"))

    def kept(self):
        return self.page.evaluate(KEPT)


class Table:
    """The table of the course on the intro's page."""

    def __init__(self, visit, kept=None, path=INTRO, **more):
        script = "".join(
            f"sessionStorage.getItem('set') || localStorage.setItem({json.dumps(key)}, '{value}');"
            for key, value in (kept or {}).items()
        )
        script += "sessionStorage.setItem('set', '1');"
        self.seen = visit(path, script=script, **more)
        self.page = self.seen.page
        self.page.wait_for_selector("lmhead-progress-table:defined")
        self.box = self.page.locator("lmhead-progress-table")
        self.status = self.box.locator(".progress-status")
        self.dialog = self.box.locator("dialog")

    def press(self, action):
        self.box.locator(f"[data-action={action}]").click()

    def add(self, content, name="mine.json"):
        text = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.status.evaluate("e => { e.textContent = '' }")
        file = {"name": name, "mimeType": "application/json", "buffer": text}
        self.box.locator("input[type=file]").set_input_files(file)
        self.page.wait_for_function("document.querySelector('.progress-status').textContent")
        return self.status.inner_text()

    def kept(self):
        return self.page.evaluate(KEPT)

    def totals(self):
        return self.box.locator("tfoot td").all_inner_texts()


def counts(answered=0, right=0, passed=0):
    return {"answered": answered, "right": right, "passed": passed}


WORK = {
    "lmhead:predict:intro-similar": "1",
    "lmhead:predict:03-shares": "0",
    "lmhead:passed:01-dot": "1",
    "lmhead:notebook:01-distance": "1",
}
SAVED = {
    "format": "lmhead-progress",
    "version": 1,
    "predictions": {"intro-similar": 1, "03-shares": 0},
    "tryits": ["01-dot"],
    "notebooks": ["01-distance"],
    "checks": [],
}
