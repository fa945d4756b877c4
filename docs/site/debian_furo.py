"""Debian 12 builds the theme furo with tools that lose parts of it: its style sheet leads to a folder of the system and
has lost the dark colours that follow the browser, and its script is a module that no page loads as one. A whole furo is
left as it is."""

import re
import shutil
from pathlib import Path

NORMALIZE = Path("/usr/share/javascript/normalize.css/normalize.css")
FOREIGN = "@import url(/javascript/normalize.css/normalize.css);"
IMPORT = 'import Gumshoe from "./gumshoe-patched.js";\n'


def mend_styles(folder):
    sheet = folder / "furo.css"
    text = sheet.read_text(encoding="utf-8")
    if FOREIGN not in text:
        return
    shutil.copy(NORMALIZE, folder / NORMALIZE.name)
    text = text.replace(FOREIGN, f"@import url({NORMALIZE.name});")
    dark = re.search(r'body\[data-theme="dark"\] \{([^}]*)\}', text)[1]
    text += f'@media screen and (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {{{dark}}} }}\n'
    sheet.write_text(text, encoding="utf-8")


def mend_script(folder):
    script = folder / "furo.js"
    text = script.read_text(encoding="utf-8")
    if text.startswith(IMPORT):
        gumshoe = (folder / "gumshoe-patched.js").read_text(encoding="utf-8")
        script.write_text(gumshoe + text.removeprefix(IMPORT), encoding="utf-8")


def mend(app, exception):
    static = Path(app.outdir) / "_static"
    if exception is None:
        mend_styles(static / "styles")
        mend_script(static / "scripts")


def setup(app):
    app.connect("build-finished", mend)
    return {"parallel_read_safe": True}
