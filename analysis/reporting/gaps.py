"""Tables of the distances to the proven bound, asked of the program for this result."""
import json

from lightsweep import program


def of_result(path, say):
    """{grid: [what `lightsweep gap` says of a scheduler]}: {} without bounds in the file, or without the program."""
    if program.find() is None:
        return {}
    tables = {}
    try:
        for one in json.loads(program.ask("gap", "--json", path))["gaps"]:
            tables.setdefault(one["grid"], []).append(one)
    except program.Fault as fault:
        say(f"distances to the bound are left out: {fault}")
    return tables
