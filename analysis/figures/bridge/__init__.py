"""BRIDGE: subrings that are reused, and what lies beyond them: regions, hybrids, switch technologies."""
from . import gains, hybrid, regions, schedules, shares, technology

FIGURES = {
    "bridge": (gains.draw, "gain of reusable subrings (sweeps/bridge/alltoall.toml, reduce_scatter.toml)"),
    "bridge-steps": (schedules.figure_1, "costs step by step (sweeps/bridge/motivation.toml)"),
    "bridge-shares": (shares.draw, "what times on a ring are made of (sweeps/bridge/motivation.toml)"),
    "bridge-table1": (schedules.table_1, "when subrings are set (sweeps/bridge/motivation.toml)"),
    "regions": (regions.draw, "which segments are best where, exactly (sweeps/bridge/regions.toml)"),
    "hybrid": (hybrid.draw, "Bruck or ring per segment (sweeps/bridge/hybrid.toml)"),
    "technology": (technology.draw, "small fast switches or large slow ones (sweeps/bridge/technology.toml)"),
}
