#include "engine/file/result_writer.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>
#include <span>

#include <algorithm>
#include <random>
#include <utility>

#include "engine/file/output_lock.hpp"
#include "engine/journal/codec.hpp"
#include "engine/journal/manifest.hpp"

namespace lightsweep::engine {
namespace {

// A single point has no chunks to copy: unpacked and written like any value.
void write_scalar(hid_t dataset, const Column& column, const ColumnView& view) {
    const auto value =
        decode(view.bytes, view.filter_mask, size_of(column.type), column.point_bytes());
    hdf5::write_all(dataset, hdf5::memory_type(column.type), value.data(), column.name);
}

void write_chunk(hid_t dataset, const Column& column, std::vector<hsize_t> origin,
                 const ColumnView& view) {
    if (column.has_width_dimension()) origin.push_back(0);
    if (origin.empty()) return write_scalar(dataset, column, view);
    hdf5::need(H5Dwrite_chunk(dataset, H5P_DEFAULT, view.filter_mask, origin.data(),
                              view.bytes.size(), view.bytes.data()),
               "write a chunk of " + column.name);
}

constexpr std::size_t chunks_at_once = 4;

// Uses all threads and isolates them: waiting tasks must not begin in the middle of a write.
std::vector<Encoded> encode_chunks(std::span<const std::byte> chunks, std::size_t n,
                                   std::size_t element_bytes) {
    std::vector<Encoded> encoded(n);
    const std::size_t bytes = chunks.size() / std::max<std::size_t>(1, n);
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(std::size_t{0}, n, [&](std::size_t i) {
            encoded[i] = encode(chunks.subspan(i * bytes, bytes), element_bytes);
        });
    });
    return encoded;
}

std::string random_name(const std::string& path) {
    std::random_device random;
    return path + unfinished_mark + to_hex(std::uint64_t{random()} << 32 | random());
}

}  // namespace

ResultWriter::ResultWriter(const std::string& path, const Layout& layout, Order order)
    : layout_(layout),
      tasks_(layout),
      order_(order),
      temporary_(random_name(path)),
      file_(temporary_) {}

ResultWriter::~ResultWriter() {
    if (!published_) ::unlink(temporary_.c_str());
}

std::size_t ResultWriter::elements_of(std::uint32_t group) const {
    return elements_[group - layout_.arrays.size()];
}

// Creates the groups up to this one, with their fill values, even if they have no task.
const hdf5::OpenGroup& ResultWriter::open_group(std::uint32_t group) {
    while (next_group_ <= group) {
        finish_group();
        const std::uint32_t next = next_group_++;
        if (next < layout_.arrays.size()) {
            open_ = hdf5::create_group(file_.id(), layout_.arrays[next]);
            if (order_ == Order::any) arrays_.push_back(std::exchange(open_, {}));
        } else {
            const auto& ragged = layout_.ragged[next - layout_.arrays.size()];
            open_ = hdf5::create_group(file_.id(), ragged, elements_of(next));
            pending_.assign(ragged.columns.size(), {});
            flushed_.assign(ragged.columns.size(), 0);
            offsets_.assign(product(ragged.shape()), hdf5::absent_envelopes);
            counts_ = offsets_;
            next_element_ = 0;
        }
        file_.check();
    }
    return group < arrays_.size() ? arrays_[group] : open_;
}

void ResultWriter::finish_group() {
    if (open_.offset >= 0) {
        for (std::size_t column = 0; column < pending_.size(); ++column)
            flush_elements(column, true);
        hdf5::write_all(open_.offset, H5T_NATIVE_INT64, offsets_.data(), "offset");
        hdf5::write_all(open_.count, H5T_NATIVE_INT64, counts_.data(), "count");
    }
    open_ = hdf5::OpenGroup{};
    file_.check();
}

void ResultWriter::write_tile(Task task, const std::vector<ColumnView>& columns) {
    const auto& open = open_group(task.group);
    const auto& group = tasks_.array(task);
    const auto origin = hdf5::extents(tasks_.origin(task));
    for (std::size_t column = 0; column < columns.size(); ++column)
        write_chunk(open.columns[column], group.columns[column], origin, columns[column]);
    file_.check();
}

void ResultWriter::write_row(Task task, std::uint64_t n,
                             const std::vector<std::vector<std::byte>>& columns) {
    open_group(task.group);
    offsets_[task.index] = next_element_;
    counts_[task.index] = static_cast<std::int64_t>(n);
    next_element_ += static_cast<std::int64_t>(n);
    for (std::size_t column = 0; column < columns.size(); ++column) {
        pending_[column].insert(pending_[column].end(), columns[column].begin(),
                                columns[column].end());
        flush_elements(column, false);
    }
    file_.check();
}

// Writes whole chunks, several at a time; the last one is padded with the fill value.
void ResultWriter::flush_elements(std::size_t column, bool all) {
    const auto& description =
        layout_.ragged[next_group_ - 1 - layout_.arrays.size()].columns[column];
    const std::size_t chunk = hdf5::ragged_chunk(elements_of(next_group_ - 1), description);
    const std::size_t chunk_bytes = chunk * description.point_bytes();
    auto& pending = pending_[column];
    if (pending.empty() || (!all && pending.size() < chunks_at_once * chunk_bytes)) return;
    if (const std::size_t rest = pending.size() % chunk_bytes; all && rest > 0) {
        pending.resize(pending.size() - rest + chunk_bytes);
        fill(description, std::span(pending).last(chunk_bytes - rest));
    }
    const std::size_t n = pending.size() / chunk_bytes;
    for (const auto& encoded :
         encode_chunks(std::span(pending).first(n * chunk_bytes), n, size_of(description.type))) {
        write_chunk(open_.columns[column], description, {flushed_[column]},
                    {encoded.filter_mask, encoded.bytes});
        flushed_[column] += chunk;
    }
    pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(n * chunk_bytes));
}

void ResultWriter::write_whole(const ArrayGroup& group, const std::vector<Encoded>& columns) {
    const auto open = hdf5::create_group(file_.id(), group);
    const std::vector<hsize_t> origin(group.axes.size(), 0);
    for (std::size_t column = 0; column < columns.size(); ++column)
        write_chunk(open.columns[column], group.columns[column], origin,
                    {columns[column].filter_mask, columns[column].bytes});
    file_.check();
}

void ResultWriter::write_root_attributes(const Attributes& attributes) {
    const hdf5::Handle root(H5Gopen2(file_.id(), "/", H5P_DEFAULT), H5Gclose, "open the root");
    hdf5::write_attributes(root, attributes);
    file_.check();
}

void ResultWriter::publish(const std::string& path) {
    const auto n_groups = layout_.arrays.size() + layout_.ragged.size();
    if (n_groups > 0) open_group(static_cast<std::uint32_t>(n_groups - 1));
    finish_group();
    arrays_.clear();
    file_.close();
    io::rename(temporary_, path);
    published_ = true;
    io::sync_parent(path);
}

}  // namespace lightsweep::engine
