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
import importlib.util

HOMES = {"Fault": "program", "MissingData": "results", "Result": "answers", "Schedule": "schedules", "Sweep": "sweeps", "Unreadable": "seal",
         "all": "sweeps", "map": "pictures", "open": "answers", "per_decade": "sweeps", "schedule": "schedules", "times": "sweeps"}
__all__ = [*HOMES]


def __dir__():
    return [*globals(), *HOMES]


def __getattr__(name):
    """Names and modules are loaded when they are asked for: xarray takes half a second, matplotlib a whole one."""
    if name not in HOMES and importlib.util.find_spec(f"{__name__}.{name}") is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    home = importlib.import_module(f".{HOMES.get(name, name)}", __name__)
    return getattr(home, name) if name in HOMES else home
