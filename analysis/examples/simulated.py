#!/usr/bin/python3
"""Simulates many schedules with `lightsweep simulate -` and draws what comes out: ratios of 10,000 random schedules, or delays that vary.

    analysis/examples/simulated.py ratios  -o out [--count 10000]     # out/ratios.png, and a table
    analysis/examples/simulated.py jitter  -o out [--runs 200]        # out/jitter.png, and a table
    analysis/examples/simulated.py packets -o out                     # a table: does the ranking survive packets?
"""
import argparse
import json
import os
import random
import subprocess

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

COLLECTIVES = ["allreduce/halving-doubling", "allreduce/swing", "allreduce/ring", "reduce-scatter/ring", "allgather/bruck", "alltoall/bruck"]
COMMON = ["static", "every-step", "segments", "pccl", "segments-overlap", "swot"]
FAMILIES = {
    "swot": dict(scheduler=["strawman", "one-shot", "swot"], planes=[1, 2, 4], initial=["free", "first", "cold"]),
    "bridge": dict(scheduler=["bridge", "s-bruck", "g-bruck"], collective=["alltoall/bruck", "allgather/bruck", "reduce-scatter/bruck"]),
    "pccl": dict(scheduler=["static", "pccl"], topology=["ring", "torus2d", "hypercube", "grid2d"], route=["dor", "lex"]),
    "addanki": dict(scheduler=["static", "every-step", "threshold", "addanki"], topology=["ring", "ring-uni", "torus2d", "hypercube"]),
    "common path": dict(scheduler=COMMON, topology=["ring", "ring-uni", "torus2d"], planes=[4], route=["path"]),
    "common flow": dict(scheduler=COMMON, topology=["ring", "ring-uni", "torus2d"], planes=[4], route=["flow"]),
}


def problems(count, nodes, seed=1):
    """Random problems of all families, without those of one point twice."""
    draw = random.Random(seed)
    while count > 0:
        family = draw.choice(sorted(FAMILIES))
        keys = {"collective": COLLECTIVES, "nodes": nodes, **FAMILIES[family]}
        problem = {"rules": family.split()[0], **{key: draw.choice(values) for key, values in keys.items()}}
        problem.update(bandwidth=1e11, message=2 ** draw.randint(12, 26), per_step_latency=draw.choice([1e-7, 1e-6, 1.7e-6]),
                       reconfiguration_delay=10 ** draw.uniform(-7, -3))
        if "initial" not in keys:  # routed over links, not over planes
            problem["per_hop_latency"] = draw.choice([0, 1e-7, 1e-6])
        yield family, problem
        count -= 1


def simulate(lines, *options):
    """One answer per problem, in order."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    out = subprocess.run([os.environ.get("LIGHTSWEEP", "lightsweep"), "simulate", "-", *options], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


VARIANTS = {"barriers": {"barriers": "on"}, "equal splitting": {"routes": "ecmp"}, "optimal ways": {"routes": "optimal", "sharing": "weighted"},
            "ways of the pairs' distance": {"routes": "optimal", "sharing": "weighted", "hops": "counted", "barriers": "on"}}


def print_tails(extremes):
    """The earliest and the latest schedule of each kind again, with one assumption changed at a time."""
    extremes = [one for one in extremes if abs(one[1] - 1) > 1e-3]
    answers = iter(simulate([{**problem, "simulate": options} for *_, problem in extremes for options in VARIANTS.values()]))
    print(f"\nThe earliest and latest of each:\n\n| schedule | ratio | {' | '.join(VARIANTS)} |\n|---|---|{'---|' * len(VARIANTS)}")
    for name, ratio, problem in extremes:
        again = [f"{a['completion_time'] / a['closed_time']:.3f}" if "ratio" in a else "-" for _, a in zip(VARIANTS, answers)]
        what = ", ".join(str(problem[key]) for key in ("collective", "topology", "nodes") if key in problem)
        print(f"| {name}: {what} | {ratio:.3f} | {' | '.join(again)} |")


def ratios(arguments):
    drawn = list(problems(arguments.count, arguments.nodes))
    answers = simulate([problem for _, problem in drawn])
    groups, unsound, without = {}, 0, 0
    for (family, problem), answer in zip(drawn, answers):
        if "ratio" not in answer:
            without += 1
            continue
        unsound += bool(answer["violations"])
        groups.setdefault(f"{family}: {problem['scheduler']}", []).append((answer["completion_time"] / answer["closed_time"], problem))
    print(f"{arguments.count} problems, {without} without a schedule, {unsound} unsound")
    print("| rules and scheduler | schedules | equal to 1e-6 | least | median | 0.9 | most |\n|---|---|---|---|---|---|---|")
    for name in sorted(groups):
        r = np.array([ratio for ratio, _ in groups[name]])
        print(f"| {name} | {len(r)} | {np.mean(abs(r - 1) < 1e-6):.1%} | {r.min():.3f} | {np.median(r):.3f} | {np.quantile(r, 0.9):.3f} | {r.max():.3f} |")
    print_tails([(name, *extreme(groups[name], key=lambda one: one[0])) for name in sorted(groups) for extreme in (min, max)])
    figure, axes = plt.subplots(figsize=(8, 0.28 * len(groups) + 1.2))
    for at, name in enumerate(sorted(groups, reverse=True)):
        r = np.array([ratio for ratio, _ in groups[name]])
        axes.plot([r.min(), r.max()], [at, at], color="#b8c4d0", lw=1)
        axes.plot(np.quantile(r, [0.05, 0.95]), [at, at], color="#3b6ea5", lw=5, solid_capstyle="butt")
        axes.plot(np.median(r), at, "o", color="black", ms=4)
    axes.set_yticks(range(len(groups)), sorted(groups, reverse=True), fontsize=8)
    axes.set_xscale("log")
    ticks = [0.5, 0.75, 1, 1.5, 2, 3, 5]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.axvline(1, color="grey", lw=0.8, zorder=0)
    axes.set_xlabel("simulated / planned time: all (thin), 5 to 95 % (thick), median (dot)")
    figure.savefig(os.path.join(arguments.output, "ratios.png"), dpi=130, bbox_inches="tight")


HARDWARE = dict(rules="common", nodes=16, planes=4, topology="ring", bandwidth=1e11, per_step_latency=1e-6, per_hop_latency=1e-7, route="path",
                collective="allreduce/halving-doubling")
SCHEDULERS = ["static", "every-step", "segments", "segments-overlap", "swot"]


def jitter(arguments):
    laws = {"setups vary": "reconfiguration=0.5,law=exponential,planes=4", "start-ups vary": "step=0.5,law=exponential", "2 % straggle, x 20": "stragglers=0.02x20"}
    points = [(message, delay) for message in (1 << 18, 1 << 22, 1 << 25) for delay in (1e-6, 1e-5, 1e-4)]
    lines = [{**HARDWARE, "scheduler": scheduler, "message": message, "reconfiguration_delay": delay,
              "simulate": {"jitter": "seed=1," + law, "runs": arguments.runs}} for law in laws.values() for message, delay in points for scheduler in SCHEDULERS]
    answers = iter(simulate(lines))
    figure, axes = plt.subplots(1, len(laws), figsize=(11, 3.2), sharey=True)
    print("| delays | scheduler | late, median | late, 0.99 | regret, median | regret, most | best planned and best in the end |\n|---|---|---|---|---|---|---|")
    for panel, law in zip(axes, laws):
        late, regret, wins = {one: [] for one in SCHEDULERS}, {one: [] for one in SCHEDULERS}, []
        for _ in points:
            found = {one: next(answers) for one in SCHEDULERS}
            times = np.array([found[one]["times"] for one in SCHEDULERS])
            knew = times.min(axis=0)
            planned = min(SCHEDULERS, key=lambda one: found[one]["planned_time"])
            wins.append(np.mean(times[SCHEDULERS.index(planned)] <= knew * (1 + 1e-9)))
            for one, of in zip(SCHEDULERS, times):
                late[one].extend(of / found[one]["planned_time"])
                if one == planned:
                    regret[one].extend(of / knew - 1)
        for one in SCHEDULERS:
            told = f"{np.median(regret[one]):.1%} | {np.max(regret[one]):.1%}" if regret[one] else "- | -"
            print(f"| {law} | {one} | {np.median(late[one]):.3f} | {np.quantile(late[one], 0.99):.3f} | {told} | {np.mean(wins):.0%} |")
            panel.plot(np.sort(late[one]), np.linspace(0, 1, len(late[one])), label=one, lw=1.4)
        panel.set_title(law, fontsize=9)
        panel.set_xscale("log")
        panel.set_xticks([1, 1.5, 2, 3, 5], ["1", "1.5", "2", "3", "5"])
        panel.minorticks_off()
        panel.set_xlabel("simulated / planned time")
    axes[0].set_ylabel("share of runs")
    axes[0].legend(fontsize=7)
    figure.savefig(os.path.join(arguments.output, "jitter.png"), dpi=130, bbox_inches="tight")


def ranking_table(title, asked, schedulers):
    """How often packets change the ranking of schedulers: asked are problems without a scheduler."""
    lines = [{**problem, "scheduler": scheduler} for problem in asked for scheduler in schedulers]
    times = {mtu: np.reshape([answer.get("completion_time", np.inf) for answer in simulate(lines, *(["--mtu", mtu] if mtu else []))], (len(asked), -1))
             for mtu in (None, "1500B", "4500B", "9000B")}
    whole = times.pop(None)
    print(f"\n{title}\n\n| MTU | points | same ranking | same best | largest slowdown | farthest pair that changed places |\n|---|---|---|---|---|---|")
    for mtu, cut in times.items():
        same = np.mean(np.all(np.argsort(whole, axis=1, kind="stable") == np.argsort(cut, axis=1, kind="stable"), axis=1))
        best = np.mean(np.argmin(whole, axis=1) == np.argmin(cut, axis=1))
        known = np.isfinite(whole)
        apart = [abs(a[i] / a[j] - 1) for a, b in zip(whole, cut) for i in range(len(a)) for j in range(i)
                 if np.isfinite(a[i]) and np.isfinite(a[j]) and (a[i] - a[j]) * (b[i] - b[j]) < 0]
        swapped = f"{max(apart):.2%} apart" if apart else "none"
        print(f"| {mtu} | {len(asked)} | {same:.1%} | {best:.1%} | {np.max(cut[known] / whole[known]) - 1:.2%} | {swapped} |")


def packets(arguments):
    delays = (1e-7, 1e-6, 1e-5, 1e-4)
    ranking_table("Common rules, 1 MiB", [{**HARDWARE, "nodes": nodes, "collective": collective, "message": 1 << 20, "reconfiguration_delay": delay}
                                          for nodes in (8, 16, 32, 64) for delay in delays for collective in COLLECTIVES[:2] + COLLECTIVES[4:]], SCHEDULERS)
    for rate in (200, 400, 800):
        ranking_table(f"BRIDGE's rules, {rate} Gbps", [{"rules": "bridge", "collective": collective, "nodes": nodes, "message": message, "bandwidth": rate * 1.25e8,
                                                       "per_step_latency": 1.7e-6, "per_hop_latency": hop, "reconfiguration_delay": delay}
                                                      for nodes in (16, 64) for collective in ("alltoall/bruck", "reduce-scatter/bruck") for hop in (1e-7, 1e-6)
                                                      for message in (1 << 10, 1 << 20, 1 << 25) for delay in delays], ["bridge", "s-bruck", "g-bruck"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["ratios", "jitter", "packets"])
    parser.add_argument("-o", "--output", default=".", help="folder of the picture")
    parser.add_argument("--count", type=int, default=10000, help="random problems (ratios)")
    parser.add_argument("--nodes", type=int, nargs="+", default=[8, 16, 32, 64], help="numbers of nodes (ratios)")
    parser.add_argument("--runs", type=int, default=200, help="seeds per plan (jitter)")
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    globals()[arguments.what](arguments)


if __name__ == "__main__":
    main()
