"""Traffic as it is: uneven all-to-alls, and iterations of training."""
from . import matrices, traces

FIGURES = {
    "matrices": (matrices.draw, "uneven all-to-alls: what knowing the matrix gains (sweeps/traffic/matrices.toml)"),
    "traces": (traces.draw, "iterations of training per switch technology (sweeps/traffic/traces.toml)"),
}
