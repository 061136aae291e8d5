"""SWOT: switch planes, their times, schedules, number and delays (figures 5 and 7 to 11)."""
from . import algorithms, choices, gantt, planes, times

FIGURES = {
    "swot-gantt": (gantt.draw, "what switch planes do when (sweeps/swot/paper.toml)"),
    "swot-cct": (times.draw_messages, "time on switch planes over the message (sweeps/swot/paper.toml)"),
    "swot-scaling": (times.draw_nodes, "time on switch planes over the nodes (sweeps/swot/paper.toml)"),
    "swot-algorithms": (algorithms.draw, "fastest algorithms of every scheduler (sweeps/swot/paper.toml)"),
    "swot-choices": (choices.draw, "order and algorithm as choices (sweeps/swot/beyond.toml)"),
    "swot-planes": (planes.draw_planes, "what more switch planes save (sweeps/swot/paper.toml)"),
    "swot-overhead": (planes.draw_overhead, "what delays leave exposed (sweeps/swot/paper.toml)"),
}
