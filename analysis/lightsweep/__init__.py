"""lightsweep in Python: sweeps, their results as datasets, the best over any axes, exact times at any point, pictures.

    import lightsweep as ls
    sweep = ls.Sweep(rules="common", topology="ring", planes=2, nodes=[32, 64], collective=ls.all("allreduce"),
                     message=ls.times("1MiB", "1GiB", 2), reconfiguration_delay=ls.per_decade("1us", "10ms", 8), bandwidth="400Gbps",
                     per_step_latency="1us", per_hop_latency="100ns", schedulers=["static", "segments", "swot"])
    result = sweep.run(ranks=2)                      # or ls.open("mine.h5")
    best = result.best(over=["collective", "scheduler"])
    ls.map(result.sel(scheduler="static").best(over="collective").time / best.time, col="nodes")

Times are in seconds, sizes in bytes, rates in bytes per second. What the program refuses is a Fault with its text.
"""
from .answers import Result, open
from .program import Fault
from .results import MissingData
from .schedules import Schedule, schedule
from .seal import Unreadable
from .sweeps import Sweep, all, per_decade, times

__all__ = ["Fault", "MissingData", "Result", "Schedule", "Sweep", "Unreadable", "all", "map", "open", "per_decade", "schedule", "times"]


def __getattr__(name):
    """`map` is loaded when it is asked for: matplotlib takes a second."""
    if name != "map":
        raise AttributeError(f"module 'lightsweep' has no attribute '{name}'")
    from .pictures import map
    return map
