"""Tables of the distances to the proven bound, asked of the program for this result."""
import json

from lightsweep import program


def ask(path):
    """What `lightsweep gap --json` says. Raises Fault where the file has no bounds."""
    return program.ask("gap", "--json", path) if program.find() else '{"gaps": []}'


def tables(asked, say):
    """{grid: [what `lightsweep gap` says of a scheduler]}, once ask() is done: {} without bounds in the file, or without the program."""
    found = {}
    try:
        for one in json.loads(asked.result())["gaps"]:
            found.setdefault(one["grid"], []).append(one)
    except program.Fault as fault:
        say(f"distances to the bound are left out: {fault}")
    return found
