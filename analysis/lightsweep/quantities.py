"""Quantities as texts with units: "3MB" as 3e6 bytes, and 3e6 bytes as "3 MB" again."""
import math
import re

from .program import Fault

SECONDS = [(1e-9, "ns"), (1e-6, "us"), (1e-3, "ms"), (1.0, "s")]
BINARY = [(1, "B"), (2**10, "KiB"), (2**20, "MiB"), (2**30, "GiB"), (2**40, "TiB")]
DECIMAL = [(1, "B"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB"), (1e12, "TB")]
RATES = [(1e3**at / 8, f"{one}bps") for at, one in enumerate(("", "k", "M", "G", "T"))]
KINDS = {"s": SECONDS, "B": [*BINARY, *DECIMAL, (1e3, "KB")], "B/s": [*RATES, (125, "Kbps")]}  # by the unit of a key; others have plain numbers


def parse(value, key="", unit=None):
    """"3MB" as 3e6, "7us" as 7e-6, "400Gbps" as 5e10 (bytes per second); numbers as they are.

    key, unit  what the value is of, and its unit: "s", "B", "B/s", or another one for a plain number; None: any of the three
    Raises Fault for another text, another unit, a list, or a value that is negative or not finite.
    """
    units = {name: factor for one in (KINDS if unit is None else [unit]) for factor, name in KINDS.get(one, [(1, "")])}
    place = f"{key} = {value}" if key else f"{value}"
    found = re.fullmatch(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-zA-Z]*)", value) if isinstance(value, str) else None
    if isinstance(value, str) and (not found or found[2] not in units):
        raise Fault(f"{place}: not a number with a unit (one of {', '.join(filter(None, units))})" if unit in (None, *KINDS) else f"{place}: not a number")
    try:
        number = float(found[1]) * units[found[2]] if found else float(value)
    except TypeError:
        raise Fault(f"{place}: is not one value; give one number, or one text with a unit") from None
    if not 0 <= number < math.inf:
        raise Fault(f"{place}: must be finite and not negative")
    return number


def quantity(value, units):
    """421.7e-6 -> "421.7 us": the largest unit that the value reaches."""
    if value == 0:
        return "0"
    chosen = units[0]
    for unit in units:
        if value >= unit[0] * (1 - 1e-9):
            chosen = unit
    return f"{value / chosen[0]:.4g} {chosen[1]}"


def seconds(value):
    return quantity(value, SECONDS)


def size(value):
    """Bytes in the units of the sweep: 64 MiB, but 256 MB, which are a whole number of KiB as well."""
    return quantity(value, BINARY if value % 1024 == 0 and value % 1000 else DECIMAL)


def text_of(value):
    """A value of an axis with its unit: 64 MiB, 10 us, 64, ring."""
    text = {"s": seconds, "B": size, "B/s": lambda rate: f"{rate * 8e-9:g} Gbit/s"}.get(value.attrs.get("units"), str)
    return text(value.item())
