"""Exit codes that lightsweep-figures and lightsweep-report share."""
from . import results, seal


def code_of(act, say, place, remedy, missing=()):
    """Acts, and says what went wrong: 0 done, 2 no such data (or one of `missing`), 3 damaged or not to be written."""
    try:
        act()
    except (results.MissingData, *missing) as fault:
        say(fault)
        return 2
    except seal.Unreadable as fault:
        say(fault)
        return 3
    except OSError as fault:
        say(f"cannot write {place}: {fault}; {remedy}")
        return 3
    return 0
