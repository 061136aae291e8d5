"""robust and lookup: the verbs and the package against enumeration of all schedules at many delays."""
import json
import re
import shutil
import subprocess

import h5py
import numpy as np
import pytest
from conftest import call

import lightsweep as ls

SCALE = {"ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
FROM, TO = 1e-6, 1e-4
QUANTILES = {0.1: "1us", 0.5: "10us", 0.9: "50us"}
STEP, HOP, BANDWIDTH = 1e-6, 1e-7, 1e11
ONE = ("--where", "primitive=alltoall", "--where", "topology=ring")


@pytest.fixture(scope="module")
def lines(common):
    """{message: (seconds without delay, reconfigurations) of every schedule of alltoall on the ring}, read with h5py alone."""
    found = {}
    with h5py.File(common) as file:
        place = file["grids/common/static"]
        primitive = [one.decode() for one in place["primitive"][...]].index("alltoall")
        topology = [one.decode() for one in place["topology"][...]].index("ring")
        messages = place["message"][...]
        for name, group in file["envelopes/common"].items():
            if name == "best" or "formula" in group.attrs:
                continue
            axes = [axis[0].name.rsplit("/", 1)[1] for axis in group["count"].dims]
            for at in np.ndindex(group["count"].shape):
                index = dict(zip(axes, at))
                if index.get("primitive", primitive) != primitive or index.get("topology", topology) != topology:
                    continue
                first = group["offset"][at]
                for row in range(first, first + max(0, group["count"][at])):
                    cost = {key: float(group[key][row]) for key in ("n_steps", "hops", "volume", "congestion", "reconfigurations")}
                    for message in messages:
                        found.setdefault(float(message), []).append(
                            (cost["n_steps"] * STEP + cost["hops"] * HOP + (cost["volume"] + cost["congestion"]) * message / BANDWIDTH,
                             cost["reconfigurations"]))
    return {message: np.array(all_lines) for message, all_lines in found.items()}


def times_at(lines, delays):
    return lines[:, 0, None] + lines[:, 1, None] * np.asarray(delays)


def enumerated(lines):
    """Least over the schedules of what each loses at worst, over 4,001 delays with both ends."""
    times = times_at(np.unique(lines, axis=0), np.linspace(FROM, TO, 4001))
    with np.errstate(invalid="ignore"):
        return np.nanmin(np.max(times - times.min(axis=0), axis=1))


def rows_of(out):
    """[(message, regret or expected time, least, price)] of a table, in seconds."""
    number = r"([\d.]+) (ps|ns|us|ms|s)"
    found = re.findall(rf"^  ([\d.]+ [KMG]iB) .*?, \d+ +{number}(?: \([^)]*\))? +{number} +{number}$", out, re.M)
    return [(one[0], *(float(one[at]) * SCALE[one[at + 1]] for at in (1, 3, 5))) for one in found]


def test_the_least_regret_is_that_of_enumeration(common, lines):
    code, out, error = call("robust", common, "--delay", "1us..100us", *ONE)
    assert code == 0, error
    answer = ls.open(common).robust(("1us", "100us")).sel(primitive="alltoall", topology="ring")
    rows = rows_of(out)
    assert [one[0] for one in rows] == ["1 KiB", "32 MiB"] and len(lines) == 2
    for (_, regret, least, price), (message, own), found, paid in zip(rows, sorted(lines.items()), answer.regret.values, answer.price.values):
        expected = enumerated(own)
        assert regret == pytest.approx(expected, rel=1e-3) and found == pytest.approx(expected, rel=1e-9, abs=1e-15), message
        assert least <= regret * (1 + 1e-3) and price == pytest.approx(paid, rel=1e-3, abs=1e-15)
    assert any(one[3] > 0 or one[1] > 0 for one in rows)
    assert all(len(line) <= 100 for line in out.splitlines())


def test_no_line_above_the_envelope_has_a_smaller_regret_than_the_least(common, lines):
    """Whatever its slope: the lowest line of that slope that is nowhere below the envelope."""
    _, out, _ = call("robust", common, "--delay", "1us..100us", *ONE)
    delays = np.linspace(FROM, TO, 4001)
    for (_, _, least, _), (_, own) in zip(rows_of(out), sorted(lines.items())):
        envelope = times_at(own, delays).min(axis=0)
        for slope in np.linspace(0, 2 * own[:, 1].max(), 101):
            line = np.max(envelope - slope * delays) + slope * delays
            assert np.max(line - envelope) >= least * (1 - 1e-3) - 1e-12


def test_the_least_expected_time_is_that_of_many_draws(common, lines):
    """Quantiles spread evenly between two of them; what lies outside stands at the ends."""
    words = ",".join(f"{share}:{delay}" for share, delay in QUANTILES.items())
    code, out, error = call("robust", common, "--quantiles", words, *ONE)
    assert code == 0, error
    draws = np.interp((np.arange(20000) + 0.5) / 20000, [0.1, 0.5, 0.9], [1e-6, 1e-5, 5e-5])
    answer = ls.open(common).robust(quantiles=QUANTILES).sel(primitive="alltoall", topology="ring")
    for (_, expected, _, price), (_, own), found in zip(rows_of(out), sorted(lines.items()), answer.expected_time.values):
        means = np.array([np.mean(time) for time in times_at(np.unique(own[np.isfinite(own[:, 0])], axis=0), draws)])
        assert expected == pytest.approx(means.min(), rel=1e-3) and found == pytest.approx(means.min(), rel=1e-6) and price >= 0


def test_lookup_keeps_its_bounds_and_c_reads_the_same(common, lines, tmp_path):
    words = ("lookup", common, "--delay", "1us..1ms", "--message", "1KiB..32MiB", "--cells", 5, *ONE)
    code, out, error = call(*words)
    assert code == 0, error
    table = json.loads(out)
    delays, messages = table["delay_edges"], table["message_edges"]
    assert len(delays) == len(messages) == 6 and (delays[0], delays[-1], messages[-1]) == (1e-6, 1e-3, 2**25)

    def time(one, delay, message):
        return one["n_steps"] * STEP + one["hops"] * HOP + one["transmission"] * message / BANDWIDTH + one["reconfigurations"] * delay

    def least(delay, message):
        """Of all schedules: the fixed part and the part that grows with the message, from two messages."""
        (low, few), (high, many) = sorted(lines.items())
        with np.errstate(invalid="ignore"):
            per_byte = (many[:, 0] - few[:, 0]) / (high - low)
            return np.nanmin(few[:, 0] + per_byte * (message - low) + few[:, 1] * delay)

    program = ["#include <stdio.h>", '#include "lookup.h"', "int main(void) { double bound;"]
    expected, random = [], np.random.default_rng(7)
    for m, d in np.ndindex(5, 5):
        bound, chosen = table["error_bounds"][m][d], table["schedules"][table["cells"][m][d]]
        corners = [(x, y) for x in delays[d:d + 2] for y in messages[m:m + 2]]
        inside = [(random.uniform(*delays[d:d + 2]), random.uniform(*messages[m:m + 2])) for _ in range(40)]
        losses = [time(chosen, *one) / least(*one) - 1 for one in corners + inside]
        assert max(losses) <= bound + 1e-9 and max(losses[:4]) == pytest.approx(bound, abs=1e-9)
        program.append(f'printf("%d ", lightsweep_lookup({inside[0][0]!r}, {inside[0][1]!r}, &bound)); printf("%.17g\\n", bound);')
        expected.append((table["cells"][m][d], bound))
    assert len({number for number, _ in expected}) > 1
    code, header, _ = call(*words, "--c-header")
    (tmp_path / "lookup.h").write_text(header)
    (tmp_path / "a.c").write_text("\n".join([*program, 'printf("%d\\n", lightsweep_lookup(1.0, 1.0, &bound)); return 0; }']))
    subprocess.run([shutil.which("cc"), "-Wall", "-Werror", tmp_path / "a.c", "-o", tmp_path / "a"], check=True)
    printed = subprocess.run([tmp_path / "a"], capture_output=True, text=True, check=True).stdout.split()
    assert code == 0 and printed[-1] == "-1"
    assert list(zip(map(int, printed[0:-1:2]), map(float, printed[1:-1:2]))) == expected


@pytest.mark.parametrize("words, expected", [
    (["robust"], "robust: give either --delay 1us..100us or --quantiles"),
    (["robust", "--delay", "1us"], "--delay 1us: is no interval; e.g. --delay 1us..100us"),
    (["robust", "--delay", "1us..2MiB"], "--delay 2MiB: "),
    (["robust", "--delay", "2us..1us"], "--delay 2us..1us: the first value must be below the second"),
    (["robust", "--quantiles", "0.5:1us,0.2:2us"], "--quantiles 0.2:2us: give shares between 0 and 1 that rise"),
    (["robust", "--quantiles", "0.5:2us,0.7:1us"], "--quantiles 0.7:1us: its delay is below that of a smaller share"),
    (["lookup", "--delay", "0us..1us", "--message", "1KiB..1MiB"], "--delay 0us..1us: cells at equal ratios need a first value > 0"),
    (["lookup", "--delay", "1us..1ms", "--message", "1KiB..1MiB", "--where", "topology=wdm-ring"], "structures ("),
])
def test_robust_and_lookup_refuse_with_a_remedy(common, words, expected):
    code, out, error = call(words[0], common, *words[1:])
    assert (code, out) == (2, "") and expected in error, error
