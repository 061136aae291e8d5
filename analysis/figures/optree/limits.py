"""OpTree, eq. 4 to 9: how long lightpaths may be, and what that costs in steps and laser power."""
import numpy as np

from lightsweep import page, results
from . import lines

MOST_POWER = 30  # dBm, 1 W: beyond, nobody puts light into a fibre
PRESETS = {"ring-1000": "-", "lossy-rings": "--", "sensitive-receiver": ":"}


def draw(path, folder, suffix):
    """Pages optree-limits-stages, -built and -laser, as far as the file holds their studies."""
    written = []
    for _, data in results.studies(path, "physical"):
        long = lines.long_axes(data)
        for varies, name, page_of in (({"stages", "nodes", "devices"}, "stages", draw_stages),
                                      ({"design", "nodes", "wavelengths", "devices"}, "built", draw_built),
                                      ({"design", "laser_power"}, "laser", draw_laser)):
            if long == varies:
                written.append(page_of(path, folder / f"optree-limits-{name}.{suffix}", data.squeeze()))
    return results.need(written, path, "study of physical limits", "optree/constraints")


def draw_stages(path, target, data):
    """The path of eq. 4, its loss and the laser power that it needs, over the stages."""
    figure, axes = page.panels(3, 3.4, sharey=False)
    stages = data["stages"].values
    presets = {preset: dash for preset, dash in PRESETS.items() if preset in data["devices"].values}
    for at, nodes in enumerate(data["nodes"].values):
        one = data.sel(nodes=nodes)
        axes[0].plot(stages, one["longest_path"].isel(devices=0), marker="o", markersize=3, color=page.COLOURS[at],
                     label=f"N = {nodes}")
        for preset, dash in presets.items():
            for axis, name in zip(axes[1:], ("insertion_loss", "laser_power_needed")):
                axis.plot(stages, one[name].sel(devices=preset), dash, color=page.COLOURS[at], linewidth=1.2)
    for preset, dash in presets.items():
        allowed = float(data["allowed_path"].sel(devices=preset).isel(stages=0, nodes=0))
        axes[0].axhline(allowed, color="0.45", linestyle=dash, linewidth=1.1, label=f"allowed: {preset} ({allowed:.0f})")
        axes[2].plot([], [], dash, color="0.3", label=preset)
    titles = ("longest path [interfaces]", "loss [dB]", "laser power needed [dBm]")
    for at, (axis, title) in enumerate(zip(axes, titles)):
        axis.set_xticks(stages)
        axis.set_xlabel("stages k")
        axis.grid(True)
        page.finish(axis, title, at)
    axes[0].set_yscale("log")
    axes[1].set_yscale("log")
    axes[2].set_ylim(float(data["laser_power_needed"].min()) - 3, MOST_POWER)
    page.legend(axes[2], axes[::2])
    return page.write(figure, target, path, "Loss and crosstalk along eq. 4's longest path", {},
                      "device values are assumptions: the paper gives none; laser power for a bit error rate of "
                      f"1e-9, cut at {MOST_POWER} dBm (1 W); lines that are not seen lie under others")


def draw_built(path, target, data):
    """Longest lightpaths of built schedules, and the steps that are left within the budget."""
    shown = [(w, preset) for preset in data["devices"].values for w in data["wavelengths"].values]
    figure, axes = page.panels(len(shown), 3.4)
    for at, (axis, (wavelengths, preset)) in enumerate(zip(axes, shown)):
        for design in data["design"].values:
            one = data.sel(wavelengths=wavelengths, devices=preset, design=design)
            draw_design(axis, design, one["nodes"].values, one["steps"].values, one["capped_steps"].values)
        bound = data.sel(wavelengths=wavelengths, devices=preset)["lower_bound"].min("design")
        axis.plot(data["nodes"].values, bound, ":", color="0.4", linewidth=1.2, label="lower bound within the budget")
        axis.set_yscale("log")
        page.log_x(axis, data["nodes"].values, str, "nodes", base=2, rotation=45)
        allowed = int(data["allowed_path"].sel(wavelengths=wavelengths, devices=preset).max())
        page.finish(axis, f"w = {wavelengths}, {preset} ({allowed})", at)
    axes[0].set_ylabel("steps")
    page.legend(axes[-1])
    return page.write(figure, target, path, "All-gathers within a power budget", {},
                      "solid: within the budget, faint: without; lines end where no schedule of "
                      "the method is allowed; in brackets: interfaces that a lightpath may pass; device values are assumptions")


def draw_design(axis, design, places, steps, capped):
    title, colour, marker, _ = lines.STYLES[design]
    axis.plot(places, np.where(steps > 0, steps, np.nan), color=colour, linewidth=3.5, alpha=0.18)
    axis.plot(places, np.where(capped > 0, capped, np.nan), color=colour, marker=marker, markersize=4, linewidth=1.2, label=title)


def draw_laser(path, target, data):
    """Steps over the laser's power, up to what a laser has."""
    figure, axes = page.panels(2, 3.4, sharey=False)
    # The least power [dBm] at which a method has a schedule, infinite if it never has.
    least = data["laser_power"].where(data["capped_steps"] > 0).min("laser_power").fillna(np.inf)
    needed = {one: least.sel(design=one).item() for one in data["design"].values}
    strongest = [f"{lines.STYLES[one][0]} from {power:g} dBm" for one, power in needed.items() if power > MOST_POWER]
    data = data.sel(laser_power=data["laser_power"] <= MOST_POWER)
    power = data["laser_power"].values
    for design in data["design"].values:
        if needed[design] <= MOST_POWER:
            draw_design(axes[0], design, power, np.full(power.shape, np.nan), data.sel(design=design)["capped_steps"].values)
    feasible = data["capped_steps"].max("design") > 0
    axes[0].plot(power, data["lower_bound"].min("design").where(feasible), ":", color="0.4", linewidth=1.2, label="lower bound")
    axes[0].set_ylim(bottom=0)
    allowed = data["allowed_path"].isel(design=0).values
    axes[1].plot(power, np.where(allowed > 0, allowed, np.nan), color="#0072B2", marker="o", markersize=3.5)
    axes[1].set_ylim(bottom=0)
    for at, (axis, title) in enumerate(zip(axes, ("steps", "allowed path [interfaces]"))):
        axis.set_xlabel("laser power [dBm]")
        axis.grid(True)
        page.finish(axis, title, at)
    page.legend(axes[1], axes[:1])
    known = data.attrs
    return page.write(figure, target, path,
                      f"What laser power buys: {known['nodes']} nodes, {known['wavelengths']} wavelengths, {known['devices']}",
                      {}, "; ".join(["lines begin where the method has a schedule whose lightpaths are all allowed",
                                     *strongest, "device values are assumptions"]))
