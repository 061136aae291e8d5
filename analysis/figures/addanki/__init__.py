"""Addanki et al. and what lies beyond them: speedups, rules, pools of bases, degrees."""
from . import degree, gains, overlap, pool, speedup

FIGURES = {
    "fig1": (speedup.figure1, "speedup over every-step and over static (sweeps/addanki/fig1.toml)"),
    "fig2": (speedup.figure2, "speedup over the better of both (sweeps/addanki/fig1.toml or fig2.toml)"),
    "threshold": (gains.threshold, "threshold rule over the optimum (sweeps/addanki/threshold.toml)"),
    "reuse": (gains.reuse, "gain of keeping matchings that stand (sweeps/addanki/reuse.toml)"),
    "port-delay": (gains.port_delay, "gain of paying per changed port (sweeps/addanki/port_delay.toml)"),
    "overlap": (overlap.draw, "how much of the delay computation hides (sweeps/addanki/overlap.toml)"),
    "pool": (pool.draw, "gain of pools of bases, and their members (sweeps/addanki/pool.toml)"),
    "degree": (degree.draw, "what more ports per node bring (sweeps/addanki/degree.toml, degree_large.toml)"),
}
