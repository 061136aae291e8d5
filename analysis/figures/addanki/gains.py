"""Gains over message size and delay, base topologies as rows and collectives as columns.

threshold   the threshold rule over the optimum, worst cell marked
reuse       the paper's optimum over the one that keeps what stands
port_delay  a delay for every change over a delay per changed port
"""
import numpy as np

from lightsweep import arrays, maps, page, results
from .. import delay_panels

NAMES = ("topology", "collective")
DIMS = NAMES + (results.MESSAGE, results.DELAY)


def pages(path, schedulers, sweep):
    """[(ending of the file name, {(topology, collective): quotient over message x delay}, constants)].

    The quotient is that of two schedulers; a page holds what differs in topology and collective only.
    """
    found = {}
    for panel in delay_panels.panels(path, schedulers):
        key = tuple(panel.place.get(key) for key in delay_panels.PAGE_WORDS if key != "topology")
        quotients, _ = found.setdefault(key, ({}, panel.place))
        quotients[panel.place["topology"], panel.place["collective"]] = arrays.without_zero_over_zero(*panel.data.values())
    results.need(found, path, f"grid holds {' and '.join(schedulers)} over message and reconfiguration_delay, without planes", f"addanki/{sweep}")
    endings = delay_panels.endings([{**place, "topology": ""} for _, place in found.values()])
    return [(ending, *one) for ending, one in zip(endings, found.values())]


def draw(path, target, found, place, label, heading, reading, marked=False, delay=None):
    """One page; one scale of colours for all of it."""
    topologies = list(dict.fromkeys(topology for topology, _ in found))
    collectives = list(dict.fromkeys(collective for _, collective in found))
    norm = maps.norm_of([one.values for one in found.values()])
    rows = [maps.Row([a_map(found, topology, collective, marked) for collective in collectives], label, norm)
            for topology in topologies]
    for one in (one for row in rows for one in row.maps):
        one.x.label = delay or one.x.label
    return maps.draw_page(path, target, rows, heading, reading, place)


def a_map(found, topology, collective, marked):
    """The map of one pair; all NaN, hence hatched, where the file has none."""
    one = found.get((topology, collective))
    if one is None:
        one = next(iter(found.values())) * np.nan
    title = f"{arrays.title_of(collective)}\n{page.topology_title(topology)}"
    if np.isnan(one).all():
        return maps.over_messages(title, one)
    worst = one[one.argmax(...)]

    def circle(axis):
        axis.plot([worst[results.DELAY]], [worst[results.MESSAGE]], marker="o", markersize=10, markerfacecolor="none",
                  markeredgecolor="#D55E00", markeredgewidth=1.3, linestyle="none", clip_on=False, zorder=5)
    return maps.over_messages(title, one, arrays.most(one.values), [circle] if marked and worst > 1 + 1e-9 else [])


def worst(found):
    """Largest gain of a page."""
    return max(np.nanmax(one.values) for one in found.values())


def threshold(path, folder, suffix):
    """The threshold rule over the optimum."""
    reading = ("white: the rule is optimal; circle: its worst cell; rule: a step is matched if that alone saves more "
               "than one delay")
    return [draw(path, folder / f"threshold{ending}.{suffix}", found, place, "time over the optimum",
                 f"What the threshold rule costs: at most {page.factor(worst(found))} the optimum here (proven: below 2)",
                 reading, marked=True)
            for ending, found, place in pages(path, ["threshold", "addanki"], "threshold")]


def reuse(path, folder, suffix):
    """The paper's accounting over one that keeps what stands."""
    return [draw(path, folder / f"reuse{ending}.{suffix}", found, place, "gain of keeping\nwhat stands",
                 "Keeping a matching that stands: optimum that pays for every matched step over optimum that keeps",
                 "white: nothing is gained; a topology that stands is free, an old matching may carry later steps over "
                 "several links")
            for ending, found, place in pages(path, ["addanki", "addanki-reuse"], "reuse")]


def port_delay(path, folder, suffix):
    """One delay for every change over port_delay times the ports that change."""
    grids = arrays.grids_with(path, ["addanki", "addanki-ports"])
    results.need([grid for grid in grids if grid != "uniform"] if "uniform" in grids else [], path,
                 "grid holds addanki-ports beside a grid `uniform`", "addanki/port_delay")
    uniform, = arrays.columns(path, "uniform", ["addanki"], DIMS)
    gains = [per_port_gain(path, grid, uniform) for grid in grids if grid != "uniform"]
    found = {tuple(where[key] for key in NAMES): one for gain in gains
             for where, one in arrays.apart(gain, (results.MESSAGE, results.DELAY)) if not np.isnan(one).all()}
    ending, = delay_panels.endings([uniform.attrs])
    return [draw(path, folder / f"port-delay{ending}.{suffix}", found, uniform.attrs, "gain of paying\nper changed port",
                 "Delay per changed port: optimum that always pays the full delay over optimum that pays for its changes",
                 "white: nothing is gained, because nothing is changed, or all ports at every change",
                 delay="delay if all ports change")]


def per_port_gain(path, grid, uniform):
    """Optimum under the uniform delay over that under port delays of the same sum, by that sum."""
    ports, = arrays.columns(path, grid, ["addanki-ports"], (*NAMES, results.MESSAGE, "port_delay"))
    if ports.sizes["port_delay"] != uniform.sizes[results.DELAY]:
        raise results.MissingData(f"{path}: port delays of grid {grid} are not the delays of grid uniform over its "
                                  "ports; run sweeps/addanki/port_delay.toml")
    ports = ports.rename(port_delay=results.DELAY).assign_coords({results.DELAY: uniform[results.DELAY].values})
    return arrays.without_zero_over_zero(uniform.sel(topology=ports["topology"]), ports)
