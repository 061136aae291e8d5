"""BRIDGE, figure 1 and Table 1: what each step costs on the subrings that stand, and when they are set.

Figure 1 shows an all-reduce: the file holds its reduce-scatter, and the all-gather costs the same backwards.

State t of Bruck is the subring of stride 2^t; of exchanges 0 is the ring and 1 + k the matching of bit k.
"""
import numpy as np

from lightsweep import arrays, page, results, states

FIGURE_1 = {"r-hd": ("reduce-scatter/halving-doubling", "HD", "--"), "bridge": ("reduce-scatter/bruck", "Bruck", "-")}
ROWS = {"alltoall/bruck": "All-to-All", "reduce-scatter/bruck": "Reduce-Scatter", "allgather/bruck": "AllGather"}


def changes(steps):
    """x_k = 1 where the links are set anew before step k; those of the first step stand."""
    return [0] + [int(now != before) for before, now in zip(steps, steps[1:])]


def listed(path, grid, scheduler, collective):
    """[(reconfigurations, states)] of the scheduler's schedules for one collective, from /envelopes."""
    group = f"envelopes/{grid}/{scheduler}"
    known = states.meaning(results.load_group(path, group))
    costs = next(one for place, one in results.lists(path, group, ("reconfigurations", "decision", "n_steps"))
                 if place["collective"] == collective)
    return [(int(changes), states.of_steps(words, int(steps), known).tolist()) for changes, words, steps in zip(*costs.values())]


def hops(scheduler, steps):
    """Links that each step of a reduce-scatter passes: 2^(k-t) on the subring of stride 2^t; one on its matching."""
    if scheduler == "r-hd":
        return np.array([2**k if state == 0 else 1 for k, state in enumerate(steps)])
    return 2 ** (np.arange(len(steps)) - steps)


def step_times(passed, message, fabric):
    """per_step + h * per_hop + h * v / b per step [s], where v = m / 2^(k+1) and as many pairs as hops share a link."""
    volumes = message / 2.0**np.arange(1, len(passed) + 1)
    return fabric["per_step_latency"] + passed * (fabric["per_hop_latency"] + volumes / fabric["bandwidth"])


def cumulative(path, grid, scheduler, message, reconfigurations):
    """Time after every step, without delays, of the fastest reduce-scatter with so many reconfigurations."""
    collective = FIGURE_1[scheduler][0]
    fabric = results.load(path, grid, scheduler).attrs
    times = [step_times(hops(scheduler, steps), message, fabric).cumsum()
             for count, steps in listed(path, grid, scheduler, collective) if count == reconfigurations]
    return min(times, key=lambda one: one[-1])


def with_all_gather(times):
    """Time after every step of the all-reduce, whose second half takes the steps of the first in reverse."""
    return np.concatenate([times, 2 * times[-1] - times[-2::-1], [2 * times[-1]]])


def figure_1(path, folder, suffix):
    """Cumulative cost over the steps, one panel per message."""
    written = [draw_steps(path, folder / f"bridge-steps-{grid}.{suffix}", grid, results.load(path, grid, "r-hd"))
               for grid, groups in results.grids(path).items() if holds_envelopes(path, grid, groups)]
    return results.need(written, path,
                        "grid holds envelopes of bridge and r-hd for reduce-scatters at several messages and one latency", "bridge/motivation")


def collectives_of(data):
    """Names along the axis of collectives; empty if the grid has one alone."""
    return [str(one) for one in data["collective"].values] if "collective" in data.dims else []


def holds_envelopes(path, grid, groups):
    """Reduce-scatters by both algorithms that vary in the message alone."""
    if not {"bridge", "r-hd"} <= set(groups):
        return False
    data = results.load(path, grid, "r-hd")
    known = {one for one, _, _ in FIGURE_1.values()} <= set(collectives_of(data))
    listed_too = set(FIGURE_1) <= set(results.grids(path, "envelopes").get(grid, []))
    few = data.sizes.get(results.MESSAGE, 1) <= 4  # a panel each
    return known and listed_too and few and set(data["completion_time"].dims) <= {"collective", results.MESSAGE}


def draw_steps(path, target, grid, data):
    messages = np.atleast_1d(data[results.MESSAGE].values if results.MESSAGE in data.coords else data.attrs["message"])
    figure, axes = page.sheet(1, len(messages), 1.2 + 3.6 * max(2, len(messages)), 3.6)
    for at, (axis, message) in enumerate(zip(axes[0], messages)):
        draw_panel(axis, path, grid, message)
        axis.set_title(f"{page.letter(at)} {page.size(message)}")
    axes[0][0].set_ylabel("time so far, without delays [us]")
    axes[0][0].legend(fontsize=7.5, title="reconfigurations R per half", title_fontsize=7.5)
    return page.write(figure, target, path, "All-reduce step by step: subrings are reused, matchings are not",
                      data.attrs, "the fastest schedule with R reconfigurations in each half; the all-gather, right of the dotted line, "
                      "is the reduce-scatter backwards")


def draw_panel(axis, path, grid, message):
    for scheduler, (_, name, style) in FIGURE_1.items():
        for count in range(3):
            times = with_all_gather(cumulative(path, grid, scheduler, message, count))
            # Where two lie on each other, the smaller open marker shows both.
            axis.plot(range(len(times)), times * 1e6, style, color=page.COLOURS[count], marker=page.MARKERS[count], linewidth=1.3,
                      markersize=6 if scheduler == "r-hd" else 3.5, label=f"{name}, R = {count}",
                      markerfacecolor="none" if scheduler == "r-hd" else page.COLOURS[count])
    axis.axvline(len(times) / 2 - 0.5, color="0.6", linewidth=0.8, linestyle=":")
    axis.set_xticks(range(len(times)))
    axis.set_ylim(bottom=0)
    axis.set_xlabel("step")
    axis.grid(True)


def table_rows(path):
    """[(title, x)] of Table 1, R ascending: what bridge-paper decided on 64 nodes with R reconfigurations."""
    rows = {}
    stored = results.grids(path, "schedules")
    for grid in [one for one in arrays.grids_with(path, ["bridge-paper"]) if "bridge-paper" in stored.get(one, [])]:
        data, group = (results.load_group(path, f"{root}/{grid}/bridge-paper") for root in ("grids", "schedules"))
        if data.attrs.get("nodes") != 64 or "reconfigurations" not in data.attrs:
            continue
        words, known, count = group["decision"].values, states.meaning(group), int(data.attrs["reconfigurations"])
        for at, collective in enumerate(collectives_of(data)):
            if collective in ROWS and data["n_steps"].dims == ("collective",):
                n_steps = int(data["n_steps"][at])
                rows[count, list(ROWS).index(collective)] = (f"R = {count}, {ROWS[collective]}", changes(states.of_steps(words[at], n_steps, known)))
    results.need(rows, path, "grid holds schedules of bridge-paper with a fixed number of reconfigurations",
                 "bridge/motivation")
    return [rows[key] for key in sorted(rows)]


def table_1(path, folder, suffix):
    """The vectors as a table: filled where the links are set anew before the step."""
    rows = table_rows(path)
    n_steps = max(len(x) for _, x in rows)
    cells = np.array([x + [0] * (n_steps - len(x)) for _, x in rows])
    figure, axis = page.plt.subplots(figsize=(2.6 + 0.5 * n_steps, 1.1 + 0.34 * len(rows)), layout="constrained")
    page.leave_foot(figure)
    figure.get_layout_engine().set(w_pad=0.12)
    axis.imshow(cells, cmap="Blues", vmin=0, vmax=1.6, aspect="auto")
    for (row, step), value in np.ndenumerate(cells):
        axis.text(step, row, str(value), ha="center", va="center", fontsize=9, color="black" if value else "0.55",
                  fontweight="bold" if value else "normal")
    axis.set_xticks(range(n_steps), [str(k) for k in range(n_steps)], fontsize=8)
    axis.set_yticks(range(len(rows)), [title for title, _ in rows], fontsize=8)
    axis.xaxis.tick_top()
    axis.set_xticks(np.arange(-0.5, n_steps), minor=True)
    axis.set_yticks(np.arange(-0.5, len(rows)), minor=True)
    axis.grid(which="minor", color="white", linewidth=2)
    axis.tick_params(which="both", length=0)
    axis.spines[:].set_visible(False)
    return [page.write(figure, folder / f"bridge-table1.{suffix}", path, "Before which steps BRIDGE reconfigures",
                       {"nodes": 64}, "1: the links are set anew before the step")]
