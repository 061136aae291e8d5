"""Decisions of /schedules and /envelopes: what their words say (engine/FORMAT.md), and the state of every step."""
import re

import numpy as np

# Files from before the attributes say it in a sentence, which holds one of these.
SENTENCES = {"windowed": "subring-or-window", "subring": "subring", "exchange": "exchange", "distinct matching": "standing",
             "own circuits": "pool-class", "others of the pool": "pool", "on its matching": "base-or-matching"}


def meaning(group):
    """Attributes of a group's decisions, h5py's or xarray's; bits_per_step is 0 where they are no list of states."""
    sentence = str(group["decision"].attrs.get("long_name", ""))
    if "state_kind" in group.attrs:
        known = {key: group.attrs.get(key, 0) for key in ("bits_per_step", "state_kind", "entries")}
    else:
        known = by_sentence(sentence)
    return {"bits_per_step": int(known["bits_per_step"]), "state_kind": str(known["state_kind"]),
            "entries": str(known["entries"] or "per-step"), "sentence": sentence}


def by_sentence(sentence):
    """As the attributes of a group."""
    bits = re.match(r"(\d+) bits? per|bit i", sentence)
    if not bits:
        return {"bits_per_step": 0, "state_kind": "plan", "entries": "per-step"}
    return {"bits_per_step": int(bits[1] or 1),
            "state_kind": next((kind for words, kind in SENTENCES.items() if words in sentence), "lane-topology"),
            "entries": "algorithm-then-steps" if "per entry" in sentence else "per-step"}


def of_steps(words, n_steps, known):
    """States of the first n_steps steps: shape (..., n_steps)."""
    bits = known["bits_per_step"]
    entries = np.arange(n_steps) + (known["entries"] == "algorithm-then-steps")
    per_word = 64 // bits
    shift = (entries % per_word * bits).astype(np.uint64)
    return (np.asarray(words)[..., entries // per_word] >> shift & np.uint64(2**bits - 1)).astype(int)
