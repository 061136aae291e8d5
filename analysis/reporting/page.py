"""The page: the built template with one result file in it."""
import html
import json

from figures import results

from . import grids, provenance, studies, thinning
from .blocks import Blocks

MARK = "<!-- lightsweep: data -->"
TITLE = "<!-- lightsweep: title -->"
# Stored numbers in one page, all grids together: about 10 MB.
MOST_NUMBERS = 1_500_000


def describe(path, claims):
    """(what the page shows as JSON, its arrays)."""
    blocks = Blocks()
    with results.open_tree(path) as file:
        readers = [grids.GridReader(file, name) for name in grids.names_of(file)]
        readers += [studies.StudyReader(file, name) for name in file.get("studies", {})]
        granted = thinning.shares([one.needs() for one in readers], MOST_NUMBERS)
        views = [one.entry(share, blocks) for one, share in zip(readers, granted)]
    if not views:
        raise results.MissingData(f"{path}: holds neither grids nor studies; give the result of `lightsweep run`")
    known = results.attributes(path)
    return {"title": known.get("title", "") or "lightsweep", "file": path.name, "provenance": provenance.read(path),
            "incomplete": results.gap(path), "sweep": known.get("sweep", ""), "claims": claims, "views": views,
            "blocks": blocks.entries}, blocks


def script(kind, name, text):
    return f'<script type="{kind}" id="{name}">{text}</script>'


def fill(template, description, blocks):
    """The whole page as text. Nothing in the data can end its script element."""
    words = json.dumps(description, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    data = [script("application/json", "description", words)]
    data += [script("text/plain", f"block-{at}", text) for at, text in enumerate(blocks.texts)]
    return template.replace(TITLE, html.escape(description["title"]), 1).replace(MARK, "\n".join(data), 1)
