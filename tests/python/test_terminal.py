"""What a person sees: at most 100 columns in every verb, colours and an updating line on a terminal alone, regular lines elsewhere."""
import os
import pty
import re
import subprocess

import pytest
from conftest import BINARY, LAUNCHER, SOURCE, call, part_of

PAGE = 100
PROBLEM = ("--rules common --planes 2 --topology ring --bandwidth 800Gbps --message 1MiB --per-step-latency 1us "
           "--per-hop-latency 100ns --reconfiguration-delay 10us").split()
RINGS = ("--rules optree --topology wdm-ring --nodes 16 --wavelengths 4 --item 1MiB --wavelength-bandwidth 100Gbps "
         "--reconfiguration-delay 10us --scheduler optree-tree --collective allgather/any").split()


def on_terminal(*words, **variables):
    """(exit code, what a terminal shows of standard output and error): the program is a child of a pseudo-terminal."""
    try:
        main, other = pty.openpty()
    except OSError as fault:
        pytest.skip(f"{fault}: mount /dev/pts, as every login has it")
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | variables
    with subprocess.Popen([*map(str, words)], stdin=subprocess.DEVNULL, stdout=other, stderr=other, env=environment) as process:
        os.close(other)
        shown = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
    os.close(main)
    return process.returncode, shown.decode()


def too_long(text):
    return [line for line in re.sub(r"\033\[[\d;]*m", "", text).splitlines() if len(line) > PAGE]


def verbs():
    return re.findall(r"^  ([a-z]+) ", call("--help")[1].split("Subcommands:")[1].split("Exit codes")[0], re.M)


def test_help_keeps_to_the_page():
    assert len(verbs()) >= 20
    for words in ([], *([verb] for verb in verbs())):
        code, out, error = call(*words, "--help")
        assert code == 0 and out and too_long(out) == [], words


# Verbs whose output is for other programs: JSON, or files that are read back.
FOR_PROGRAMS = {"eval", "export", "import", "lookup"}


def outputs(demo, claims, bridge_claims, common, part, tmp_path):
    """Words per verb."""
    small = tmp_path / "merged.h5"
    plan = tmp_path / "plan.json"
    segments = [*PROBLEM, "--nodes", 16, "--scheduler", "segments", "--collective", "alltoall/bruck"]
    call("schedule", *segments, "--execution-plan", "-o", plan)
    yield "run", ["run", SOURCE / "tests/python/small_axes.toml", "-o", tmp_path / "out.h5"]
    yield from (("plan", ["plan", SOURCE / f"sweeps/{name}.toml"]) for name in ("first", "demo", "cross/large", "cross/small", "swot/paper"))
    yield "schedule", ["schedule", *segments]
    for nodes, scheduler, collective in ((64, "every-step", "allreduce/swing"), (16, "addanki", "allreduce/bucket-multiport"), (16, "swot", "allreduce/halving-doubling"),
                                         (16, "segments-overlap", "alltoall/bruck"), (12, "segments", "broadcast/binomial"), (16, "frontier", "alltoall/any")):
        yield "schedule", ["schedule", *PROBLEM, "--nodes", nodes, "--scheduler", scheduler, "--collective", collective]
    yield "schedule", ["schedule", *RINGS]
    yield "check", ["check", SOURCE / "tests/vectors/interop/msccl_allreduce_hd_8.xml"]
    yield "simulate", ["simulate", plan]
    yield "judge", ["judge", plan]
    yield from (("list", ["list", *words]) for words in ([], ["keys"], ["studies"], ["schedulers", "--rules", "common"], ["segments"], ["torus2d"], ["planes"]))
    yield from (("status", ["status", one]) for one in (demo, part))
    yield "merge", ["merge", part, "-o", small]
    call("run", SOURCE / "sweeps/demo.toml", "-o", tmp_path / "cut.h5", "--walltime", "1ms")
    yield from ((verb, [verb, tmp_path / "cut.h5"]) for verb in ("status", "finalize"))
    yield "verify", ["verify", "demo.h5", "demo.h5"]
    for file in part_of((demo, bridge_claims, common), 2):
        yield from (("table", ["table", file, *words]) for words in ([], [next_group(file)], [next_group(file), "--limit", 3]))
        yield from (("winners", ["winners", file, *words]) for words in ([], ["--all"], ["--best-over", "scheduler"]))
        yield "robust", ["robust", file, "--delay", "1us..100us"]
        yield "robust", ["robust", file, "--quantiles", "0.1:1us,0.5:10us,0.9:50us"]
        yield from (("critical", ["critical", file, *words]) for words in ([], ["--regimes"], ["--sizes"]))
    yield "table", ["table", demo, "ring/addanki", "--columns", "completion_time", "--rows", "message", "--across", "reconfiguration_delay",
                    "--where", "primitive=allreduce", "--where", "algorithm=swing"]
    yield "gap", ["gap", common]
    yield from (("claims", ["claims", file]) for file in (claims, bridge_claims, demo))
    yield from (("errata", ["errata", rules]) for rules in ("addanki", "bridge", "pccl", "swot", "optree"))


def next_group(file):
    return call("table", file)[1].splitlines()[1].split()[0]


def test_output_keeps_to_the_page(demo, claims, bridge_claims, common, part, tmp_path, monkeypatch):
    """Standard output of every verb for people; commands that are to be copied stay on one line."""
    (tmp_path / "demo.h5").symlink_to(demo)
    monkeypatch.chdir(tmp_path)
    seen = set()
    for verb, words in outputs(demo, claims, bridge_claims, common, part, tmp_path):
        code, out, error = call(*words)
        assert (out or verb == "run") and code in (0, 4, 75), (words, error)
        out = re.sub(r"/\S+/(\S+\.(?:h5|toml))", r"\1", re.sub(r"^ +shown by .*\n", "", out, flags=re.M))  # folders of the tests are long
        assert too_long(out) == [], (words, too_long(out)[:3])
        seen.add(verb)
    assert seen | FOR_PROGRAMS | {"play"} == set(verbs())  # play: one rank per node, in test_play.py


@pytest.mark.parametrize("name, expected", [
    ("segmants", "list segmants: is not known (did you mean segments, or one of schedulers, "), ("shedulers", "did you mean schedulers"), ("messag", "did you mean message"),
    ("allreduce/swin", "did you mean allreduce/swing"), ("qqqqqqqq", "one of schedulers, collectives, ")])
def test_unknown_names_are_compared_with_all_that_have_a_page(name, expected):
    code, out, error = call("list", name)
    assert code == 2 and out == "" and expected in error and len(error.splitlines()) == 1


def test_a_key_has_a_page():
    code, out, _ = call("list", "wavelengths")
    assert code == 0 and "wavelengths = 64" in out and "wavelengths per fibre and direction" in out and len(out.splitlines()) < 6


def test_all_maps_are_printed_when_asked(claims):
    code, out, error = call("winners", claims, "--all", "--best-over", "scheduler")
    assert code == 0 and "more maps" not in out, error
    code, some, error = call("winners", claims, "--best-over", "scheduler")
    assert code == 0 and re.search(r"^\d+ more maps: add --all", some, re.M), error
    shown, all_of_them = ([one for one in text.split("\n\n") if "|" in one] for text in (some, out))
    assert len(shown) < len(all_of_them) and set(shown) <= set(all_of_them)


@pytest.mark.parametrize("variables, coloured", [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True)])
def test_colours_are_on_terminals_unless_no_color_is_set(demo, variables, coloured):
    code, shown = on_terminal(BINARY, "winners", demo, **variables)
    assert code == 0 and ("\033[" in shown) == coloured
    assert too_long(shown) == []
    code, piped, _ = call("winners", demo)
    assert code == 0 and "\033" not in piped
    assert re.sub(r"\033\[[\d;]*m", "", shown).replace("\r\n", "\n") == piped


@pytest.mark.parametrize("ranks", [1, 2])
def test_progress_is_one_line_on_a_terminal(tmp_path, ranks):
    """Under the launcher too, whose ranks have a pipe: the launcher's own standard error is the terminal."""
    launcher = [LAUNCHER, "-n", ranks] if ranks > 1 else []
    code, shown = on_terminal(*launcher, BINARY, "run", SOURCE / "sweeps/demo.toml", "-o", tmp_path / "demo.h5")
    assert code == 0 and re.search(r"\r\033\[K\[#{24}\] \d+ of \d+ points \(100\.0 %\)", shown), shown
    assert "demo.h5: " in shown and not re.search(r"\d{4}-\d\d-\d\d \d\d:", shown)


def test_progress_is_lines_in_a_log(tmp_path):
    """Where the launcher writes into a file; the first line at the start, others as time goes on."""
    with open(tmp_path / "log", "w") as log:
        done = subprocess.run([LAUNCHER, "-n", "2", BINARY, "run", SOURCE / "sweeps/demo.toml", "-o", tmp_path / "demo.h5"], stderr=log)
    text = (tmp_path / "log").read_text()
    assert done.returncode == 0 and "\r" not in text and "[#" not in text
    lines = text.splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ", line) for line in lines) and " 0 of " in lines[0] and "(100.0 %)" in text
