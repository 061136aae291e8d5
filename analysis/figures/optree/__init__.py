"""OpTree: steps, times, limits of light and schedules of lightpaths on rings with wavelengths."""
from . import landscape, limits, lines, schedule, tables

FIGURES = {
    "optree-stages": (lines.draw_stages, "Theorem 1 over the stages (sweeps/optree/figures.toml)"),
    "optree-sizes": (lines.draw_sizes, "all-gathers over the item size (sweeps/optree/figures.toml)"),
    "optree-tables": (tables.draw, "Tables 1 to 3, printed and computed (sweeps/optree/figures.toml)"),
    "optree-limits": (limits.draw, "what loss and crosstalk allow (sweeps/optree/constraints.toml)"),
    "optree-landscape": (landscape.draw, "steps over nodes and wavelengths (sweeps/optree/landscape.toml)"),
    "optree-schedule": (schedule.draw, "lightpaths step by step (sweeps/optree/schedules.toml)"),
}
