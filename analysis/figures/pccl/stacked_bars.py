"""Bars of times side by side where some are many times as long as others: these are squeezed, and say how long they are."""
from matplotlib.ticker import MaxNLocator

from lightsweep import page

LATENCY, TRANSFER, SHARING, DELAY = "propagation_time", "transmission_time", "congestion_time", "reconfiguration_time"
PARTS = {LATENCY: ("α: links passed", "#999999"), TRANSFER: ("β: bytes at full rate", "#0072B2"),
         SHARING: ("β: links shared (congestion)", "#D55E00"), DELAY: ("reconfiguration", "#E69F00")}


def cut_at(reference, longest):
    """How high bars may be, a little above the reference; as high as all of them if none is much longer."""
    return longest if longest <= 2.2 * reference else 2 * reference


def three_digits(seconds):
    """The time over a bar: "620 us"."""
    return page.quantity(float(f"{seconds:.3g}"), page.SECONDS)


def stack(axis, at, parts, limit):
    """One bar of parts {column: seconds}, from the fixed to the avoidable; above the limit all parts shrink alike."""
    total, bottom = sum(parts.values()), 0.0
    for name, (label, colour) in PARTS.items():
        height = parts[name] * min(1, limit / total)
        axis.bar(at, height, 0.72, bottom, color=colour, label=label if at == 0 else None, linewidth=0)
        bottom += height
    return finish_bar(axis, at, total, limit)


def plain(axis, at, seconds, limit, colour, label=None):
    """One bar of one colour."""
    axis.bar(at, min(seconds, limit), 0.72, color=colour, label=label, linewidth=0)
    return finish_bar(axis, at, seconds, limit)


def finish_bar(axis, at, seconds, limit):
    """The mark of a squeezed bar; returns the height at which its text begins."""
    if seconds <= limit:
        return seconds
    for lift in (0.90, 0.93):
        axis.plot([at - 0.42, at + 0.42], [limit * (lift - 0.015), limit * (lift + 0.015)], color="white", linewidth=2)
    return limit


def label_times(axis, limit):
    """Round ticks in us or ms up to the limit, and room for the texts above it."""
    unit, name = (1e-3, "ms") if limit >= 3e-3 else (1e-6, "us")
    ticks = [tick for tick in MaxNLocator(6).tick_values(0, limit / unit) if 0 <= tick <= limit / unit * (1 + 1e-9)]
    axis.set_yticks([tick * unit for tick in ticks], [f"{tick:g}" for tick in ticks])
    axis.set_ylim(0, limit * 1.28)
    axis.grid(True, axis="y")
    return f"time [{name}]"


def write(axis, at, height, text, weight="normal"):
    """Text above a bar, upwards, so that neighbours do not touch."""
    axis.annotate(text, (at, height), (0, 3), textcoords="offset points", rotation=90, ha="center", va="bottom",
                  fontsize=7, color="0.2", fontweight=weight)
