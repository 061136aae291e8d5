#include <algorithm>

#include "engine/file/finalize.hpp"
#include "engine/file/output_lock.hpp"
#include "engine/file/result_checks.hpp"
#include "engine/file/result_state.hpp"
#include "engine/file/result_structure.hpp"
#include "engine/file/result_writer.hpp"
#include "engine/file/run_record.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::engine {
namespace {

// The datasets of one array group in one input.
class ChunkReader {
  public:
    ChunkReader(const hdf5::InputFile& file, const ArrayGroup& group) : file_(file), group_(group) {
        file.reading([&] {
            for (const auto& column : group.columns) {
                datasets_.push_back(hdf5::open_dataset(file.id(), group.path, column.name));
                hdf5::check_encoding(datasets_.back(), group, column);
            }
        });
    }

    // The chunk of every column; empty if the input does not have the tile.
    std::vector<Encoded> read(const std::vector<std::size_t>& origin) const {
        return file_.reading([&] { return read_columns(origin); });
    }

  private:
    std::vector<Encoded> read_columns(const std::vector<std::size_t>& origin) const {
        std::vector<Encoded> chunks;
        for (std::size_t column = 0; column < datasets_.size(); ++column) {
            auto start = hdf5::extents(origin);
            if (group_.columns[column].has_width_dimension()) start.push_back(0);
            auto chunk = start.empty() ? read_scalar(column) : read_chunk(column, start);
            if (chunk.bytes.empty()) return {};
            chunks.push_back(std::move(chunk));
        }
        return chunks;
    }

    Encoded read_chunk(std::size_t column, const std::vector<hsize_t>& start) const {
        hsize_t size = 0;
        if (H5Dget_chunk_storage_size(datasets_[column], start.data(), &size) < 0) return {};
        Encoded chunk{std::vector<std::byte>(size), 0};
        if (size == 0) return chunk;
        hdf5::need(H5Dread_chunk(datasets_[column], H5P_DEFAULT, start.data(), &chunk.filter_mask,
                                 chunk.bytes.data()),
                   "read a chunk of " + group_.path + "/" + group_.columns[column].name);
        const Column& description = group_.columns[column];
        decode(chunk.bytes, chunk.filter_mask, size_of(description.type),
               product(group_.chunk) * description.point_bytes());  // throws if it is no such chunk
        return chunk;
    }

    Encoded read_scalar(std::size_t column) const {
        if (H5Dget_storage_size(datasets_[column]) == 0) return {};
        const auto type = group_.columns[column].type;
        std::vector<std::byte> value(size_of(type));
        hdf5::read_all(datasets_[column], hdf5::memory_type(type), value.data(),
                       group_.path + "/" + group_.columns[column].name);
        return {std::move(value), unfiltered_mask(size_of(type))};
    }

    const hdf5::InputFile& file_;
    const ArrayGroup& group_;
    std::vector<hdf5::Handle> datasets_;
};

// The lists of one ragged group in one input.
class ListReader {
  public:
    ListReader(const ResultFile& file, const RaggedGroup& group)
        : file_(ChunkSource::file(file)),
          group_(group),
          offset_(file.read_i64(group.path, "offset")),
          count_(file.read_i64(group.path, "count")) {
        for (const auto& column : group.columns)
            datasets_.push_back(hdf5::open_dataset(file_.id(), group.path, column.name));
    }

    bool has(std::size_t row) const { return count_[row] != hdf5::absent_envelopes; }
    std::uint64_t count(std::size_t row) const { return static_cast<std::uint64_t>(count_[row]); }

    std::vector<std::vector<std::byte>> read(std::size_t row) const {
        std::vector<std::vector<std::byte>> lists;
        file_.reading([&] {
            for (std::size_t column = 0; column < datasets_.size(); ++column)
                lists.push_back(read_column(column, row));
        });
        return lists;
    }

  private:
    std::vector<std::byte> read_column(std::size_t column, std::size_t row) const {
        const Column& description = group_.columns[column];
        std::vector<std::byte> bytes(count(row) * description.point_bytes());
        if (bytes.empty()) return bytes;
        std::vector<hsize_t> start{static_cast<hsize_t>(offset_[row])}, extent{count(row)};
        if (description.has_width_dimension()) {
            start.push_back(0);
            extent.push_back(description.width);
        }
        hdf5::read_block(datasets_[column], start, extent, hdf5::memory_type(description.type),
                         bytes.data(), "a list of " + group_.path);
        return bytes;
    }

    const hdf5::InputFile& file_;
    const RaggedGroup& group_;
    std::vector<std::int64_t> offset_, count_;
    std::vector<hdf5::Handle> datasets_;
};

// The common layout of all inputs: that of the first one, without the parts that the engine adds
// itself.
Layout shared_layout(const ResultFile& first) {
    Layout layout = first.layout();
    std::erase_if(layout.arrays, [](const auto& group) { return group.path == "timing"; });
    for (const auto& own : root_attributes({}, {})) layout.attributes.erase(own.first);
    layout.attributes.erase("shard");
    return layout;
}

class Merger {
  public:
    Merger(const std::vector<ResultFile>& inputs, const std::string& output)
        : inputs_(inputs), layout_(shared_layout(inputs.front())), tasks_(layout_) {
        report_.result.file = output;
        report_.result.tasks = tasks_.size();
    }

    MergeReport run() {
        ResultWriter writer(report_.result.file, layout_);
        writer.expect(count_elements());
        for (std::uint32_t group = 0; group < layout_.arrays.size(); ++group)
            copy_tiles(writer, group);
        for (std::uint32_t group = 0; group < layout_.ragged.size(); ++group)
            copy_lists(writer, group);
        finish(writer);
        return report_;
    }

  private:
    void copy_tiles(ResultWriter& writer, std::uint32_t number) {
        const ArrayGroup& group = layout_.arrays[number];
        std::vector<ChunkReader> readers;
        for (const auto& input : inputs_) readers.emplace_back(ChunkSource::file(input), group);
        const std::uint64_t n = product(group.chunk_grid());
        std::uint64_t present = 0;
        for (std::uint64_t index = 0; index < n; ++index) {
            const Task task{number, index};
            present += copy_tile(writer, readers, task) ? 1 : 0;
        }
        count(group.path, present, n);
    }

    bool copy_tile(ResultWriter& writer, const std::vector<ChunkReader>& readers, Task task) {
        const auto origin = tasks_.origin(task);
        for (const auto& reader : readers) {
            const auto chunks = reader.read(origin);
            if (chunks.empty()) continue;
            std::vector<ColumnView> views;
            for (const auto& chunk : chunks) views.push_back({chunk.filter_mask, chunk.bytes});
            writer.write_tile(task, views);
            points_ += tasks_.points(task);
            return true;
        }
        return false;
    }

    void copy_lists(ResultWriter& writer, std::uint32_t number) {
        const RaggedGroup& group = layout_.ragged[number];
        const auto first = static_cast<std::uint32_t>(layout_.arrays.size());
        const auto readers = list_readers(group);
        const std::size_t n = product(group.shape());
        std::uint64_t present = 0;
        for (std::size_t row = 0; row < n; ++row) {
            const auto reader = holder(readers, row);
            if (reader == readers.end()) continue;
            writer.write_row({first + number, row}, reader->count(row), reader->read(row));
            ++present;
        }
        points_ += present;
        count(group.path, present, n);
    }

    std::vector<ListReader> list_readers(const RaggedGroup& group) const {
        std::vector<ListReader> readers;
        for (const auto& input : inputs_) readers.emplace_back(input, group);
        return readers;
    }

    static std::vector<ListReader>::const_iterator holder(const std::vector<ListReader>& readers,
                                                          std::size_t row) {
        return std::ranges::find_if(readers, [row](const auto& reader) { return reader.has(row); });
    }

    std::vector<std::uint64_t> count_elements() const {
        std::vector<std::uint64_t> elements;
        for (const auto& group : layout_.ragged) {
            const auto readers = list_readers(group);
            std::uint64_t total = 0;
            for (std::size_t row = 0; row < product(group.shape()); ++row)
                if (const auto reader = holder(readers, row); reader != readers.end())
                    total += reader->count(row);
            elements.push_back(total);
        }
        return elements;
    }

    void count(const std::string& path, std::uint64_t present, std::uint64_t n) {
        report_.result.present += present;
        if (present < n) report_.missing.push_back({path, n - present, n});
    }

    void finish(ResultWriter& writer) {
        RunRecord record = record_from(inputs_.front());
        record.shard = {};
        record.present = report_.result.present;
        record.points = points_;
        record.failed_points = 0;
        std::vector<std::string> hosts;
        std::vector<Timing> timings;
        for (const auto& input : inputs_) {
            const RunRecord part = record_from(input);
            record.failed_points += part.failed_points;
            record.ranks = std::max(record.ranks, part.ranks);
            hosts.push_back(part.hosts);
            const auto more = read_timings(input);
            timings.insert(timings.end(), more.begin(), more.end());
        }
        record.hosts = join_names(hosts);
        writer.write_root_attributes(root_attributes(layout_.attributes, record));
        if (!timings.empty()) writer.write_whole(timing_group(timings), encode_timing(timings));
        writer.publish(report_.result.file);
        report_.result.missing = record.tasks - record.present;
        report_.result.failed_points = record.failed_points;
        report_.result.complete = record.complete();
    }

    const std::vector<ResultFile>& inputs_;
    Layout layout_;
    TaskSpace tasks_;
    MergeReport report_;
    std::uint64_t points_ = 0;
};

void check_same_sweep(const std::vector<ResultFile>& inputs) {
    const std::string expected = inputs.front().attribute("identity");
    const Layout first = shared_layout(inputs.front());
    for (const auto& input : inputs) {
        if (input.attribute("identity") != expected)
            throw BadInput(input.path() + ": fingerprint " + input.attribute("fingerprint") +
                           ", but " + inputs.front().path() + " has " +
                           inputs.front().attribute("fingerprint") +
                           ": merge only parts of one sweep");
        if (identity_of("", shared_layout(input)) != identity_of("", first) ||
            record_from(input).tasks != TaskSpace(first).size())
            hdf5::refuse(input.path(),
                         "has other groups, axes, columns or tasks than " + inputs.front().path());
    }
}

}  // namespace

MergeReport merge(const std::vector<std::string>& inputs, const std::string& output) {
    if (inputs.empty()) throw BadInput("merge: no input files; name the parts of a sweep");
    std::vector<ResultFile> files;
    for (const auto& input : inputs) files.emplace_back(input);
    check_same_sweep(files);
    const auto lock = OutputLock::take(output);
    if (io::exists(output))
        throw BadInput(output + ": exists; move it away or choose another name (-o)");
    return Merger(files, output).run();
}

}  // namespace lightsweep::engine
