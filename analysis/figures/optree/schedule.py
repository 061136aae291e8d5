"""Schedules of lightpaths: segments by wavelengths, a row of panels per step, from /schedules."""
import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Rectangle

from lightsweep import page, results
from . import lines

MOST_NODES, MOST_STEPS, MOST_WAVELENGTHS = 32, 16, 16
COLUMNS_OF_STEPS = 6  # side by side
DIRECTIONS = ("clockwise", "counterclockwise")
COLUMNS = ("step", "source", "destination", "direction", "wavelength", "item")


def draw(path, folder, suffix):
    """A page optree-schedule-GRID-SCHEDULER-NODES-WAVELENGTHS for every small ring."""
    written = []
    for grid, groups in results.grids(path, "schedules").items():
        for scheduler in groups:
            for place, paths in small_lists(path, grid, scheduler):
                name = f"optree-schedule-{grid}-{scheduler}-{place['nodes']}nodes-{place['wavelengths']}w.{suffix}"
                written.append(draw_page(path, folder / name, scheduler, place, paths))
    return results.need(written, path, f"list of lightpaths of at most {MOST_NODES} nodes; set schedules = true in a sweep "
                        "under rules optree, such as sweeps/optree/schedules.toml")


def small_lists(path, grid, scheduler):
    """[(place, {column: values})] of the lists of lightpaths that fit on a page; of equally many nodes and wavelengths the first."""
    group, found = f"schedules/{grid}/{scheduler}", {}
    if not {"wavelength", "offset"} <= set(results.load_group(path, group)):
        return []
    for place, paths in results.lists(path, group, COLUMNS):
        nodes, wavelengths = int(place.get("nodes", 0)), int(place.get("wavelengths", 0))
        few = paths["step"].size and paths["step"].max() < MOST_STEPS
        if few and nodes <= MOST_NODES and wavelengths <= MOST_WAVELENGTHS and place.get("topology") == "wdm-ring":
            found.setdefault((nodes, wavelengths), (place, paths))
    return list(found.values())


def draw_page(path, target, scheduler, place, paths):
    """A row per direction, a column per step, six steps below each other; a box per lightpath in the colour of its item's owner."""
    nodes, wavelengths, steps = int(place["nodes"]), int(place["wavelengths"]), int(paths["step"].max()) + 1
    colours = 0.45 * page.plt.get_cmap("hsv")(np.arange(nodes) / nodes) + 0.55  # pale, so that numbers can be read
    columns, lines_of_steps = min(steps, COLUMNS_OF_STEPS), -(-steps // COLUMNS_OF_STEPS)
    figure, axes = page.sheet(2 * lines_of_steps, columns, 1.2 + 2.5 * max(columns, 2),
                              0.7 + (0.9 + max(1.6, 0.34 * wavelengths)) * lines_of_steps, sharex=True, sharey=True)
    for axis in axes[-2:, (steps - 1) % columns + 1:].flat:
        axis.set_visible(False)
    for step in range(steps):
        both = axes[2 * (step // columns):][:2, step % columns]
        for direction, axis in enumerate(both):
            chosen = (paths["step"] == step) & (paths["direction"] == direction)
            columns_of_box = [paths[name][chosen] for name in ("source", "destination", "wavelength", "item")]
            boxes = np.stack(columns_of_box, 1).astype(int).tolist()
            draw_panel(axis, nodes, wavelengths, boxes, direction, colours, int(place.get("items_per_node", 1)))
        both[0].set_title(f"step {step}", loc="center")
        both[1].set_xlabel("segment", fontsize=8)
        both[1].tick_params(labelbottom=True)  # also where another line of steps stands below
    for row, axis in enumerate(axes[:, 0]):
        axis.set_ylabel(f"{DIRECTIONS[row % 2]}\nwavelength", fontsize=8)
    title = lines.STYLES.get(scheduler, (scheduler,))[0]
    return page.write(figure, target, path, f"{title}: {nodes} nodes, {wavelengths} wavelengths, {steps} steps", {},
                      "a box is a lightpath over the segments it takes, coloured by the owner of "
                      "its item (number in it); bar: where it starts")


def draw_panel(axis, nodes, wavelengths, boxes, direction, colours, items_per_node):
    bars, starts = [], []
    for source, destination, wavelength, item in boxes:
        owner = item // items_per_node
        length = (destination - source) % nodes if direction == 0 else (source - destination) % nodes
        first = source if direction == 0 else destination  # segment v joins v and v + 1
        for begin, width in pieces(first, length, nodes):
            bars.append((Rectangle((begin, wavelength - 0.42), width, 0.84), colours[owner]))
        start = source if direction == 0 else source or nodes
        starts.append([(start, wavelength - 0.42), (start, wavelength + 0.42)])
        if nodes <= 16:
            text = axis.text((first + min(length, nodes - first) / 2), wavelength, str(owner), fontsize=6, ha="center", va="center")
            text.set_in_layout(False)  # measuring every number takes long
    axis.add_collection(PatchCollection([one for one, _ in bars], facecolors=[colour for _, colour in bars], edgecolors="white",
                                        linewidths=0.5))
    axis.add_collection(LineCollection(starts, colors="black", linewidths=1.6))
    axis.set_xlim(0, nodes)
    axis.set_ylim(wavelengths - 0.5, -0.5)
    axis.set_xticks(range(0, nodes + 1, max(1, nodes // 8)))
    axis.set_yticks(range(0, wavelengths, max(1, wavelengths // 8)))
    axis.tick_params(labelsize=7, length=2)


def pieces(first, length, nodes):
    """The run of segments, cut where it passes node 0."""
    left = min(length, nodes - first)
    return [(first, left)] + ([(0, length - left)] if length > left else [])
