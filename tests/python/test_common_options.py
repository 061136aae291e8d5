"""Options of rules = common in files: the base restored at the end, a delay of their own for WDM rings, portfolios and names without a place,
as `lightsweep eval` has them, on any number of ranks."""
import json
import subprocess

import h5py
import numpy as np
import pytest
from conftest import BINARY, COMMON_FABRIC, LAUNCHER, call

SWEEP = """title = "options"
rules = "common"
schedulers = ["static", "addanki", "addanki-milp", "bridge-paper", "pccl", "pccl-portfolio", "segments", "swot-order", "wdm-ring", "wdm-windowed"]
envelopes = true
schedules = true
best = { minimise = ["scheduler", "topology", "algorithm"] }
""" + COMMON_FABRIC + """[[grid]]
name = "g"
nodes = 32
planes = 2
wavelengths = 4
topology = ["ring-uni", "wdm-ring"]
primitive = ["allreduce", "alltoall"]
algorithm = ["bruck", "any"]
restore = [false, true]
message = ["1KiB", "64MiB"]
wdm_reconfiguration_delay = ["100ns", "1ms"]
reconfiguration_delay = ["100ns", "10us", "1ms"]
"""


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("options")
    (folder / "options.toml").write_text(SWEEP)
    files = [folder / f"{ranks}.h5" for ranks in (1, 3)]
    for ranks, file in zip((1, 3), files):
        done = subprocess.run([LAUNCHER, "-n", str(ranks), BINARY, "run", folder / "options.toml", "-o", file], capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr
    return files


def axes_of(group):
    return [scale[0].name.rsplit("/", 1)[-1] for scale in group["completion_time"].dims]


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def points(group):
    """Every point of a group: its index, and its coordinates by name."""
    axes = axes_of(group)
    for index in np.ndindex(group["completion_time"].shape):
        values = {axis: group[axis][i] for axis, i in zip(axes, index)}
        yield index, {key: text(value) if isinstance(value, (bytes, str)) else value.item() for key, value in values.items()}


def problem(scheduler, at):
    """The same point for `eval`; a delay that the group does not have is one that nobody reads there."""
    keys = dict({"reconfiguration_delay": 1}, **at)
    if keys["topology"] != "wdm-ring":
        keys.pop("wdm_reconfiguration_delay", None)
    return dict(keys, rules="common", scheduler=scheduler, nodes=32, planes=2, wavelengths=4, bandwidth="800Gbps", per_step_latency="1us",
                per_hop_latency="100ns", restore=bool(at["restore"]))


def answers(problems):
    done = subprocess.run([BINARY, "eval", "-"], input="\n".join(map(json.dumps, problems)), capture_output=True, text=True, timeout=240)
    return [json.loads(line) for line in done.stdout.splitlines()]


def meaning(dataset, code):
    return text(dataset.attrs["flag_meanings"]).split()[list(dataset.attrs["flag_values"]).index(code)]


def test_digests_are_equal_on_any_number_of_ranks(swept):
    code, out, error = call("verify", *swept)
    assert code == 0, out + error


def test_groups_have_the_delay_that_they_read(swept):
    with h5py.File(swept[0]) as file:
        grid = file["grids/g"]
        for name in grid:
            delays = {axis for axis in axes_of(grid[name]) if axis.endswith("delay")}
            ring = name.startswith("wdm-")
            both = {"wdm_reconfiguration_delay", "reconfiguration_delay"}
            expected = {"static": set(), "best": both}.get(name, {"wdm_reconfiguration_delay"} if ring else {"reconfiguration_delay"})
            assert delays == expected, name
        assert set(file["envelopes/g"]) == {"static", "addanki", "bridge-paper", "pccl", "pccl-portfolio", "segments", "best"}


@pytest.mark.parametrize("scheduler", ["static", "addanki", "addanki-milp", "bridge-paper", "pccl-portfolio", "swot-order", "wdm-ring", "wdm-windowed"])
def test_rows_are_what_eval_answers(swept, scheduler):
    with h5py.File(swept[0]) as file:
        group = file["grids/g"][scheduler]
        all_points = list(points(group))
        found = answers([problem(scheduler, at) for _, at in all_points])
        reasons = set()
        for (index, at), answer in zip(all_points, found):
            status = meaning(group["status"], group["status"][index])
            assert status == answer["status"], (at, answer)
            if status == "not_applicable":
                reasons.add(meaning(group["reason"], group["reason"][index]))
                assert meaning(group["reason"], group["reason"][index]) == answer["reason"], (at, answer)
                continue
            assert group["completion_time"][index] == pytest.approx(answer["completion_time"], rel=1e-12), at
    if scheduler == "swot-order":
        assert reasons == {"steps_are_given"}
    if scheduler == "wdm-windowed":
        assert "restore_not_supported" in reasons
    if scheduler == "pccl-portfolio":
        assert reasons == {"other_topology"}


def test_restoring_costs_one_delay_at_most(swept):
    with h5py.File(swept[0]) as file:
        for scheduler in ("addanki", "segments", "bridge-paper", "pccl"):
            group = file["grids/g"][scheduler]
            axes = axes_of(group)
            times = np.moveaxis(group["completion_time"][...], axes.index("restore"), 0)
            delays = group["reconfiguration_delay"][...]
            assert axes[-1] == "reconfiguration_delay"
            known = np.isfinite(times[0])
            assert known.any() and (np.isfinite(times[1]) == known).all()
            more = (times[1] - times[0])[known]
            assert (more >= -1e-18).all() and (more <= np.broadcast_to(delays, times[0].shape)[known] * (1 + 1e-9)).all()
            assert (more > 0).any(), scheduler


def test_best_takes_every_scheduler_at_its_own_delay(swept):
    with h5py.File(swept[0]) as file:
        best = file["grids/g/best"]
        names = text(best["winner"].attrs["flag_meanings"]).split()
        assert any(names[code].startswith("wdm-") for code in np.unique(best["winner"][...]) if code >= 0)
        found, bound = best["completion_time"][...], best["lower_bound"][...]
        others = [({axis: [text(one) for one in group[axis][...]] for axis in axes_of(group)}, group["completion_time"][...])
                  for name, group in file["grids/g"].items() if name != "best"]
        for index, at in points(best):
            least = np.inf
            for axes, times in others:
                own = times[tuple(values.index(at[axis]) if axis in at else slice(None) for axis, values in axes.items())]
                least = min(least, np.nanmin(own) if np.isfinite(own).any() else np.inf)
            assert found[index] == pytest.approx(least, rel=1e-12), at
            assert bound[index] <= least * (1 + 1e-12), at


def test_lists_name_who_has_none(swept):
    code, out, error = call("critical", swept[0], "--regimes")
    assert code == 0, error
    assert "have no list here" in out and "wdm-windowed" in out


def test_steps_of_schedules_sum_to_their_lists(swept):
    """Also of a portfolio, whose decisions begin with the algorithm."""
    with h5py.File(swept[0]) as file:
        assert {"addanki", "bridge-paper", "pccl", "pccl-portfolio", "segments"} <= set(file["steps/g"])
        for name, steps in file["steps/g"].items():
            lists, seen = file["envelopes/g"][name], 0
            columns = {"n_steps": "startups", "hops": "hops", "reconfigurations": "reconfigurations"}
            for at in np.ndindex(steps["offset"].shape):
                runs = slice(steps["offset"][at], steps["offset"][at] + max(0, steps["count"][at]))
                schedule, times = steps["schedule"][runs], steps["n_steps"][runs]
                for k in range(lists["count"][at]):
                    row, mine = lists["offset"][at] + k, schedule == k
                    for total, part in columns.items():
                        assert (steps[part][runs] * times)[mine].sum() == pytest.approx(lists[total][row], rel=1e-12), (name, at, k, total)
                    sent = (steps["transmission"][runs] * times)[mine].sum()
                    assert sent == pytest.approx(lists["volume"][row] + lists["congestion"][row], rel=1e-9), (name, at, k)
                    seen += 1
            assert seen > 0, name


def test_plans_end_with_the_base_set_up_again():
    words = ["schedule", "--scheduler", "segments", "--collective", "alltoall/shift", "--nodes", "4", "--message", "4MiB", "--topology", "ring-uni",
             "--rules", "common", "--bandwidth", "800Gbps", "--planes", "1", "--per-step-latency", "1us", "--per-hop-latency", "100ns",
             "--reconfiguration-delay", "3us", "--restore", "true"]
    answers = []
    for form in ("--json", "--execution-plan"):
        code, out, error = call(*words, form)
        assert code == 0, error
        answers.append(json.loads(out))
    shown, plan = answers
    assert "reconfigures_to" in shown["timeline"][-1] and shown["timeline"][-1]["end"] == pytest.approx(shown["completion_time"], rel=1e-12)
    assert [next(key for key in one if key.endswith("_step")) for one in plan["controller"]] == ["before_step", "before_step", "after_step"]
    assert plan["controller"][-1]["after_step"] == 2 and plan["controller"][-1]["topology"] == 0
