#!/usr/bin/python3
"""Writes the rooms of tests/layering/rooms.txt into the pages kernels/README.md, solvers/README.md and so on.

In a page it replaces the code block whose lines are rooms of that folder. `rooms.py --check` changes nothing and
ends with 1 where a page is out of date.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("kernels", "solvers", "engine", "analysis", "sweeps")


def lines_of(folder):
    """A line per room of the folder, "room: allowed allowed", the allowed rooms in alphabetical order."""
    found = []
    for line in (ROOT / "tests/layering/rooms.txt").read_text().splitlines():
        room, colon, allowed = line.partition(":")
        if colon and not line.startswith("#") and (room == folder or room.startswith(folder + "/")):
            found.append(" ".join([room + ":", *sorted(allowed.split())]))
    return found


def updated(page, folder):
    block = "```\n" + "".join(line + "\n" for line in lines_of(folder)) + "```\n"
    text, count = re.subn(rf"^```\n(?:{folder}(?:/[\w/]+)?:.*\n)+```\n", lambda _: block, page, flags=re.M)
    if count != 1:
        sys.exit(f"{folder}/README.md: has {count} code blocks of rooms, not one")
    return text


old = []
for name in FOLDERS:
    path = ROOT / name / "README.md"
    before = path.read_text()
    after = updated(before, name)
    if before != after:
        old.append(f"{name}/README.md")
        if "--check" not in sys.argv:
            path.write_text(after)
print("\n".join(old) or "pages are up to date")
sys.exit(1 if old and "--check" in sys.argv else 0)
