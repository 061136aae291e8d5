#!/usr/bin/env python3
"""Writes lightsweep(1) and lightsweep-sweep(5) from what the program says about itself: manual.py PROGRAM FOLDER"""
import pathlib
import re
import subprocess
import sys

FILES = [(".journal", "OUT.h5.journal/", "what a sweep has finished so far; gone when the sweep is whole"),
         ("data", "share/lightsweep/sweeps/", "the sweeps of the papers' figures and claims, and job scripts")]
ENVIRONMENT = [("LIGHTSWEEP_VECTOR", "baseline, avx2 or avx512: at most this vector width; results do not depend on it")]
EXAMPLE = """lightsweep plan mine.toml
mpiexec -n 2 lightsweep run mine.toml -o mine.h5
lightsweep winners mine.h5"""


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def escaped(text):
    """Text as roff prints it: hyphens stay hyphens, and a dot begins no request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def sections(text):
    """{title: entries} of a help text; an entry is [head, description]. The text before the first title is under ""."""
    found, title = {"": []}, ""
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][A-Za-z]+:", line):
            title = line[:-1]
            found[title] = []
        elif match := re.match(r"  (\S.*?)(?:  +(\S.*))?$", line):
            found[title].append([match[1], match[2] or ""])
        elif line.startswith(" " * 10) and found[title]:
            found[title][-1][1] = (found[title][-1][1] + " " + line.strip()).strip()
        elif line:
            title = ""
    return found


def entries(rows):
    return "".join(f".TP\n.B {escaped(head)}\n{escaped(text)}\n" for head, text in rows)


def verb(program, name, summary):
    parts = sections(output(program, name, "--help"))
    rows = parts.get("Positionals", []) + [one for one in parts.get("Options", []) if not one[0].startswith("-h")]
    return f".SS {name}\n{escaped(summary)}.\n{entries(rows)}"


def page(program):
    top = sections(output(program, "--help"))
    version = output(program, "--version").split()[1]
    codes = re.search(r"Exit codes: (.*)", output(program, "--help"), re.S)[1].replace("\n", " ").split(",")
    verbs = "".join(verb(program, name, summary) for name, summary in top["Subcommands"])
    return f""".TH LIGHTSWEEP 1 "" "lightsweep {version}" "User commands"
.SH NAME
lightsweep \\- sweeps over schedulers for collectives on reconfigurable optical networks
.SH SYNOPSIS
.B lightsweep
.I VERB
[\\fIARGUMENTS\\fR]
.SH DESCRIPTION
Evaluates schedulers for collective communication on optical circuit switched networks over whole grids of
parameters, distributed over MPI, and writes HDF5. \\fBlightsweep list\\fR names the schedulers, collectives and
topologies; README.md in share/lightsweep/sweeps describes sweep files.
.SH OPTIONS
{entries(top["Options"])}.SH VERBS
{verbs}.SH EXIT STATUS
{entries([one.strip().split(" ", 1) for one in codes])}.SH ENVIRONMENT
{entries(ENVIRONMENT)}.SH FILES
{entries([one[1:] for one in FILES])}.SH EXAMPLE
.nf
{escaped(EXAMPLE)}
.fi
.SH SEE ALSO
.BR mpiexec (1),
.BR h5dump (1)
"""


def cells(line):
    return [part.strip().replace("\\|", "|") for part in re.split(r"(?<!\\)\|", line)[1:-1]]


def sweep_page(program):
    """The page of sweep files: every key with its values, its example, its meaning and its readers."""
    rows = [cells(line) for line in output(program, "list", "keys", "--markdown").splitlines()[2:]]
    keys = "".join(f".TP\n.B {escaped(key.strip('`'))} \\fR({escaped(values)})\n{escaped(meaning)}. "
                   f"Example: {escaped(example.strip('`'))}. " + (f"Where it is not given: {escaped(fallback)}. " if fallback != "none" else "") +
                   f"Read by: {escaped(readers)}.\n" for key, values, fallback, example, meaning, readers in rows)
    version = output(program, "--version").split()[1]
    return f""".TH LIGHTSWEEP-SWEEP 5 "" "lightsweep {version}" "File formats"
.SH NAME
lightsweep\\-sweep \\- sweep files of lightsweep(1)
.SH DESCRIPTION
A sweep file is TOML. At its top stand \\fBtitle\\fR, \\fBschedulers\\fR and \\fBrules\\fR; \\fB[fabric]\\fR holds
defaults of all grids, and every \\fB[[grid]]\\fR spans a grid of points. The value of a key is a scalar, a list, or a
range: {{ from, to, step }}, {{ from, to, per_decade }} or {{ from, to, count }}. A list or a range becomes an axis of the
result file. \\fBlightsweep plan\\fR checks a file and computes nothing.
.SH KEYS
{keys}.SH SEE ALSO
.BR lightsweep (1)
"""


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[2])
    (folder / "lightsweep.1").write_text(page(sys.argv[1]))
    (folder / "lightsweep-sweep.5").write_text(sweep_page(sys.argv[1]))
