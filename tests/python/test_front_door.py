"""What a new user meets: schedulers = "all", "allreduce/*", the hint without rules, mistakes that give one line each."""
import re
import subprocess

import pytest
from conftest import COMMON_FABRIC, SOURCE, call

import lightsweep as ls

GRID = """[[grid]]
name = "g"
topology = "ring-uni"
nodes = 16
planes = 2
message = ["1KiB", "1MiB"]
reconfiguration_delay = ["1us", "1ms"]
"""
SWEEP = 'rules = "common"\nbest = true\n{}' + COMMON_FABRIC + GRID + "{}"


def planned(tmp_path, schedulers, collective, change=lambda text: text):
    (tmp_path / "s.toml").write_text(change(SWEEP.format(f"schedulers = {schedulers}\n", f"collective = {collective}\n")))
    return call("plan", tmp_path / "s.toml")


def groups(out):
    return [name for name in re.findall(r"^grids/g/(\S+)", out, re.M) if name != "best"]


def test_all_schedulers_are_those_that_have_a_place_under_the_rules(tmp_path):
    """Every one that `list` has under common rules, without formulas of other papers, 0-1 programs, and those that need wavelengths."""
    code, out, error = planned(tmp_path, '"all"', '"allreduce/swing"')
    assert code == 0, error
    names = groups(out)
    assert {"static", "every-step", "bridge", "pccl", "segments", "swot", "frontier"} <= set(names)
    assert not [name for name in names if name.endswith(("-milp", "-ilp")) or name.startswith(("wdm", "optree"))]
    listed = planned(tmp_path, "[" + ", ".join(f'"{name}"' for name in names) + "]", '"allreduce/swing"')
    assert listed == (0, out, error)
    with_rings = planned(tmp_path, '"all"', '"allreduce/swing"', lambda text: text.replace("planes = 2", "planes = 2\nwavelengths = 8"))
    assert set(groups(with_rings[1])) - set(names) >= {"wdm-ring", "wdm-optimal", "osm"}


@pytest.mark.parametrize("rules, change", [
    ("addanki", lambda text: text.replace("planes = 2\n", "")),
    ("bridge", lambda text: text.replace("planes = 2\n", "").replace("ring-uni", "ring")),
    ("swot", lambda text: re.sub(r"(per_hop|topology).*\n", "", text)),
])
def test_all_holds_under_the_rules_of_papers(tmp_path, rules, change):
    code, out, error = planned(tmp_path, '"all"', '"allreduce/*"', lambda text: change(text.replace('"common"', f'"{rules}"')))
    assert code == 0 and len(groups(out)) >= 5, error


def test_all_algorithms_are_those_of_the_list(tmp_path):
    one = planned(tmp_path, '["static", "segments"]', '["allreduce/*", "alltoall/bruck"]')
    names = "[" + ", ".join(f'"{name}"' for name in [*ls.all("allreduce"), "alltoall/bruck"] if not name.endswith("/any")) + "]"
    assert one[0] == 0 and one == planned(tmp_path, '["static", "segments"]', names)


def test_an_unknown_primitive_is_named_with_its_place(tmp_path):
    code, _, error = planned(tmp_path, '["static"]', '"alreduce/*"')
    assert code == 2 and re.search(r"s\.toml:\d+: grid\.g\.collective = alreduce/\*: is not known", error), error


def test_missing_rules_are_explained(tmp_path):
    code, _, error = planned(tmp_path, '["static"]', '"allreduce/swing"', lambda text: text.replace('rules = "common"\n', ""))
    assert code == 2 and 'rules: is missing (to compare schedulers or to plan hardware: rules = "common"; to reproduce a paper' in error


def figures(*words):
    done = subprocess.run([SOURCE / "analysis/lightsweep-figures", *words], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


def test_a_file_without_figures_is_told_in_three_lines(tmp_path):
    """What it lacks for the figures of any sweep, and where the others are."""
    keys = dict(nodes=8, collective="allreduce/ring", message="1MiB", reconfiguration_delay="1us", bandwidth="400Gbps", per_step_latency="1us", per_hop_latency="1ns",
                topology="ring-uni", schedulers=["every-step"])
    for rules in ("common", "addanki"):
        result = ls.Sweep(rules=rules, **keys | ({"planes": 1} if rules == "common" else {})).run(output=tmp_path / f"{rules}.h5", progress=False)
        code, error = figures(result.path)
        assert code == 2 and "sweeps/cross/frontier.toml" in error and 'add "static" to the schedulers' in error
        assert len(error.splitlines()) == 3 and "the sweeps that --list names" in error


def test_an_unknown_figure_is_one_line(demo):
    code, error = figures(demo, "--figure", "anser")
    assert code == 2 and error == "lightsweep-figures: --figure anser: is not known (did you mean answer); --list prints the names of all figures\n"


def test_a_part_of_a_key_names_the_keys_that_have_it(tmp_path):
    """`delay` is near no key by its letters, and is the last word of three."""
    (tmp_path / "s.toml").write_text('rules = "common"\nschedulers = ["static"]\n[[grid]]\nname = "g"\ndelay = "1us"\n')
    code, _, error = call("plan", tmp_path / "s.toml")
    found = re.search(r"s\.toml:5: grid\.g\.delay = 1 ?us: unknown key \(did you mean (.*)\)", error)
    assert code == 2 and found and set(found[1].split(" or ")) >= {"port_delay", "reconfiguration_delay"}, error


def test_fabric_holds_defaults_of_studies_without_schedulers_too(tmp_path):
    """Those that the study reads: a trace takes `planes`, and leaves `message` to other grids."""
    (tmp_path / "t.csv").write_text("name,compute_time,collective,message,count\na,50us,allreduce/ring,8MiB,2\n")
    defaults = COMMON_FABRIC + 'topology = "ring"\nplanes = 2\nreconfiguration_delay = "10us"\n'
    grid = '[[grid]]\nname = "g"\nstudy = "trace"\nnodes = 4\ntrace = "t.csv"\n'
    answers = []
    for name, text in (("defaults", defaults + 'message = "1MiB"\nchunks = 4\n' + grid), ("own", grid + defaults.replace("[fabric]\n", ""))):
        (tmp_path / "s.toml").write_text('rules = "common"\n' + text)
        code, out, error = call("run", tmp_path / "s.toml", "-o", tmp_path / f"{name}.h5")
        assert code == 0, error
        answers.append(re.findall(r"^[0-9a-f]{32}", call("verify", tmp_path / f"{name}.h5")[1], re.M))
    assert len(answers[0]) >= 2 and answers[0] == answers[1]
