"""PCCL, figure 10b: how often a training iteration adds up buffers of which size.

From the constants of a training study: per layer an attention of 4 hidden^2 weights and two dense operators of
hidden^2, shared by tensor_degree devices.
"""
import numpy as np

from lightsweep import page, results
from . import algorithms, training

MODEL = ("layers", "hidden", "element_bytes", "tensor_degree")
MIB = 2**20


def draw(path, folder, suffix):
    """Page pccl-buffers, of a study in which the model is one."""
    for grid, _ in training.studies(path):
        known = results.load_group(path, f"studies/{grid}/{algorithms.OWN}").attrs
        if all(key in known for key in MODEL):
            return [draw_page(path, folder / f"pccl-buffers.{suffix}", known)]
    return results.need([], path, "study of training with one model", "pccl/training")


def calls(known):
    """{bytes: all-reduces of an iteration}, ascending."""
    layers, hidden, element, shared = (float(known[key]) for key in MODEL)
    dense = hidden * hidden * element / shared
    return {dense: int(2 * layers), 4 * dense: int(layers)}


def draw_page(path, target, known):
    """Bars over powers of two from 1 MiB or the smallest buffer to the largest."""
    found = calls(known)
    first = min(0, int(np.floor(np.log2(min(found) / MIB))))
    last = int(np.ceil(np.log2(max(found) / MIB)))
    figure, axes = page.panels(1, 3.2)
    axis = axes[0]
    for size, count in found.items():
        bar = axis.bar(np.log2(size / MIB), count, 0.7, color="#0072B2")
        axis.bar_label(bar, [f"{count}"], padding=2, fontsize=8)
    axis.set_xticks(range(first, last + 1), [page.size(2.0**power * MIB) for power in range(first, last + 1)])
    axis.set_xlim(first - 0.6, last + 0.6)
    axis.set_ylim(0, 1.12 * max(found.values()))
    axis.set_xlabel("buffer of the all-reduce")
    axis.set_ylabel("all-reduces of an iteration")
    total = sum(size * count for size, count in found.items())
    page.finish(axis, f"{sum(found.values())} all-reduces, {page.size(total)} in all")
    return page.write(figure, target, path,
                      f"Buffers of a transformer of {int(known['layers'])} layers, hidden size {int(known['hidden'])}",
                      {}, "from 4 h² weights of an attention and h² of each of two dense "
                      f"operators per layer, {float(known['element_bytes']):g} B each")
