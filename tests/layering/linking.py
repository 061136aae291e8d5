#!/usr/bin/python3
"""linking.py BUILD: every room links with the rooms below it in rooms.txt, and calls no other.

The include scanner sees headers. This reads the symbols of the libraries with nm, and so also sees a function that
a room declares by itself. A room may call the rooms of its line and those below them: their types come with headers.
"""
import pathlib
import subprocess
import sys


def rooms_of(text):
    """Each room of rooms.txt with itself and all rooms below it."""
    lines = (line.partition(":") for line in text.splitlines() if line[:1].isalpha())
    allowed = {room: names.split() for room, _, names in lines}

    def below(room):
        return {room}.union(*(below(name) for name in allowed[room]))

    return {room: below(room) for room in allowed}


def symbols_of(library):
    """Names that the library defines, and names that it needs of others."""
    text = subprocess.run(["nm", "--format=posix", library], check=True, capture_output=True, text=True).stdout
    entries = [line.split() for line in text.splitlines() if not line.endswith(":")]
    defined = {entry[0] for entry in entries if len(entry) > 1 and entry[1] in "TDBRVWuG"}
    return defined, {entry[0] for entry in entries if len(entry) > 1 and entry[1] == "U"} - defined


def main():
    rooms = rooms_of((pathlib.Path(__file__).parent / "rooms.txt").read_text())
    libraries = {path.name: path for path in pathlib.Path(sys.argv[1]).rglob("liblightsweep_*.a")}
    symbols = {room: symbols_of(libraries[name]) for room in rooms
               if (name := f"liblightsweep_{room.replace('/', '_')}.a") in libraries}
    home = {symbol: room for room, (defined, _) in symbols.items() for symbol in defined}
    checked, broken = 0, set()
    for room, (_, needed) in symbols.items():
        for symbol in sorted(needed & home.keys()):
            checked += 1
            if home[symbol] not in rooms[room]:
                broken.add((room, home[symbol], symbol))
    for room, target, symbol in sorted(broken):
        print(f"{room} calls {symbol} of {target}, which does not stand below it")
    print(f"{len(symbols)} libraries, {checked} calls between rooms, {len(broken)} against rooms.txt")
    return 1 if broken or checked < 1000 else 0


sys.exit(main())
