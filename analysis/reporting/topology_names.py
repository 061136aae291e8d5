"""Names of topologies beside decisions: text in words of eight bytes, zeros behind (engine/FORMAT.md)."""
import numpy as np


def entry(group, pick, blocks):
    """None where the group has no names, else the different texts and which one stands beside each decision."""
    if "topologies" not in group:
        return None
    words = group["topologies"][...]
    lines = np.ascontiguousarray(pick(words.astype("<u8"))).reshape(-1, words.shape[-1])
    codes = lines.view(f"S{8 * lines.shape[1]}").ravel()
    texts, which = np.unique(codes, return_inverse=True)
    return {"texts": [text.decode("utf-8") for text in texts], "block": blocks.add(which.ravel(), "i32")}
