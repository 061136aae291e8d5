"""Some points of a column of many, from the chunks as they are stored: only these points are put together."""
import ctypes
import functools
import itertools
import threading

import numpy as np

ONE_AT_A_TIME = threading.Lock()  # two threads must not use one decompressor
LEAST = 1 << 14  # bytes of a chunk; smaller ones HDF5 unpacks as fast


@functools.cache
def libdeflate():
    """The library that the program unpacks with, four times as fast as HDF5's zlib; None where it is not there."""
    try:
        library = ctypes.CDLL("libdeflate.so.0")
    except OSError:
        return None
    library.libdeflate_alloc_decompressor.restype = ctypes.c_void_p
    library.libdeflate_zlib_decompress.argtypes = [ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_size_t, ctypes.c_void_p] * 2]
    library.state = library.libdeflate_alloc_decompressor()
    return library


def is_readable(column):
    """Whether the chunks of an HDF5 dataset are large, all written, and packed as the program packs them."""
    width, shape = column.dtype.itemsize, column.chunks
    return bool(shape and libdeflate() and width * np.prod(shape) >= LEAST and column.dtype.kind in "iuf" and not column.fletcher32
                and column.compression == "gzip" and column.shuffle == (width > 1)
                and column.id.get_num_chunks() == np.prod([-(-size // part) for size, part in zip(column.shape, shape)]))


def read(column, kept):
    """The values at these indices (ascending) along every axis. Raises ValueError where a chunk is damaged."""
    values, shape = np.empty([len(one) for one in kept], column.dtype), column.chunks
    for parts in itertools.product(*map(pieces, kept, shape)):
        first, places, within = zip(*parts)
        values[places] = part_of(*column.id.read_direct_chunk(first), shape, column.dtype, within)
    return values


def pieces(kept, size):
    """(its first index, where its values stand among those kept, their indices in it) for every chunk along an axis."""
    for first in np.unique(kept // size) * size:
        begin, end = np.searchsorted(kept, [first, first + size])
        yield int(first), slice(begin, end), kept[begin:end] - first


def part_of(mask, data, shape, dtype, within):
    """The values of a chunk at these indices in it. mask: bits of the filters, shuffle and deflate, that were left out."""
    width = dtype.itemsize
    planes = np.frombuffer(data, np.uint8) if mask & (2 if width > 1 else 1) else inflate(data, width * int(np.prod(shape)))
    planes = np.moveaxis(planes.reshape(*shape, width), -1, 0) if width > 1 and mask & 1 else planes.reshape(width, *shape)
    for axis, index in enumerate(within):
        if len(index) < shape[axis]:
            planes = planes.take(index, axis + 1)
    return np.ascontiguousarray(np.moveaxis(planes, 0, -1)).view(dtype)[..., 0]


def inflate(packed, size):
    library, found, unpacked = libdeflate(), ctypes.c_size_t(), np.empty(size, np.uint8)
    with ONE_AT_A_TIME:
        failed = library.libdeflate_zlib_decompress(library.state, packed, len(packed), unpacked.ctypes.data, size, ctypes.byref(found))
    if failed:
        raise ValueError("a chunk does not unpack")
    return unpacked[:found.value]
