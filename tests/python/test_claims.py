"""The claims of Addanki's and BRIDGE's papers: as recorded, and different where the data are changed."""
import re

import h5py
import pytest
from conftest import SOURCE, call, doctored, part_of


def verdicts(out):
    return dict(re.findall(r"^claim +(\d+) (?:.*\n)+? +verdict +([^,;:]+)[,;:]", out, re.M))


def test_claims_are_as_recorded(claims):
    code, out, _ = call("claims", claims)
    assert code == 0, out
    found = verdicts(out)
    assert len(found) == 13  # and 5b
    assert "not judged" not in found.values()
    assert found["14"] == "not reproduced" and found["5"] == "reproduced" and found["10"] == "depends on the reading"
    assert re.search(r"\{1,-1\} +\{1,7\} +\{1,9\} +\{1,19\} +\{1,27\}\n +mean 1/theta over the shifts +21.67 +9.15 +8.70 +8.20 "
                     r"+8.20\n +reference \+-0.005 +21.67 +9.15 +8.70 +8.20 +8.20", out)
    assert re.search(r"ring wins from message +322\.8 kB +1\.387 MB\n +reference \+-500 +- +323 kB +1\.387 MB", out)
    assert out.splitlines()[-1] == "14 of 14 claims judged, 14 as recorded, 0 different"
    assert max(map(len, out.splitlines()[1:-1])) <= 110


def test_claims_are_the_references_numbers_on_the_whole_grid(fig1):
    code, out, _ = call("claims", fig1)
    assert code == 0, out
    assert re.match(r"\d claims are not judged: .*sweeps/addanki/claims.toml", out.splitlines()[-1])
    assert re.search(r"ring-uni, 100 ns per step +1817x +1817x +1708x +3026x\n +reference \+-0.5 +1817x +- +1708x +3026x", out)
    assert re.search(r"share > 1.01 +0.082 +0.070 +0.079 +0.227\n +reference \+-0.0005 +0.082 +0.070 +0.079 +0.227", out)


def slow_optimum(file):
    data = file["grids/allreduce/addanki/completion_time"]
    data[0, 0, 0, 0, 0] = data[0, 0, 0, 0, 0] * 2


def congested_match(file):
    file["grids/alltoall/every-step/congestion_time"][0, 0, 0, 0] = 1e-3


def loose_relaxation(file):
    data = file["grids/alltoall/addanki-milp/lower_bound"]
    data[...] = data[...] * 0.5


def scaled(path, name, factor):
    """Scales a column everywhere: verdicts that only ask for a gain stay as they are."""
    def change(file):
        group = file[path]
        group[name][...] = group[name][...] * factor
    return change


def test_bridge_claims_are_as_recorded(bridge_claims):
    code, out, _ = call("claims", bridge_claims)
    assert code == 0, out
    found = verdicts(out)
    assert len(found) == 51 and "not judged" not in found.values()
    of = {verdict: {int(number) for number, one in found.items() if one == verdict} for verdict in found.values()}
    assert of["close"] == {14, 17, 19, 21}
    assert of["not reproduced"] == {16, 25, 27, 35, 39, 40, 45, 48} and of["depends on the reading"] == {8, 12, 26, 31, 33, 36, 38, 44, 46, 47}
    assert re.search(r"256 nodes, 456 points +39 +1\.064x\n", out)
    assert re.search(r"reduce-scatter, R = 2 +010100\n", out)
    assert re.search(r"64 nodes, 1 kB, 1 us, hops count 2 +8\.57x\n +reference \+-0\.005 +8\.57x", out)
    assert re.search(r"16 MB, 150 us +3\.013 us\n +reference \S+ +3\.01 us", out)
    assert out.splitlines()[-1] == "51 of 51 claims judged, 51 as recorded, 0 different"
    assert max(map(len, out.splitlines()[1:-1])) <= 110


def slow(grid, scheduler, factor=1.1):
    def change(file):
        data = file[f"grids/{grid}/{scheduler}/completion_time"]
        data[...] = data[...] * factor
    return change


def later_subrings(file):
    data = file["schedules/table1-once/bridge-paper/decision"]
    data[...] = data[...] << 8  # every change one step later


def short_transmission(file):
    data = file["grids/shares/ring-hamiltonian/transmission_time"]
    data[...] = data[...] / 2


def longer_paths(file):
    data = file["grids/blocks/g-bruck/propagation_time"]
    data[...] = data[...] * 1.001


def shorter_exchanges(file):
    data = file["envelopes/scatter/r-hd/hops"]
    data[...] = data[...] / 2


def shorter_subrings(file):
    data = file["envelopes/scatter-networks/bridge/hops"]
    data[...] = data[...] / 2


def one_bandwidth(file):
    file["grids/bandwidths/bridge-paper/completion_time"][:, 0] *= 1.1


def one_latency(file):
    file["grids/latencies/bridge-paper/completion_time"][:, 0] *= 1.1


def equal_mirrors(file):
    data = file["grids/alltoall-mirrored/bridge-paper/completion_time"]
    data[...] = data[...] * 2


def long_planning(file):
    file["timing/computing_time"][...] = 1e3


@pytest.mark.parametrize("change, changed", part_of([
    (slow("alltoall", "bridge-paper"), {3, 4, 5, 6, 8, 9, 13, 15, 16}), (slow("alltoall", "s-bruck", 9), {12, 40}),
    (slow("alltoall", "s-bruck", .5), {38}), (slow("recipe", "bridge-paper", .9), {35}), (one_bandwidth, {37}), (one_latency, {36}),
    (slow("allreduce", "bridge-paper", 2), {41}),
    (slow("alltoall-networks", "s-bruck", 0.5), {10, 11}),
    (slow("alltoall-range", "g-bruck"), {14}),
    (slow("scatter", "ring-hamiltonian"), {17, 18, 20, 21, 22, 25, 28}),
    (slow("scatter", "r-hd"), {19, 23, 31}),
    (slow("scatter", "r-hd", 0.9), {24}),
    (slow("scatter-networks", "ring-hamiltonian"), {27}), (slow("scatter-networks", "ring-hamiltonian", 3), {26, 42}),
    (later_subrings, {1, 2}), (short_transmission, {30}), (longer_paths, {34}), (shorter_exchanges, {29, 44}), (slow("scatter-networks", "r-hd", .9), {24}), (shorter_subrings, {43}),
    (equal_mirrors, {33}), (long_planning, {32})], 3))
def test_changed_data_change_a_claim_of_bridge(bridge_claims, tmp_path, change, changed):
    code, out, _ = call("claims", doctored(bridge_claims, tmp_path, change))
    marked = {int(one) for one in re.findall(r"^claim +(\d+)(?:(?!^claim).*\n)*?.*<-- DIFFERS", out, re.M)}
    assert code == 1 and changed <= marked, marked


@pytest.mark.parametrize("shard", ["1/2", "2/2"])
def test_missing_tasks_make_no_claim_of_bridge_differ(tmp_path, shard):
    code, _, error = call("run", SOURCE / "sweeps/bridge/claims.toml", "-o", tmp_path / "part.h5", "--shard", shard)
    assert code in (0, 75), error
    code, out, _ = call("claims", tmp_path / "part.h5")
    assert code == 0 and re.search(r"\n(\d+) of 51 claims judged, \1 as recorded, 0 different\n", out)


def hops_that_matter(file):
    """Of six latencies per hop the smallest makes the ring 10 % faster."""
    data = file["grids/alltoall/s-bruck/completion_time"]
    values = data[...]
    values[file["grids/alltoall/s-bruck/message"][...] == 16e6, 1] *= 0.9
    data[...] = values


def test_claims_about_bridge_name_their_sweep(bridge_claims, tmp_path):
    code, out, _ = call("claims", doctored(bridge_claims, tmp_path, hops_that_matter))
    assert code == 1 and re.search(r"^claim +7(?:(?!^claim).*\n)*?.*<-- DIFFERS", out, re.M)

    def keep_blocks(file):
        for name in set(file["grids"]) - {"blocks"}:
            del file["grids"][name], file["schedules"][name], file["envelopes"][name]

    code, out, _ = call("claims", doctored(bridge_claims, tmp_path, keep_blocks))
    assert code == 0 and "49 claims are not judged: each says above what it needs; sweeps/bridge/claims.toml" in out


@pytest.mark.parametrize("source, path, name, factor, changed", [
    ("fig1", "every-step", "completion_time", 1.01, {"2", "5"}),
    ("fig1", "static", "completion_time", 1.01, {"4", "5"}),
    ("claims", "grids/allreduce/static", "congestion_time", 1.001, {"3"}),
    ("claims", "grids/vanishing-message/static", "propagation_time", 1.001, {"10"}),
    ("claims", "grids/coprime-rings/static", "congestion_time", 1.001, {"11"}),
])
def test_numbers_beside_the_reference_fail(source, path, name, factor, changed, tmp_path, request):
    file = request.getfixturevalue(source)
    with h5py.File(file) as data:
        paths = [path] if path in data else [f"grids/{grid}/{path}" for grid in data["grids"]]

    def change(copy):
        for one in paths:
            scaled(one, name, factor)(copy)

    code, out, _ = call("claims", doctored(file, tmp_path, change))
    assert code == 1
    off = {number for number, text in re.findall(r"^claim +(\d+)((?:\n|(?!^claim ).)*)", out, re.M | re.S)
           if "a number differs from its reference" in text}
    assert off == changed


def no_gain_at_other_bandwidths(file):
    for name in ("static", "every-step"):
        file[f"grids/bandwidths/{name}/completion_time"][...] *= 0.1


def valuable_ports(file):
    for name in ("static", "every-step"):
        file[f"grids/degrees/{name}/completion_time"][:, :, 3] *= 2


def congested_coprime_rings(file):
    data = file["grids/coprime-rings/static/congestion_time"]
    data[3] = data[0] * 1.01  # {1, 19} as bad as {1, -1}


@pytest.mark.parametrize("change, changed", [(slow_optimum, {"7", "8"}), (congested_match, {"1"}),
                                             (congested_coprime_rings, {"11"}), (valuable_ports, {"14"}),
                                             (no_gain_at_other_bandwidths, {"13"}),
                                             (loose_relaxation, {"9"})])
def test_a_verdict_that_differs_fails(claims, tmp_path, change, changed):
    code, out, _ = call("claims", doctored(claims, tmp_path, change))
    assert code == 1
    marked = set(re.findall(r"^claim +(\d+)(?:(?!^claim).*\n)*?.*<-- DIFFERS", out, re.M))
    assert changed <= marked


def test_a_file_without_data_for_any_claim_fails(demo, tmp_path):
    def keep_static(file):
        for name in ("every-step", "threshold", "addanki", "best"):
            del file["grids/ring"][name]

    code, out, error = call("claims", doctored(demo, tmp_path, keep_static))
    assert code == 2 and "0 of 14 claims judged" in out
    assert error.endswith("doctored.h5: holds the data of no claim; run sweeps/addanki/claims.toml\n")
