"""Arrays inside the page: bytes shuffled (as HDF5 does), deflated, base64.

A block is named by its number; {"type": "f64", "length": n} says how the page reads it back
(analysis/report/src/data/embedded.ts).
"""
import base64
import concurrent.futures
import zlib

import numpy as np

TYPES = {"f64": np.dtype("<f8"), "i32": np.dtype("<i4"), "i8": np.dtype("i1"), "u64": np.dtype("<u8")}
LEVEL = 6


def encode(values, kind):
    """Text of an array in C order."""
    data = np.ascontiguousarray(values, dtype=TYPES[kind])
    shuffled = data.reshape(-1).view(np.uint8).reshape(-1, TYPES[kind].itemsize).T
    return base64.b64encode(zlib.compress(np.ascontiguousarray(shuffled).tobytes(), LEVEL)).decode("ascii")


class Blocks:
    """The arrays of a page in the order in which they were added, encoded beside other work; equal arrays are kept once."""

    def __init__(self):
        self.entries, self.encoded, self.known, self.beside = [], [], {}, concurrent.futures.ThreadPoolExecutor()

    def add(self, values, kind):
        """Adds an array; returns its number."""
        data = np.ascontiguousarray(values, dtype=TYPES[kind])
        key = (kind, data.tobytes())
        if key not in self.known:
            self.known[key] = len(self.encoded)
            self.entries.append({"type": kind, "length": data.size})
            self.encoded.append(self.beside.submit(encode, data, kind))
        return self.known[key]

    @property
    def texts(self):
        """What stands in the page."""
        return [one.result() for one in self.encoded]
