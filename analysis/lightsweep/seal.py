"""The seal of a result file, checked before HDF5 opens it: engine/FORMAT.md, "The seal".

HDF5 may crash or hang on damaged metadata, and Python with it: no damaged byte may reach it.
"""
import struct

import xxhash

from .program import Fault

MAGIC = b"\x89LSS\r\n\x1a\n"
FOOTER = struct.Struct("<8sQQQQ")  # magic, version, bytes of the HDF5 file, xxh3 of the table, xxh3 of all before
COPIES = 2
BLOCK = 1 << 16


class Unreadable(Fault):
    """The file cannot be read or is not what was written; the message names it and says what to do."""

    code = 3


def damaged(path, where):
    """The error for damage at this place."""
    return Unreadable(f"{path}: is damaged ({where}); restore a copy, or compute the sweep again under another name (-o)")


def find_footer(data):
    """(version, bytes of the HDF5 file, checksum of the table) from any intact copy, or None."""
    for at in range(COPIES):
        start = len(data) - (COPIES - at) * FOOTER.size
        footer = data[max(start, 0):start + FOOTER.size]
        if len(footer) < FOOTER.size:
            continue
        magic, version, size, table, own = FOOTER.unpack(footer)
        if magic == MAGIC and own == xxhash.xxh3_64_intdigest(footer[:-8]):
            return version, size, table
    return None


def check(path):
    """Raises Unreadable if a byte of a sealed file is not what was written; a file without a seal passes.

    Reads the file once; holds one block and the table of checksums (1/8192 of the file).
    """
    try:
        with open(path, "rb") as file:
            total = file.seek(0, 2)
            file.seek(max(0, total - COPIES * FOOTER.size))
            footer = find_footer(file.read())
            if footer:
                check_blocks(path, file, total, *footer)
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read ({error.strerror}); check its permissions and its disk") from error


def check_blocks(path, file, total, version, size, table_checksum):
    """The table against the footer, then every block against the table."""
    blocks = -(-size // BLOCK)
    expected = size + 8 * blocks + COPIES * FOOTER.size
    if version != 1 or total != expected:
        raise damaged(path, f"it has {total} bytes, its seal says {expected}")
    file.seek(size)
    table = file.read(8 * blocks)
    if xxhash.xxh3_64_intdigest(table) != table_checksum:
        raise damaged(path, "the table of checksums at its end")
    file.seek(0)
    for at, (checksum,) in enumerate(struct.iter_unpack("<Q", table)):
        first, last = at * BLOCK, min(size, (at + 1) * BLOCK)
        if xxhash.xxh3_64_intdigest(file.read(last - first)) != checksum:
            raise damaged(path, f"bytes {first} to {last - 1}")
