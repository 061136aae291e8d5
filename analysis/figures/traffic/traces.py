"""Iterations of training: times per switch technology and scheduler, and what the first entries do when."""
import pathlib

import numpy as np

from lightsweep import page, results

COLOURS = {"static": "#666666", "every-step": "#009E73", "addanki-overlap": "#D55E00"}
PARTS = (("computation", "entry_start", "entry_ready", "0.75"), ("changes and communication", "entry_ready", "entry_end", None))


def draw(path, folder, suffix):
    """Pages traces (bars per technology) and traces-timeline (one bar per scheduler)."""
    written = []
    for grid, data in results.studies(path, "trace"):
        if {"trace", "technology", "scheduler"} <= {*data.dims, *data.coords}:
            written.append(draw_times(path, folder / f"traces-{grid}.{suffix}", data))
        if {"trace", "entry", "scheduler"} <= {*data.dims, *data.coords}:
            written.append(draw_timeline(path, folder / f"traces-{grid}.{suffix}", data))
    return results.need(written, path, "study trace varies trace, scheduler, and technology or entry", "traffic/traces")


def title_of(trace):
    return pathlib.PurePath(str(trace)).stem


def draw_times(path, target, data):
    """A panel per trace: exposed communication over computation."""
    technologies, schedulers = data["technology"].values, data["scheduler"].values
    figure, axes = page.panels(data.sizes["trace"], sharey=False)
    for at, (axis, trace) in enumerate(zip(axes, data["trace"].values)):
        one = data.sel(trace=trace).transpose(*data["technology"].dims, "scheduler")
        for number, scheduler in enumerate(schedulers):
            places = np.arange(len(technologies)) + 0.27 * (number - (len(schedulers) - 1) / 2)
            time = one.sel(scheduler=scheduler)
            axis.bar(places, time["exposed_communication"].values, 0.25, bottom=time["computation"].values, color=COLOURS.get(str(scheduler)),
                     label=f"exposed communication, {scheduler}")
            axis.bar(places, time["computation"].values, 0.25, color="0.85", label="computation" if number == 0 else None)
        page.categories(axis, technologies, "switch technology")
        axis.tick_params(axis="x", rotation=30)
        page.finish(axis, title_of(trace), at)
    axes[0].set_ylabel("time of an iteration [s]")
    page.legend(axes[-1], fontsize=7)
    return page.write(figure, target, path, "Iterations of training on optical switches", data.attrs,
                      "light grey: computation; above it: what the network adds")


def draw_timeline(path, target, data):
    """A panel per trace: a bar per scheduler, grey while nodes compute, coloured while they wait for the network."""
    schedulers = data["scheduler"].values
    figure, axes = page.panels(data.sizes["trace"], sharey=True)
    for at, (axis, trace) in enumerate(zip(axes, data["trace"].values)):
        for number, scheduler in enumerate(schedulers):
            one = data.sel(trace=trace, scheduler=scheduler)
            for label, first, last, colour in PARTS:
                begin, end = 1e3 * one[first].values, 1e3 * one[last].values
                axis.broken_barh(list(zip(begin, end - begin)), (number - 0.35, 0.7), facecolors=colour or COLOURS.get(str(scheduler)),
                                 edgecolors="white", linewidth=0.4)
        axis.set_yticks(range(len(schedulers)), schedulers)
        axis.set_xlabel("time [ms]")
        page.finish(axis, title_of(trace), at)
    return page.write(figure, target, path, "The first collectives of an iteration", data.attrs,
                      "light grey: computation; other colours: the network, changes that computation does not hide included")
