"""The page: the built template with one result file in it."""
import html
import json

from lightsweep import results

from . import grids, studies, thinning
from .blocks import Blocks

MARK = "<!-- lightsweep: data -->"
TITLE = "<!-- lightsweep: title -->"
# Stored numbers in one page, all grids together: about 10 MB.
MOST_NUMBERS = 1_500_000
# What the page says of the run, and attributes that stand elsewhere in it.
ROWS = [("Title", "title"), ("Created", "created"), ("Program", "program"), ("Revision", "revision"),
        ("Fingerprint of the sweep", "fingerprint"), ("Identity of the file", "identity"), ("Rules", "rules"),
        ("Specification", "specification"), ("Points", "points"), ("Tasks", "tasks"), ("Compiler", "compiler"), ("Compiler flags", "flags"),
        ("Libraries", "libraries"), ("Solvers", "solver_libraries"), ("Hosts", "hosts"), ("Ranks", "ranks"),
        ("Threads per rank", "threads"), ("Seed", "seed"), ("Part", "shard"), ("File format", "format_version"),
        ("Version of the results", "results_version")]
ELSEWHERE = ("sweep", "format", "dirty", "complete", "missing_tasks", "failed_points")


def describe(path, claims):
    """(what the page shows as JSON, its arrays)."""
    blocks = Blocks()
    with results.open_tree(path) as file:
        readers = [grids.GridReader(file, name) for name in results.grid_names(file)]
        readers += [studies.StudyReader(file, name) for name in file.get("studies", {})]
        granted = thinning.shares([one.needs() for one in readers], MOST_NUMBERS)
        views = [one.entry(share, blocks) for one, share in zip(readers, granted)]
    if not views:
        raise results.MissingData(f"{path}: holds neither grids nor studies; give the result of `lightsweep run`")
    known = results.attributes(path)
    return {"title": known.get("title", "") or "lightsweep", "file": path.name, "provenance": provenance(path),
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


def provenance(path):
    """Where the result comes from: [(label, text)]; attributes without a label of their own stand at the end under their names."""
    known = results.attributes(path)
    rows = [(label, words(key, known)) for label, key in ROWS if known.get(key, "").strip()]
    listed = {key for _, key in ROWS} | set(ELSEWHERE)
    rows += [(key, value) for key, value in known.items() if key not in listed and not key.startswith("_")]
    return rows + [("State", state(path, known))]


def words(key, known):
    if key == "revision" and known.get("dirty") == "1":
        return known[key] + " (modified)"
    return known[key].strip()


def state(path, known):
    failed = known.get("failed_points", "0")
    parts = [f"incomplete: {gap}" if (gap := results.gap(path)) else "complete"]
    if failed != "0":
        parts.append(f"{failed} points failed")
    return ", ".join(parts)
