"""The site of documents (scripts/site): every page of the repository, its notebooks, and the reference of the Python
package. The source folder is the repository, so that links mean the same in a checkout and on the site."""

import os
import re
import sys
import textwrap
from pathlib import Path

import nbformat
from nbconvert import MarkdownExporter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))

project = "cardan"
author = "the cardan authors"
project_copyright = author
release = re.search(r"project\(cardan VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "debian_furo", "stub_signatures"]
root_doc = "docs/site/index"
source_suffix = {".md": "markdown", ".ipynb": "markdown"}
include_patterns = ["*.md", "docs/**", "packaging/**"]
exclude_patterns = ["build", ".*", "**/node_modules", "view", "test", "data", "docs/man"]
pygments_style = "default"
pygments_dark_style = "monokai"

html_theme = "furo"
html_title = f"cardan {release}"
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {"footer_icons": [], "top_of_page_button": None}
html_extra_path = [os.environ["CARDAN_SITE_EXTRA"]]  # cpp/: the reference of the C++ library
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

# Links to headings as on code hosting sites: page.md#the-heading.
myst_heading_anchors = 4

autodoc_member_order = "groupwise"
autodoc_typehints = "signature"
# Documents use the lexers of tools; a block in another form is plain text.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")


def is_page(path):
    """If the site has a page of the file."""
    if path.suffix not in source_suffix or not path.is_file():
        return False
    relative = path.relative_to(ROOT)
    return len(relative.parts) == 1 or relative.parts[0] in ("docs", "packaging")


def with_links(text, folder):
    """The Markdown text of a page in a folder, whose links to folders of the repository, and to documents that the site
    does not have, have become their texts. Other files are offered to be downloaded."""

    def replaced(match):
        target = Path(os.path.normpath(folder / match[2]))
        is_download = target.is_file() and target.suffix not in source_suffix
        return match[0] if is_page(target) or is_download else match[1]

    return LINK.sub(replaced, text)


def executed(file):
    """The notebook with the outputs of scripts/site, or without outputs."""
    copy = Path(os.environ["CARDAN_SITE_NOTEBOOKS"]) / file.name
    return nbformat.read(copy if copy.exists() else file, as_version=4)


def raw_html(text):
    """HTML as a part of a page in Markdown; lines of backticks in the text do not end it."""
    return f"\n\n{'`' * 12}{{raw}} html\n{text}\n{'`' * 12}\n\n"


def notebook_page(app, file):
    """A notebook as a page in Markdown; its pictures are written beside the pages."""
    notebook = executed(file)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output.data = {"text/markdown": raw_html(output.data["text/html"])}
    text, resources = MarkdownExporter().from_notebook_node(notebook)
    pictures = Path(app.outdir) / "_notebooks" / file.stem
    pictures.mkdir(parents=True, exist_ok=True)
    for name, content in resources["outputs"].items():
        (pictures / name).write_bytes(content)
        image = raw_html(f'<img src="../../_notebooks/{file.stem}/{name}" alt="figure">')
        text = re.sub(rf"!\[[^\]]*\]\({re.escape(name)}\)", lambda _: image, text)
    return text


def read_source(app, docname, source):
    file = Path(app.env.doc2path(docname))
    if file.suffix == ".ipynb":
        source[0] = notebook_page(app, file)
    source[0] = with_links(source[0], file.parent)


ESCAPED = re.compile(r"([\\*`_|<>])")


def plain_docstring(app, what, name, object_, options, lines):
    """Docstrings are plain text: paragraphs, and blocks that are indented. `name` is code."""
    paragraphs = re.split(r"\n\s*\n", textwrap.dedent("\n".join(lines)))
    result = []
    for paragraph in paragraphs:
        if paragraph.startswith(" "):
            result += ["::", "", *textwrap.indent(textwrap.dedent(paragraph), "    ").split("\n"), ""]
            continue
        parts = re.split(r"(`[^`\n]+`)", " ".join(paragraph.split()))
        result += ["".join(f"`{part}`" if part[:1] == "`" else ESCAPED.sub(r"\\\1", part) for part in parts), ""]
    lines[:] = result


def setup(app):
    app.connect("source-read", read_source)
    app.connect("autodoc-process-docstring", plain_docstring)
