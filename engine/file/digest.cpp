#include <hdf5.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>

#include "engine/file/finalize.hpp"
#include "engine/file/result_state.hpp"

namespace lightsweep::engine {
namespace {

constexpr std::size_t slab_bytes = std::size_t{16} << 20;
constexpr std::size_t chunk_cache_bytes = std::size_t{64} << 20;
constexpr std::size_t chunk_cache_slots = 12421;
constexpr double most_unpacked = 4;  // times a slab: neighbours share chunks

class Digest {
  public:
    Digest() : state_(XXH3_createState(), XXH3_freeState) { XXH3_128bits_reset(state_.get()); }
    void add(const void* data, std::size_t bytes) {
        XXH3_128bits_update(state_.get(), data, bytes);
    }
    void add(std::uint64_t number) { add(&number, sizeof number); }
    void add(const std::string& text) {
        add(text.size());
        add(text.data(), text.size());
    }
    std::string hex() const {
        const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
        char text[33];
        std::snprintf(text, sizeof text, "%016llx%016llx",
                      static_cast<unsigned long long>(hash.high64),
                      static_cast<unsigned long long>(hash.low64));
        return text;
    }

  private:
    std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

void add_shape(Digest& digest, const std::vector<std::size_t>& shape) {
    digest.add(shape.size());
    for (const std::size_t extent : shape) digest.add(extent);
}

void add_coordinate(Digest& digest, const Coordinate& coordinate) {
    digest.add(coordinate.name);
    digest.add(100 + coordinate.values.index());  // distinct from the element types of columns
    add_shape(digest, {coordinate.size()});
    if (const auto* text = std::get_if<std::vector<std::string>>(&coordinate.values))
        for (const auto& label : *text) digest.add(label);
    else if (const auto* reals = std::get_if<std::vector<double>>(&coordinate.values))
        digest.add(reals->data(), reals->size() * sizeof(double));
    else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&coordinate.values))
        digest.add(integers->data(), integers->size() * sizeof(std::int64_t));
}

// Calls visit(start, count) for blocks that cover the array in row-major order, each contiguous.
void for_each_slab(
    const std::vector<std::size_t>& shape, std::size_t element_bytes,
    const std::function<void(const std::vector<hsize_t>&, const std::vector<hsize_t>&)>& visit) {
    std::size_t axis = shape.size();  // axes from here on are taken whole
    std::size_t inner = element_bytes;
    while (axis > 0 && inner * shape[axis - 1] <= slab_bytes) inner *= shape[--axis];
    std::vector<hsize_t> start(shape.size(), 0), count(shape.begin(), shape.end());
    for (std::size_t outer = 0; outer < axis; ++outer) count[outer] = 1;
    if (axis == 0) return visit(start, count);
    const std::size_t cut = axis - 1;
    const std::size_t step = std::max<std::size_t>(1, slab_bytes / inner);
    for (;;) {
        for (start[cut] = 0; start[cut] < shape[cut]; start[cut] += step) {
            count[cut] = std::min<hsize_t>(step, shape[cut] - start[cut]);
            visit(start, count);
        }
        std::size_t next = cut;
        while (next > 0 && ++start[next - 1] == shape[next - 1]) start[--next] = 0;
        if (next == 0) return;
    }
}

hdf5::Handle open_cached(hid_t file, const std::string& path) {
    const hdf5::Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "make a property list");
    H5Pset_chunk_cache(access, chunk_cache_slots, chunk_cache_bytes, 1.0);
    return {H5Dopen2(file, path.c_str(), access), H5Dclose, "open dataset " + path};
}

void add_dataset(Digest& digest, hid_t file, const std::string& path, const std::string& name,
                 std::uint64_t type_tag, hid_t memory, std::size_t element_bytes) {
    const hdf5::Handle dataset = open_cached(file, "/" + path + "/" + name);
    const auto shape = hdf5::shape_of(dataset);
    digest.add(name);
    digest.add(type_tag);
    add_shape(digest, shape);
    if (product(shape) == 0) return;
    std::vector<std::byte> buffer;
    for_each_slab(shape, element_bytes, [&](const auto& start, const auto& count) {
        std::size_t elements = 1;
        for (const hsize_t extent : count) elements *= extent;
        buffer.resize(elements * element_bytes);
        hdf5::read_block(dataset, start, count, memory, buffer.data(), path + "/" + name,
                         most_unpacked);
        digest.add(buffer.data(), buffer.size());
    });
}

// The parts of a group's digest, by name.
using Parts = std::map<std::string, std::function<void(Digest&)>>;

void add_axes(Parts& parts, const std::vector<Axis>& axes) {
    for (const auto& axis : axes) {
        parts[axis.index.name] = [&axis](Digest& d) { add_coordinate(d, axis.index); };
        for (const auto& coordinate : axis.auxiliary)
            parts[coordinate.name] = [&coordinate](Digest& d) { add_coordinate(d, coordinate); };
    }
}

template <class Group>
Parts parts_of(hid_t file, const Group& group) {
    Parts parts;
    add_axes(parts, group.axes);
    for (const auto& column : group.columns)
        parts[column.name] = [file, &group, &column](Digest& d) {
            add_dataset(d, file, group.path, column.name, static_cast<std::uint64_t>(column.type),
                        hdf5::memory_type(column.type), size_of(column.type));
        };
    return parts;
}

std::string digest_of(const Parts& parts) {
    Digest digest;
    for (const auto& part : parts) part.second(digest);
    return digest.hex();
}

std::vector<GroupDigest> digests_of(const ResultFile& result) {
    const hid_t file = ChunkSource::file(result).id();
    std::map<std::string, std::string> digests;
    for (const auto& group : result.layout().arrays)
        if (!is_timing(group.path)) digests[group.path] = digest_of(parts_of(file, group));
    for (const auto& group : result.layout().ragged) {
        if (is_timing(group.path)) continue;
        Parts parts = parts_of(file, group);
        for (const char* name : {"offset", "count"})
            parts[name] = [file, &group, name](Digest& d) {
                add_dataset(d, file, group.path, name, 99, H5T_NATIVE_INT64, sizeof(std::int64_t));
            };
        digests[group.path] = digest_of(parts);
    }
    std::vector<GroupDigest> report;
    Digest whole;
    for (const auto& [group, digest] : digests) {
        report.push_back({group, digest});
        whole.add(group);
        whole.add(digest);
    }
    report.push_back({"", whole.hex()});
    return report;
}

}  // namespace

std::vector<GroupDigest> verify(const std::string& path) {
    const ResultFile result(path);
    return ChunkSource::file(result).reading([&] { return digests_of(result); });
}

}  // namespace lightsweep::engine
