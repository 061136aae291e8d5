"""Which schedule is best where: the exact regions over message size and delay, from /envelopes and /regions.

Boundaries are the file's own straight lines; only their curves on logarithmic axes are sampled.
"""
from dataclasses import dataclass

import numpy as np
from matplotlib import patheffects

from lightsweep import arrays, page, results, states

# Table 2 of BRIDGE: what switches take to reconfigure [s].
TECHNOLOGIES = {"SiP": 7e-6, "RotorNet": 10e-6, "3D MEMS": 15e-3, "Piezo": 25e-3}
SAMPLES = 400
NAMING = ("collective", "primitive", "algorithm", "order", "nodes")
COLUMNS = {"envelopes": ("n_steps", "hops", "volume", "congestion", "reconfigurations", "decision"),
           "regions": ("from_message", "to_message", "from_delay", "to_delay", "delay_per_hop", "delay_per_message")}
NEEDED = ("per_hop_latency", "bandwidth", results.MESSAGE, results.DELAY)


@dataclass
class Regions:
    """One structure: its schedule costs as columns, the boundaries between them, and what its decisions say."""

    place: dict
    costs: dict
    boundaries: list
    known: dict

    def best(self, message_time, delay, per_hop, per_step):
        """Index of the fastest schedule at every pair of values: (delays, message times)."""
        time = (self.costs["n_steps"][:, None, None] * per_step + self.costs["hops"][:, None, None] * per_hop
                + (self.costs["volume"] + self.costs["congestion"])[:, None, None] * message_time[None, None, :]
                + self.costs["reconfigurations"][:, None, None] * delay[None, :, None])
        return time.argmin(axis=0)

    def segments(self, schedule):
        """"2,4": lengths of the runs on one subring, from the decision."""
        steps = int(self.costs["n_steps"][schedule])
        found = states.of_steps(self.costs["decision"][schedule], steps, self.known)
        starts = [k for k in range(steps) if k == 0 or found[k] != found[k - 1]]
        return ",".join(str(end - begin) for begin, end in zip(starts, starts[1:] + [steps]))


def lists_of(path, grid, scheduler):
    """Regions of every structure of a grid, with what its axes say; MissingData without /regions."""
    if scheduler not in results.grids(path, "regions").get(grid, []):
        raise results.MissingData(f"{path}: no /regions/{grid}/{scheduler}; set envelopes = true, as sweeps/bridge/regions.toml does")
    known = states.meaning(results.load_group(path, f"envelopes/{grid}/{scheduler}"))
    costs, borders = (results.lists(path, f"{kind}/{grid}/{scheduler}", columns) for kind, columns in COLUMNS.items())
    return [Regions(place, cost, list(zip(*border.values())), known)
            for (place, cost), (_, border) in zip(costs, borders) if cost["n_steps"].size]


def draw(path, folder, suffix):
    """A page per grid with BRIDGE's regions: a panel per structure."""
    written = []
    for grid in arrays.grids_with(path, ["bridge"]):
        data = results.load(path, grid, "bridge")
        values = {key: data[key].values if key in data.coords else data.attrs.get(key) for key in NEEDED}
        plain = all(np.size(values[key]) == 1 and values[key] is not None for key in ("per_hop_latency", "bandwidth"))
        if plain and np.size(values[results.MESSAGE]) > 1 and np.size(values[results.DELAY]) > 1:
            written.append(draw_page(path, folder / f"regions-{grid}.{suffix}", grid, data, values))
    return results.need(written, path, "grid of bridge over message and delay with one latency per hop", "bridge/regions")


def draw_page(path, target, grid, data, values):
    found = sorted((one for one in lists_of(path, grid, "bridge") if one.boundaries), key=lambda one: one.place.get("nodes", 0))
    columns = min(3, len(found))
    rows = -(-len(found) // columns)
    figure, axes = page.sheet(rows, columns, 0.8 + 3.6 * max(columns, 2), 0.9 + 3.1 * rows, sharex=True, sharey=True)
    messages, delays = (np.geomspace(*ends(values[key]), SAMPLES) for key in (results.MESSAGE, results.DELAY))
    per_hop, bandwidth = float(np.ravel(values["per_hop_latency"])[0]), float(np.ravel(values["bandwidth"])[0])
    per_step = float(np.ravel(data.attrs.get("per_step_latency", 0))[0])
    for at, axis in enumerate(axes.ravel()):
        if at >= len(found):
            axis.set_visible(False)
            continue
        best = found[at].best(messages / bandwidth, delays, per_hop, per_step)
        changes = found[at].costs["reconfigurations"][best]
        axis.pcolormesh(messages, delays, changes, cmap="Blues", vmin=0, vmax=1.8 * changes.max() + 1, rasterized=True)
        for boundary in found[at].boundaries:
            axis.plot(*curve(boundary, per_hop, bandwidth, messages), color="0.15", linewidth=0.7)
        name_regions(axis, found[at], best, messages, delays)
        letter = f"{page.letter(at)} " if len(found) > 1 else ""
        dress(axis, letter + name_of(found[at].place, data.attrs), messages, delays)
    for axis in axes.ravel()[max(0, len(found) - columns):len(found)]:  # nothing is below them
        axis.set_xlabel("message size")
        axis.tick_params(labelbottom=True)
    for axis in axes[:, 0]:
        axis.set_ylabel("reconfiguration delay")
    return page.write(figure, target, path,
                      "BRIDGE: the best segments everywhere, and the delays and sizes at which they change", data.attrs,
                      "numbers: steps per segment, not written into small regions; darker: more reconfigurations; dotted: switches of the "
                      "paper's Table 2")


def ends(values):
    positive = values[values > 0]
    return positive.min(), positive.max()


def curve(boundary, per_hop, bandwidth, messages):
    """A straight line between regions as points (message [B], delay [s]) within the picture."""
    from_message, to_message, from_delay, to_delay, start, rise = (float(value) for value in boundary)
    scale = per_hop * bandwidth
    if np.isnan(start):
        return [from_message * scale] * 2, [from_delay * per_hop, min(to_delay * per_hop, 1e9)]
    low, high = max(from_message * scale, messages[0]), min(to_message * scale, messages[-1])
    if low >= high:
        return [], []
    at = np.geomspace(low, high, SAMPLES)
    return at, start * per_hop + rise * at / bandwidth


def name_regions(axis, regions, best, messages, delays):
    """The segments in the middle of every region that has room for them."""
    for schedule in np.unique(best):
        label = regions.segments(schedule)
        # Half the text in cells, with a margin; it stands where it is farthest from the region's border.
        height, width = 8, 3 + 3 * len(label)
        inside = np.where(has_room(best == schedule, height, width), depth(best == schedule, height / width), 0)
        if not inside.any():
            continue
        deepest = np.argwhere(inside == inside.max())
        row, column = deepest[len(deepest) // 2]
        dark = regions.costs["reconfigurations"][schedule] >= 0.8 * regions.costs["reconfigurations"].max()
        axis.text(messages[column], delays[row], label, fontsize=6, ha="center", va="center",
                  path_effects=[patheffects.withStroke(linewidth=1.5, foreground="white", alpha=0.6 if dark else 0.9)])


def has_room(mask, height, width):
    """The cells around which a box of these half sizes lies within the mask."""
    tall, wide = 2 * height + 1, 2 * width + 1
    if tall > mask.shape[0] or wide > mask.shape[1]:
        return np.zeros_like(mask)
    sums = np.pad(mask.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    boxes = sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide]
    return np.pad(boxes == tall * wide, ((height, height), (width, width)))


def depth(mask, across):
    """How many cells to the nearest border of the mask or the picture, those along a row times `across`."""
    found = np.full(mask.shape, np.inf)
    for flipped in (False, True):
        for along, weight in ((0, 1.0), (1, across)):
            run = np.flip(mask, along) if flipped else mask
            total = np.cumsum(run, axis=along)
            since = np.maximum.accumulate(np.where(run, 0, total), axis=along)
            length = (total - since) * weight
            found = np.minimum(found, np.flip(length, along) if flipped else length)
    return np.where(mask, found, 0)


def name_of(place, constants):
    """"reduce-scatter/bruck, 64 nodes": what the structure is, from its axes or the grid's constants."""
    both = {**constants, **place}
    return ", ".join(f"{int(both[key])} nodes" if key == "nodes" else arrays.title_of(str(both[key]))
                     for key in NAMING if key in both)


def dress(axis, name, messages, delays):
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.minorticks_off()
    axis.set_xlim(messages[0], messages[-1])
    axis.set_ylim(delays[0], delays[-1])
    sizes = [size for size in 10.0 ** np.arange(0, 16) if messages[0] * 0.999 <= size <= messages[-1] * 1.001]
    axis.set_xticks(sizes[::2], [page.size(size) for size in sizes[::2]], fontsize=8)
    ticks = page.decades(delays)
    axis.set_yticks(ticks, [page.seconds(tick) for tick in ticks], fontsize=8)
    for switch, delay in TECHNOLOGIES.items():
        if delays[0] < delay < delays[-1]:
            axis.axhline(delay, color="0.35", linewidth=0.7, linestyle=":")
            lower = switch in ("SiP", "3D MEMS")
            axis.text(messages[-1], delay, f"{switch} ", fontsize=5.5, color="0.25", ha="right", va="top" if lower else "bottom",
                      path_effects=[patheffects.withStroke(linewidth=1.2, foreground="white", alpha=0.7)])
    axis.set_title(name, fontsize=8.5)
