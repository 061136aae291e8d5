#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>

#include "engine/file/result_state.hpp"
#include "engine/journal/codec.hpp"

namespace lightsweep::engine::hdf5 {
namespace {

constexpr std::size_t chunks_at_once = 32;
constexpr std::size_t least_for_threads = std::size_t{1} << 20;  // bytes

using Copy = void (*)(const std::byte*, std::byte*, std::size_t);

template <class From, class To>
void copy_as(const std::byte* from, std::byte* to, std::size_t n) {
    if constexpr (std::is_same_v<From, To>) {
        std::memcpy(to, from, n * sizeof(To));
    } else {
        for (std::size_t i = 0; i < n; ++i) {
            From value;
            std::memcpy(&value, from + i * sizeof value, sizeof value);
            const To converted = value;
            std::memcpy(to + i * sizeof converted, &converted, sizeof converted);
        }
    }
}

/// How elements of a stored type become those of a type in memory; null where only HDF5 knows.
Copy copy_between(hid_t stored, hid_t memory) {
    const auto are = [&](hid_t from, hid_t to) {
        return H5Tequal(stored, from) > 0 && H5Tequal(memory, to) > 0;
    };
    if (are(H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE)) return copy_as<double, double>;
    if (are(H5T_NATIVE_UINT64, H5T_NATIVE_UINT64)) return copy_as<std::uint64_t, std::uint64_t>;
    if (are(H5T_NATIVE_INT32, H5T_NATIVE_INT32)) return copy_as<std::int32_t, std::int32_t>;
    if (are(H5T_NATIVE_INT8, H5T_NATIVE_INT8)) return copy_as<std::int8_t, std::int8_t>;
    if (are(H5T_NATIVE_INT32, H5T_NATIVE_INT64)) return copy_as<std::int32_t, std::int64_t>;
    if (are(H5T_NATIVE_INT8, H5T_NATIVE_INT64)) return copy_as<std::int8_t, std::int64_t>;
    if (are(H5T_NATIVE_INT32, H5T_NATIVE_DOUBLE)) return copy_as<std::int32_t, double>;
    if (are(H5T_NATIVE_INT8, H5T_NATIVE_DOUBLE)) return copy_as<std::int8_t, double>;
    return nullptr;
}

/// Calls visit(position) for the positions from `from` to before `to`, `step` apart, row-major.
template <class Visit>
void for_each_position(const std::vector<hsize_t>& from, const std::vector<hsize_t>& to,
                       const std::vector<hsize_t>& step, Visit visit) {
    std::vector<hsize_t> at = from;
    for (;;) {
        visit(at);
        std::size_t axis = at.size();
        while (axis-- > 0) {
            if ((at[axis] += step[axis]) < to[axis]) break;
            at[axis] = from[axis];
        }
        if (axis > at.size()) return;
    }
}

/// One block of a dataset, from the chunks as they are stored: read one after the other, because
/// HDF5 is for one thread at a time, and unpacked by all threads.
class BlockReader {
  public:
    BlockReader(hid_t dataset, const std::vector<hsize_t>& start, const std::vector<hsize_t>& count,
                hid_t memory, void* data, const std::string& name, double most_unpacked)
        : dataset_(dataset),
          start_(start),
          count_(count),
          data_(static_cast<std::byte*>(data)),
          name_(name) {
        const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "examine " + name);
        if (count.empty() || H5Pget_layout(properties) != H5D_CHUNKED) return;
        const Handle type(H5Dget_type(dataset), H5Tclose, "examine " + name);
        element_bytes_ = H5Tget_size(type);
        memory_bytes_ = H5Tget_size(memory);
        chunk_.resize(count.size());
        need(H5Pget_chunk(properties, static_cast<int>(chunk_.size()), chunk_.data()),
             "examine " + name);
        if (filters_of(properties) == filters_of_results(element_bytes_))
            copy_ = copy_between(type, memory);
        if (copy_) list_chunks(most_unpacked);
    }

    /// False, and nothing is done, if the block is for HDF5 itself.
    bool read() {
        if (!copy_ || chunks_.empty()) return false;
        for (std::size_t first = 0; first < chunks_.size(); first += chunks_at_once) {
            const std::size_t last = std::min(chunks_.size(), first + chunks_at_once);
            for (std::size_t i = first; i < last; ++i)
                if (!fetch(chunks_[i])) return false;
            unpack(first, last);
        }
        return true;
    }

  private:
    struct Chunk {
        std::vector<hsize_t> origin;
        std::vector<std::byte> bytes{};
        std::uint32_t filter_mask = 0;
    };

    /// None if their values are more than so many times the block's.
    void list_chunks(double most_unpacked) {
        std::vector<hsize_t> from(count_.size()), to(count_.size());
        double unpacked = 1, wanted = 1;
        for (std::size_t axis = 0; axis < count_.size(); ++axis) {
            if (count_[axis] == 0) return;
            to[axis] = start_[axis] + count_[axis];
            from[axis] = start_[axis] / chunk_[axis] * chunk_[axis];
            const auto chunks = (to[axis] - from[axis] - 1) / chunk_[axis] + 1;
            unpacked *= static_cast<double>(chunks * chunk_[axis]);
            wanted *= static_cast<double>(count_[axis]);
            chunk_bytes_ *= chunk_[axis];
        }
        chunk_bytes_ *= element_bytes_;
        if (unpacked > most_unpacked * wanted) return;
        for_each_position(from, to, chunk_,
                          [&](const auto& origin) { chunks_.push_back({origin}); });
    }

    /// False for a chunk that was never written.
    bool fetch(Chunk& chunk) const {
        hsize_t bytes = 0;
        if (H5Dget_chunk_storage_size(dataset_, chunk.origin.data(), &bytes) < 0 || bytes == 0)
            return false;
        chunk.bytes.resize(bytes);
        need(H5Dread_chunk(dataset_, H5P_DEFAULT, chunk.origin.data(), &chunk.filter_mask,
                           chunk.bytes.data()),
             "read " + name_);
        return true;
    }

    void unpack(std::size_t first, std::size_t last) {
        if ((last - first) * chunk_bytes_ >= least_for_threads)
            tbb::parallel_for(first, last, [&](std::size_t i) { unpack(chunks_[i]); });
        else
            for (std::size_t i = first; i < last; ++i) unpack(chunks_[i]);
    }

    void unpack(Chunk& chunk) const {
        thread_local std::vector<std::byte> values;
        if (values.size() < chunk_bytes_) values.resize(chunk_bytes_);
        decode(chunk.bytes, chunk.filter_mask, element_bytes_,
               std::span(values).first(chunk_bytes_));
        chunk.bytes = {};
        std::vector<hsize_t> from(count_.size()), to(count_.size()), step(count_.size(), 1);
        for (std::size_t axis = 0; axis < count_.size(); ++axis) {
            from[axis] = std::max(start_[axis], chunk.origin[axis]);
            to[axis] = std::min(start_[axis] + count_[axis], chunk.origin[axis] + chunk_[axis]);
        }
        const hsize_t run = to.back() - from.back();
        step.back() = run;
        for_each_position(from, to, step, [&](const auto& at) {
            std::size_t in_chunk = 0, in_block = 0;
            for (std::size_t axis = 0; axis < at.size(); ++axis) {
                in_chunk = in_chunk * chunk_[axis] + (at[axis] - chunk.origin[axis]);
                in_block = in_block * count_[axis] + (at[axis] - start_[axis]);
            }
            copy_(values.data() + in_chunk * element_bytes_, data_ + in_block * memory_bytes_, run);
        });
    }

    hid_t dataset_;
    const std::vector<hsize_t>& start_;
    const std::vector<hsize_t>& count_;
    std::byte* data_;
    const std::string& name_;
    std::size_t element_bytes_ = 0, memory_bytes_ = 0, chunk_bytes_ = 1;
    std::vector<hsize_t> chunk_{};
    Copy copy_ = nullptr;
    std::vector<Chunk> chunks_{};
};

}  // namespace

void read_block(hid_t dataset, const std::vector<hsize_t>& start, const std::vector<hsize_t>& count,
                hid_t memory, void* data, const std::string& name, double most_unpacked) {
    if (BlockReader(dataset, start, count, memory, data, name, most_unpacked).read()) return;
    const Handle space(H5Dget_space(dataset), H5Sclose, "examine " + name);
    if (!count.empty())
        need(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                 nullptr),
             "select from " + name);
    need(H5Dread(dataset, memory, simple_space(count), space, H5P_DEFAULT, data), "read " + name);
}

}  // namespace lightsweep::engine::hdf5
