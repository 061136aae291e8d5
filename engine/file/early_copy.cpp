#include "engine/file/early_copy.hpp"

#include <algorithm>

#include "engine/file/result_writer.hpp"
#include "engine/file/stored_columns.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"

namespace lightsweep::engine {

namespace {

std::size_t n_columns(const Layout& layout) {
    std::size_t columns = 0;
    for (const auto& group : layout.arrays) columns += group.columns.size() + group.axes.size();
    return columns;
}

}  // namespace

EarlyCopy::EarlyCopy(const std::string& output, std::uint32_t generation, int ranks, Layout layout,
                     const std::string& fingerprint)
    : output_(output),
      layout_(std::move(layout)),
      tasks_(layout_),
      identity_(identity_of(fingerprint, layout_)),
      copied_(tasks_.size(), false) {
    const bool any = !layout_.arrays.empty() && n_columns(layout_) <= most_columns;
    writer_ = std::make_unique<ResultWriter>(
        output, layout_, any ? ResultWriter::Order::any : ResultWriter::Order::ascending);
    for (int rank = 0; any && rank < std::min(ranks, most_journals); ++rank)
        journals_.push_back({journal_file(journal_folder(output), generation, rank)});
}

EarlyCopy::~EarlyCopy() = default;

ResultWriter& EarlyCopy::writer() {
    journals_.clear();
    return *writer_;
}

bool EarlyCopy::copy_for(std::chrono::microseconds time) {
    if (io::free_bytes(output_) < bytes_ + least_free) return false;
    const auto end = std::chrono::steady_clock::now() + time;
    bool any = false;
    for (auto& journal : journals_)
        while (std::chrono::steady_clock::now() < end && copy_next(journal)) any = true;
    return any;
}

/// Reads the next record of a journal, if it is there as a whole.
bool EarlyCopy::copy_next(Journal& journal) {
    if (!journal.file) {
        if (!io::exists(journal.path)) return false;
        journal.file = std::make_unique<const io::File>(io::File::open_read(journal.path));
    }
    const auto record = read_record(*journal.file, journal.read);
    if (!record) return false;
    journal.read += record_head_bytes + record->head.length;
    const auto& head = record->head;
    const bool is_tile = head.kind == RecordKind::tile && head.identity == identity_ &&
                         tasks_.contains(head.task) && !tasks_.is_ragged(head.task);
    if (!is_tile || holds(head.task)) return true;
    try {
        check_sizes(tasks_, *record);
    } catch (const IoError&) {  // write_result() meets it again, and names it
        return true;
    }
    writer_->write_tile(head.task, columns_of(tasks_, *record));
    copied_[tasks_.number(head.task)] = true;
    bytes_ += record->payload.size();
    return true;
}

}  // namespace lightsweep::engine
