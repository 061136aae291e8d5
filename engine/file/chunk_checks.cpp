#include <algorithm>
#include <optional>

#include "engine/file/result_checks.hpp"
#include "engine/file/result_state.hpp"
#include "engine/journal/codec.hpp"

namespace lightsweep::engine::hdf5 {

namespace {

constexpr std::size_t checksum_bytes = 4;
constexpr std::size_t most_chunks = 100'000'000;
constexpr std::size_t most_compressed = 1032;  // by deflate

/// The filters that this program knows by their places in the pipeline, which is this order.
struct Pipeline {
    std::optional<unsigned> deflate{}, checksum{};
};

Pipeline pipeline_of(hid_t properties, const std::string& path) {
    Pipeline pipeline;
    H5Z_filter_t before = H5Z_FILTER_NONE;
    unsigned place = 0;
    for (const auto filter : filters_of(properties)) {
        if (filter == H5Z_FILTER_DEFLATE && !pipeline.deflate && !pipeline.checksum)
            pipeline.deflate = place;
        else if (filter == H5Z_FILTER_FLETCHER32 && !pipeline.checksum)
            pipeline.checksum = place;
        else if (filter != H5Z_FILTER_SHUFFLE || before != H5Z_FILTER_NONE)
            refuse(path, "is stored with other filters than shuffle, deflate and fletcher32");
        before = filter;
        ++place;
    }
    return pipeline;
}

/// The chunks of one dataset.
class ChunkCheck {
  public:
    ChunkCheck(hid_t dataset, std::string path) : dataset_(dataset), path_(std::move(path)) {
        const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "examine " + path_);
        if (H5Pget_layout(properties) != H5D_CHUNKED) return;
        pipeline_ = pipeline_of(properties, path_);
        shape_ = shape_of(dataset);
        chunk_.resize(shape_.size());
        need(H5Pget_chunk(properties, static_cast<int>(chunk_.size()), chunk_.data()),
             "examine " + path_);
        const Handle type(H5Dget_type(dataset), H5Tclose, "examine " + path_);
        chunk_bytes_ = H5Tget_size(type);
        for (const auto extent : chunk_) chunk_bytes_ *= extent;
        check_all();
    }

  private:
    void check_all() {
        std::size_t chunks = 1;
        for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
            if (shape_[axis] == 0) return;
            const auto along = (shape_[axis] - 1) / chunk_[axis] + 1;
            if (along > most_chunks / chunks) refuse(path_, "has more chunks than results have");
            chunks *= along;
        }
        std::vector<hsize_t> start(shape_.size(), 0);
        for (std::size_t i = 0; i < chunks; ++i) {
            check(start);
            for (std::size_t axis = shape_.size(); axis-- > 0;) {
                if ((start[axis] += chunk_[axis]) < shape_[axis]) break;
                start[axis] = 0;
            }
        }
    }

    void check(const std::vector<hsize_t>& start) {
        hsize_t size = 0;
        if (H5Dget_chunk_storage_size(dataset_, start.data(), &size) < 0 || size == 0) return;
        if (size > 2 * chunk_bytes_ + 1024 || chunk_bytes_ > most_compressed * size)
            refuse(place(start), "has " + std::to_string(size) + " bytes for the " +
                                     std::to_string(chunk_bytes_) + " of its values");
        bytes_.resize(size);
        std::uint32_t skipped = 0;
        need(H5Dread_chunk(dataset_, H5P_DEFAULT, start.data(), &skipped, bytes_.data()),
             "read " + place(start));
        const auto applied = [&](const auto& filter) {
            return filter && !(skipped >> *filter & 1U);
        };
        auto content = std::span<const std::byte>(bytes_);
        if (applied(pipeline_.checksum))
            content = content.first(size - std::min<std::size_t>(size, checksum_bytes));
        values_.resize(chunk_bytes_);
        try {
            decode(content, applied(pipeline_.deflate) ? 0 : 1, 1, values_);
        } catch (const IoError&) {
            refuse(place(start), "does not unpack to the " + std::to_string(chunk_bytes_) +
                                     " bytes of its values");
        }
    }

    std::string place(const std::vector<hsize_t>& start) const {
        return path_ + ", chunk at " + shape_text({start.begin(), start.end()});
    }

    hid_t dataset_;
    std::string path_;
    Pipeline pipeline_{};
    std::vector<std::size_t> shape_{};
    std::vector<hsize_t> chunk_{};
    std::size_t chunk_bytes_ = 0;
    std::vector<std::byte> bytes_{}, values_{};
};

}  // namespace

void check_chunks(hid_t dataset, const std::string& path) {
    ChunkCheck check(dataset, path);
}

}  // namespace lightsweep::engine::hdf5
