#!/usr/bin/env python3
"""This command records what must not change in a refactoring, and compares another build with the record.

    record.py BUILD_DIR [-o FILE] [--speeds]          writes the record (record.json beside this file)
    record.py BUILD_DIR --compare [FILE] [--speeds]   runs again and prints every difference; 1 if one is not declared

The record holds the digest of every group of the sweeps' results, and the answers to the problems of tests/vectors as
`status completion_time hash`. With --speeds it holds what the benchmarks do per second: information, never a failure.
A difference that is meant is declared in the file: "declared" maps its key, or a pattern, to the line of the changelog.
"""
import argparse
import fnmatch
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
LAUNCHER = os.environ.get("LIGHTSWEEP_LAUNCHER", "mpiexec.mpich")
LEFT_OUT = {"cross/large": "95 s on two cores", "cross/overlap": "65 s; its scheduler is asked in common.json"}  # not run
BENCHMARKS = "bridge engine evaluate flow optree paths pccl"  # two minutes; the other programs print sentences

KEYS = {theirs: key for key, *names in map(str.split, """nodes n N | topology ring g0 | collective algorithm name
    | message m bytes message_bytes | item d_bytes | wavelengths w | switch_ports z | initial init | port_delay per_port_s
    | per_step_latency alpha_s base_latency_s | per_hop_latency alpha alpha_h delta_s | bandwidth bandwidth_Bps
    | reconfiguration_delay alpha_r_s fixed_s delta reconfiguration_s a_s r | wavelength_bandwidth B_bytes_per_s
    | plane_bandwidth plane_bandwidth_bytes_per_s | compute_time | conversion | dims | edges | link_bandwidth | offsets | packet
    | planes | pool | ports | restore | route | stages | steps | transmitters | volumes""".split("|")) for theirs in (key, *names)}
NAMES = dict(map(str.split, """uni ring-uni | bidir_full ring | bidir_split ring-split | rd_full allreduce/recursive-doubling
    | hd_doubling allreduce/halving-doubling-near | hd_halving allreduce/halving-doubling-far | swing allreduce/swing
    | a2a_shift alltoall/shift | a2a_xor alltoall/xor | a2a_bruck alltoall/bruck | ag_bruck allgather/bruck
    | a2a alltoall/bruck | rs reduce-scatter/bruck-near | ag allgather/bruck-near | ar_rsag allreduce/bruck-near
    | bucket2d reduce-scatter/bucket-2d | bucket3d reduce-scatter/bucket-3d | rhd_far reduce-scatter/halving-doubling-far
    | rhd_near reduce-scatter/halving-doubling-near | swing1d reduce-scatter/swing | swing2d reduce-scatter/swing-2d
    | swing3d reduce-scatter/swing-3d | allreduce_rhd_far allreduce/halving-doubling-far | dex alltoall/hypercube
    | rs_hd reduce-scatter/halving-doubling | ar_hd allreduce/halving-doubling | ar_rd allreduce/recursive-doubling
    | a2a_pairwise alltoall/shift | a2a_bruck_std alltoall/bruck | ar_ring_code allreduce/ring""".split("|")))
DEFAULTS = {  # what the cases of a file do not say
    "common": {}, "swot": dict(nodes=16, planes=4, plane_bandwidth=2.5e10, per_step_latency=2e-5, reconfiguration_delay=2e-4),
    "addanki": dict(message=1e6, bandwidth=1e11, per_step_latency=1e-7, per_hop_latency=1e-7, reconfiguration_delay=1e-5),
    "bridge": dict(message=1e6, link_rate=1e11, per_step_latency=1.7e-6, per_hop_latency=1e-6, reconfiguration_delay=1e-5),
    "optree": dict(topology="wdm-ring", collective="allgather/any", item=4e6, wavelength_bandwidth=5e9, wavelengths=1,
                   reconfiguration_delay=2.5e-5),
    "pccl": dict(message=1e6, bandwidth=4.5e11, per_step_latency=0, per_hop_latency=3e-6, reconfiguration_delay=5e-6)}

MORE = "segments-overlap addanki-reuse every-step-reuse bridge-paper addanki-milp bridge-ilp pccl-milp swot-milp:max_nodes=100"
BRUCK = "bridge bridge-paper bridge-ilp s-bruck g-bruck g-bruck:charge_first=1"
PLANES = 'ideal strawman one-shot one-shot:reading="literal" one-shot:reading="floor" swot'
TREES = "optree-tree wdm-lifted wdm-windowed wdm-optimal"
FORMULAS = ('osm wdm-ring wdm-neighbor wdm-neighbor:two_items=1 wrht wrht:case_rule="lemma" wrht:case_rule="shorter" '
            'wrht:case_rule="longer" optree-formula optree-formula:k_rule="round" optree-formula:k_rule="ceil"')
BASES = ["ring", "torus2d", "torus3d", "grid2d", "grid3d"]
PLAIN = [("", {})]


def bruck_and_others(g, e):
    """It returns a case g of BRIDGE's optima, and the other algorithms whose times e has."""
    primitive = NAMES[g["collective"]].split("/")[0]
    exchange = "alltoall/hypercube" if primitive == "alltoall" else primitive + "/halving-doubling"
    others = [("ring", primitive + "/ring", "ring-hamiltonian"), ("r_hd_total", exchange, "r-hd"),
              ("hybrid_total", g["collective"], "bridge-hybrid bridge-hybrid:mixed=1")]
    return PLAIN + [("", dict(collective=collective), scheduler) for key, collective, scheduler in others if key in e]


def released_volumes(g, e):
    """It returns a case of SWOT with the volumes of its released code; searches of 255 shifts take up to 20 s."""
    name = g.get("algorithm", g.get("name"))
    changes = dict(volumes="swot") if name in ("a2a_bruck", "a2a_pairwise", "ar_ring_code") else {}
    if "message_MB" in g:
        changes |= dict(plane_bandwidth=1e11 / g["planes"], m=g["message_MB"] * 1e6, r=g["reconfiguration_ms"] * 1e-3)
    return [("", changes, "ideal strawman") if name == "a2a_pairwise" and g["nodes"] > 64 else ("", changes)]


# Of every kind of case that is a whole problem: the schedulers that are asked, and how a case with the inputs g that expects
# e is varied, [(label, changes) or (label, changes, other schedulers)]; an option stands behind a scheduler's name.
CASES = {
    "addanki": {
        "opt_ring": ("static every-step threshold addanki addanki-milp",), "ring_profile_64": ("static",),
        "reuse_dp": ("addanki addanki-reuse every-step-reuse",), "ports_dp": ("addanki addanki-ports",),
        "figure_peaks": ("static every-step addanki", lambda g, e: [(name, dict(message=e[name]["m"], alpha_r_s=e[name]["ar"]))
                                                                    for name in ("vs_bvn", "vs_static", "vs_best")]),
        "overlap_dp": ("addanki addanki-overlap", lambda g, e: [(f"{s} s", dict(compute_time=s)) for s in {*g["compute_s"]}]),
        "pool_dp": ("addanki addanki-pool", lambda g, e: [("", dict(
            topology="circulant", offsets=g["pool_offsets"][:1], pool=[f"circulant({k})" for k in g["pool_offsets"][1:]]))]),
        "theta_lp": ("static", lambda g, e: [("", dict(topology="edges", steps=[{"peer": g["dest"], "bytes": 1e6}]))])},
    "bridge": {
        "optimum": (BRUCK, bruck_and_others), "multiport_optimum": (BRUCK,),
        "blocks": (BRUCK, lambda g, e: [(name, dict(collective=name, m=g["m_" + name])) for name in ("a2a", "rs")]),
        "schedule_cost": (BRUCK, lambda g, e: [
            ("", dict(z=2 * g["n"] // g.get("block", 1), volumes="bridge" if g.get("mode") == "paper" else "exact"),
             f"{BRUCK} bridge-paper:reconfigurations={len(g['segments']) - 1}")])},
    "common": {
        "scheduler": ("", lambda g, e: [  # MORE is asked once per structure
            ("", {}, g["scheduler"] + (f" {MORE}" if g["scheduler"] in ("segments", "swot") else ""))]),
        "wdm": ("", lambda g, e: [("", dict(topology="wdm-ring", collective=g["primitive"] + "/any"), g["scheduler"])]),
        "best": ("segments pccl", lambda g, e: [
            (name, dict(collective=f"{g['primitive']}/{name}")) for name in ("ring", "halving-doubling", "bruck", "swing")]),
        "lower_bound": ("pccl-portfolio", lambda g, e: [("", dict(collective=g["primitive"] + "/any"))]),
        "delay_axis": ("segments pccl", lambda g, e: [(name, dict(collective=name)) for name in g["collectives"]])},
    "optree": {
        "formulas": (FORMULAS, lambda g, e: PLAIN + [(f"k {k}", dict(stages=k), "optree-formula") for k in range(1, 13)]),
        "time": (FORMULAS, lambda g, e: PLAIN + [
            ("packets", dict(packet=128)), *((name, dict(conversion=name)) for name in ("per-flit", "pipelined"))]),
        "torus": (TREES, lambda g, e: [("", dict(topology="wdm-torus", dims=[g["rows"], g["cols"]], n=g["rows"] * g["cols"]))]),
        "table2": (FORMULAS,), "table3": (FORMULAS,), "dp": (TREES + " wdm-multicast",), "general_windows": (TREES,),
        "milp_optimum": (TREES + " optree-milp",), "one_stage_rwa": (TREES,),
        "tree_schedule": ("", lambda g, e: [
            (w, dict(w=int(w)), f"optree-tree:radices={g['radices']}".replace(" ", "")) for w in e["steps_by_w"]])},
    "pccl": {
        "pccl": ("", lambda g, e: [
            (f"{reading} {one['r']}", dict(r=one["r"], bandwidth=4.5e11, **({"pool": BASES} if reading == "five" else {})),
             "pccl:stay_away=1" if reading == "none" else "pccl") for reading in e for one in e[reading]["optimum"]]),
        "fixed_cost": ("static", lambda g, e: [
            (f"{name} {way}", dict(algorithm=name, route=way[-3:], link_bandwidth="split" if way[0] == "s" else "full"))
            for name in e for way in e[name]]),
        "split_round": ("pccl", lambda g, e: [("", dict(
            topology="ring", steps=[{"shift": [*range(1, g["n"])], "bytes": 1e6}], transmitters=g["limit"]))]),
        "congestion_dilation": ("static",), "congestion_dilation_rounds": ("static",),
        "schedule": ("static pccl pccl-milp", lambda g, e: [("", dict(topology="ring"))])},
    "swot": {
        "optimum": (PLANES + " swot-milp swot-order",), "baselines": (PLANES,), "points": (PLANES, released_volumes),
        "collective": ("ideal strawman swot swot-order", released_volumes), "cyclic": ("", released_volumes)}}


def translated(rules, given):
    """It returns a case's inputs as a problem of `eval`, but for the scheduler."""
    problem = {"rules": rules, **DEFAULTS[rules]}
    for key, value in given.items():
        if key in KEYS and not (key == "pool" and isinstance(value, str)):
            problem[KEYS[key]] = NAMES.get(value, value) if isinstance(value, str) else value
    if problem.get("collective") == "ring":
        problem["collective"] = "reduce-scatter/ring" if rules == "pccl" else "allreduce/ring"
    if "steps" in problem:
        return {key: value for key, value in problem.items() if key != "message"} | {"collective": "custom"}
    return problem


def problems(name, folder):
    """It yields (key, problem) for every case of tests/vectors/NAME.json that is a whole problem."""
    rules = name.split("_")[0]
    vectors = json.loads((SOURCE / f"tests/vectors/{name}.json").read_text())
    cases = vectors.get("cases") or [dict(kind="points", id=point["id"], input=point) for point in vectors["points"]]
    for case in cases:
        kind, given = case.get("kind") or case["function"], case.get("inputs") or case["input"]
        if isinstance(given.get("edges"), list):
            path = folder / f"{case['id']}.txt"
            path.write_text("".join("{} {} {}\n".format(*edge) for edge in given["edges"]))
            given = dict(given, edges=str(path))
        usual, variants = (*CASES[rules].get(kind, ("",)), lambda g, e: PLAIN)[:2]
        for label, changes, *schedulers in variants(given, case.get("expected")) if given.get("steps") != [] else ():
            for words in (schedulers or [usual])[0].split():
                scheduler, _, option = words.partition(":")
                options = {scheduler: {option.split("=")[0]: json.loads(option.split("=")[1])}} if option else {}
                key = " ".join([kind, str(case["id"]), *label.split(), words])
                yield key, translated(rules, {**given, **changes}) | {"scheduler": scheduler} | options


def answers_of(binary, name, folder):
    """It asks `eval` all problems of a file of vectors and returns {key: status, time and hash of the answer}."""
    asked = list(problems(name, folder))
    lines = "".join(json.dumps(problem) + "\n" for _, problem in asked)
    told = subprocess.run([binary, "eval"], input=lines, capture_output=True, text=True).stdout
    answers = {key: "no answer" for key, _ in asked}
    for key, line in zip(answers, told.splitlines()):
        answer = json.loads(line)
        answer.pop("explanation", None)  # a sentence for people, which may improve
        text = json.dumps(answer, sort_keys=True).replace(str(folder), "")
        answers[key] = f"{answer['status']} {answer.get('completion_time')} {hashlib.sha256(text.encode()).hexdigest()[:12]}"
    return answers


def digests_of(binary, sweep, folder):
    """It runs a sweep on two ranks and returns {group: digest}."""
    output = folder / (sweep.replace("/", "-") + ".h5")
    words = [LAUNCHER, "-n", "2", binary, "run", SOURCE / f"sweeps/{sweep}.toml", "-o", output, "--threads", "1"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        return {"(run)": f"exit code {done.returncode}: {done.stderr.strip()[-200:]}"}
    lines = subprocess.run([binary, "verify", output], capture_output=True, text=True).stdout.splitlines()
    output.unlink()
    return {line.partition(".h5:")[2]: line.split()[0] for line in lines if ".h5:" in line}  # not the whole file's


def speeds_of(program):
    """It runs a benchmark program and returns {benchmark: items, or else runs, per second}."""
    done = subprocess.run([program, "--benchmark_format=json", "--benchmark_min_time=0.2"], capture_output=True, text=True)
    units = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}
    return {one["name"]: float(f"{one.get('items_per_second') or units[one['time_unit']] / one['real_time']:.4g}")
            for one in json.loads(done.stdout)["benchmarks"] if "real_time" in one}


def recorded(build, with_speeds):
    """It runs everything that a build has to show, tells the seconds of each part, and returns the record."""
    binary = build / "sweeps/lightsweep"
    record = {"declared": {}, "digests": {}, "answers": {}, "speeds": {}}

    def note(part, name, work, *arguments):
        start = time.monotonic()
        record[part][name] = work(*arguments)
        print(f"{part:8} {name:24} {len(record[part][name]):5} {time.monotonic() - start:7.1f} s", flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        for name in ("common", "addanki", "bridge", "optree", "pccl", "swot", "swot_298"):
            note("answers", name, answers_of, binary, name, pathlib.Path(scratch))
        for path in sorted([*SOURCE.glob("sweeps/*.toml"), *SOURCE.glob("sweeps/*/*.toml")]):
            sweep = str(path.relative_to(SOURCE / "sweeps").with_suffix(""))
            if sweep not in LEFT_OUT:
                note("digests", sweep, digests_of, binary, sweep, pathlib.Path(scratch))
    for name in BENCHMARKS.split() if with_speeds else ():
        note("speeds", name, speeds_of, build / f"tests/bench/{name}_bench")
    return record


def compare(before, after):
    """It prints every difference with the line that declares it, and returns whether one is not declared."""
    old, new = ({f"{part} {name} {key}": value for part in ("digests", "answers") for name, values in record[part].items()
                 for key, value in values.items()} for record in (before, after))
    undeclared = 0
    for key in sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key)):
        lines = [line for name, line in before["declared"].items() if key == name or fnmatch.fnmatchcase(key, name)]
        undeclared += not lines
        print(f"{key}\n    recorded {old.get(key)}\n    now      {new.get(key)}\n    {lines[0] if lines else 'NOT DECLARED'}")
    for name in sorted(before["speeds"].keys() & after["speeds"].keys()):
        for key in sorted(before["speeds"][name].keys() & after["speeds"][name].keys()):
            print(f"{after['speeds'][name][key] / before['speeds'][name][key]:8.2f} times as fast: {name} {key}")
    print(f"{len(new)} digests and answers, {undeclared} differences that are not declared")
    return undeclared > 0


def main():
    """It reads the command line and writes or compares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="folder of a build")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=HERE / "record.json")
    parser.add_argument("--compare", type=pathlib.Path, nargs="?", const=HERE / "record.json", metavar="FILE")
    parser.add_argument("--speeds", action="store_true", help="also run the benchmarks of the target bench")
    words = parser.parse_args()
    before = json.loads(words.compare.read_text()) if words.compare else None
    record = recorded(words.build.resolve(), words.speeds)
    if not before:
        words.output.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n")
    return compare(before, record) if before else 0


if __name__ == "__main__":
    sys.exit(main())
