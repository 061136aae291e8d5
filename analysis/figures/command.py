"""The command line: which figures there are, which of them a file holds, and where they go."""
import argparse
import pathlib
import sys

from . import (bridge, bridge_schedules, bridge_shares, degree, exits, gains, hybrid, optree, optree_landscape, optree_limits,
               optree_schedule, optree_tables, overlap, pccl_alltoall, pccl_breakdown, pccl_buffers, pccl_fibres, pccl_mesh,
               pccl_rack, pccl_sizes, pccl_training, pool, regions, results, speedup, swot_algorithms, swot_cct, swot_gantt,
               swot_planes, swot_scaling, technology, winners)

# One more figure: one sweep file and one row here.
FIGURES = {
    "fig1": (speedup.figure1, "speedup over every-step and over static (sweeps/addanki/fig1.toml)"),
    "fig2": (speedup.figure2, "speedup over the better of both (sweeps/addanki/fig1.toml or fig2.toml)"),
    "threshold": (gains.threshold, "threshold rule over the optimum (sweeps/addanki/threshold.toml)"),
    "reuse": (gains.reuse, "gain of keeping matchings that stand (sweeps/addanki/reuse.toml)"),
    "port-delay": (gains.port_delay, "gain of paying per changed port (sweeps/addanki/port_delay.toml)"),
    "overlap": (overlap.draw, "how much of the delay computation hides (sweeps/addanki/overlap.toml)"),
    "pool": (pool.draw, "gain of pools of bases, and their members (sweeps/addanki/pool.toml)"),
    "degree": (degree.draw, "what more ports per node bring (sweeps/addanki/degree.toml, degree_large.toml)"),
    "bridge": (bridge.draw, "gain of reusable subrings (sweeps/bridge/alltoall.toml, reduce_scatter.toml)"),
    "bridge-steps": (bridge_schedules.figure_1, "costs step by step (sweeps/bridge/motivation.toml)"),
    "bridge-shares": (bridge_shares.draw, "what times on a ring are made of (sweeps/bridge/motivation.toml)"),
    "bridge-table1": (bridge_schedules.table_1, "when subrings are set (sweeps/bridge/motivation.toml)"),
    "regions": (regions.draw, "which segments are best where, exactly (sweeps/bridge/regions.toml)"),
    "hybrid": (hybrid.draw, "Bruck or ring per segment (sweeps/bridge/hybrid.toml)"),
    "pccl-sizes": (pccl_sizes.draw, "speed of reduce-scatters over the buffer (sweeps/pccl/reduce_scatter.toml)"),
    "pccl-breakdown": (pccl_breakdown.draw, "what their times are made of (sweeps/pccl/reduce_scatter.toml)"),
    "pccl-alltoall": (pccl_alltoall.draw, "all-to-alls on all topologies (sweeps/pccl/alltoall.toml)"),
    "pccl-buffers": (pccl_buffers.draw, "buffers that training adds up (sweeps/pccl/training.toml)"),
    "pccl-training": (pccl_training.draw, "training throughput over GPUs (sweeps/pccl/training.toml)"),
    "pccl-mesh": (pccl_mesh.draw, "time of routes through meshes (sweeps/pccl/circuits.toml)"),
    "pccl-fibres": (pccl_fibres.draw, "fibres for random circuits (sweeps/pccl/circuits.toml)"),
    "pccl-rack": (pccl_rack.draw, "whether circuits fit a rack (sweeps/pccl/rack.toml)"),
    "optree-stages": (optree.draw_stages, "Theorem 1 over the stages (sweeps/optree/figures.toml)"),
    "optree-sizes": (optree.draw_sizes, "all-gathers over the item size (sweeps/optree/figures.toml)"),
    "optree-tables": (optree_tables.draw, "Tables 1 to 3, printed and computed (sweeps/optree/figures.toml)"),
    "optree-limits": (optree_limits.draw, "what loss and crosstalk allow (sweeps/optree/constraints.toml)"),
    "optree-landscape": (optree_landscape.draw, "steps over nodes and wavelengths (sweeps/optree/landscape.toml)"),
    "optree-schedule": (optree_schedule.draw, "lightpaths step by step (sweeps/optree/schedules.toml)"),
    "swot-gantt": (swot_gantt.draw, "what switch planes do when (sweeps/swot/paper.toml)"),
    "swot-cct": (swot_cct.draw, "time on switch planes over the message (sweeps/swot/paper.toml)"),
    "swot-scaling": (swot_scaling.draw, "time on switch planes over the nodes (sweeps/swot/paper.toml)"),
    "swot-algorithms": (swot_algorithms.draw, "fastest algorithms of every scheduler (sweeps/swot/paper.toml)"),
    "swot-planes": (swot_planes.draw_planes, "what more switch planes save (sweeps/swot/paper.toml)"),
    "swot-overhead": (swot_planes.draw_overhead, "what delays leave exposed (sweeps/swot/paper.toml)"),
    "technology": (technology.draw, "small fast switches or large slow ones (sweeps/bridge/technology.toml)"),
    "winners": (winners.draw, "who wins where, from the groups best (sweeps/demo.toml)"),
}


def arguments(words):
    parser = argparse.ArgumentParser(prog="lightsweep-figures", description="Draws the figures that a result file holds.")
    parser.add_argument("file", nargs="?", metavar="OUT.h5", help="result of `lightsweep run`")
    parser.add_argument("-o", "--output", default=".", metavar="DIR", help="folder for the pictures (default: here)")
    parser.add_argument("--format", default="png", choices=["png", "pdf", "svg"])
    parser.add_argument("--figure", action="append", choices=list(FIGURES), help="only this one (repeatable)")
    parser.add_argument("--list", action="store_true", help="list the figures and end")
    chosen = parser.parse_args(words)
    if not chosen.list and chosen.file is None:
        parser.error("OUT.h5 is missing: give the result of `lightsweep run`, or --list")
    return chosen


def draw(path, folder, suffix, names=None):
    """Draws the named figures, or all that the file holds. Returns the paths written.

    Raises MissingData if a named figure, or every figure, lacks its data.
    """
    written, missing = [], []
    for name in names or FIGURES:
        try:
            written += FIGURES[name][0](path, folder, suffix)
        except results.MissingData as fault:
            if names:
                raise
            missing.append(str(fault))
    if not written:
        raise results.MissingData("\n".join(dict.fromkeys(missing)))
    return written


def say(text):
    print(f"lightsweep-figures: {text}", file=sys.stderr)


def draw_and_tell(chosen, folder):
    """Draws, prints the paths, and says what the pictures lack."""
    if gap := results.gap(chosen.file):
        say(f"{chosen.file}: is incomplete: {gap}; finish it with `lightsweep run --resume`, or merge all parts")
    try:
        for path in draw(chosen.file, folder, chosen.format, chosen.figure):
            print(path)
    except results.MissingData:
        if not gap:
            raise
        raise results.MissingData(f"{chosen.file}: what there is makes no figure yet") from None
    if left_out := results.zeros(chosen.file):
        say(f"{chosen.file}: not in the pictures, whose axes are logarithmic: {left_out}")


def main(words=None):
    """Exit codes: 0 drawn, 2 the file does not hold what the figure needs, 3 it is damaged or the folder full."""
    chosen = arguments(words)
    if chosen.list:
        for name, (_, text) in FIGURES.items():
            print(f"{name:15} {text}")
        return 0
    folder = pathlib.Path(chosen.output)

    def act():
        folder.mkdir(parents=True, exist_ok=True)
        draw_and_tell(chosen, folder)

    return exits.code_of(act, say, f"to {folder}", "choose another folder with -o")
