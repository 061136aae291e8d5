#include "engine/file/finalize.hpp"

#include <tbb/parallel_pipeline.h>

#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>

#include "engine/file/early_copy.hpp"
#include "engine/file/output_lock.hpp"
#include "engine/file/result_file.hpp"
#include "engine/file/result_writer.hpp"
#include "engine/file/run_record.hpp"
#include "engine/file/stored_columns.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"

namespace lightsweep::engine {

namespace {

// Thrown if a record is damaged although the scan listed it by its head.
struct DamagedRecord : IoError {
    using IoError::IoError;
};

// Journal files by number, opened at first use; a sweep may have more of them than a process may
// have open. Callable from any thread.
class OpenJournals {
  public:
    OpenJournals(const JournalScan& scan, std::optional<std::uint32_t> own)
        : scan_(scan), paths_(scan.files), own_(own) {}

    /// Whether the record stands in a file of this run, whose encoder made it before its checksum.
    bool is_own(const RecordPlace& place) const {
        return own_ && scan_.generations[place.file] == own_;
    }

    StoredRecord read(const RecordPlace& place) {
        const auto opened = file(place.file);
        auto record = read_record(*opened, place.offset);
        if (!record)
            throw DamagedRecord(name(place) + " cannot be read: check the disk, then --resume");
        return std::move(*record);
    }

    std::string name(const RecordPlace& place) const {
        return paths_[place.file] + ": the record at byte " + std::to_string(place.offset);
    }

  private:
    std::shared_ptr<const io::File> file(std::uint32_t number) {
        const std::scoped_lock lock(mutex_);
        if (const auto known = open_.find(number); known != open_.end()) return known->second;
        if (open_.size() >= most_open) open_.clear();
        return open_[number] =
                   std::make_shared<const io::File>(io::File::open_read(paths_[number]));
    }

    static constexpr std::size_t most_open = 200;
    const JournalScan& scan_;
    const std::vector<std::string>& paths_;
    const std::optional<std::uint32_t> own_;
    std::mutex mutex_;
    std::map<std::uint32_t, std::shared_ptr<const io::File>> open_;
};

// The places whose task exists; others do not belong to this layout.
std::vector<RecordPlace> valid_places(const JournalScan& scan, const TaskSpace& tasks) {
    std::vector<RecordPlace> places;
    for (const auto& place : scan.places)
        if (tasks.contains(place.task)) places.push_back(place);
    return places;
}

std::vector<std::uint64_t> total_elements(const Layout& layout,
                                          const std::vector<RecordPlace>& places) {
    std::vector<std::uint64_t> elements(layout.ragged.size());
    for (const auto& place : places)
        if (place.task.group >= layout.arrays.size())
            elements[place.task.group - layout.arrays.size()] += place.rows;
    return elements;
}

using Lists = std::vector<std::vector<std::byte>>;

// Decodes the columns of a list. Those of a tile go into one buffer, one after the other, only to
// see that they can be decoded. The buffers are kept between records, because new ones would mean
// new memory pages for each record.
void decode_columns(const TaskSpace& tasks, const StoredRecord& record, Lists& lists) {
    const Task task = record.head.task;
    const bool keeps = tasks.is_ragged(task);
    const std::uint64_t points = keeps ? record.head.rows : product(tasks.array(task).chunk);
    const auto& columns = tasks.columns(task);
    const auto views = columns_of(tasks, record);
    lists.resize(views.size());
    for (std::size_t column = 0; column < views.size(); ++column) {
        auto& list = lists[keeps ? column : 0];
        list.resize(points * columns[column].point_bytes());
        const std::size_t element_bytes = size_of(columns[column].type);
        const std::uint32_t mask = views[column].filter_mask;
        if (keeps)
            decode(views[column].bytes, mask, element_bytes, list);
        else  // unpacked alone: the order of the bytes does not matter
            decode(views[column].bytes, element_bytes > 1 ? mask >> 1 : mask, 1, list);
    }
}

// Records on their way through the pipeline. They are kept here and not in the pipeline's tokens,
// because a pipeline that ends by an exception does not free its tokens.
class Slots {
  public:
    static constexpr std::size_t count = 8;

    Slots() = default;
    ~Slots() {
        for (auto& slot : slots_) slot.is_full.load(std::memory_order_acquire);  // as in put()
        const std::scoped_lock lock(writing_);
    }
    Slots(const Slots&) = delete;
    Slots& operator=(const Slots&) = delete;

    void put(std::size_t place, const TaskSpace& tasks, StoredRecord record, bool is_own) {
        Slot& slot = slots_[place % count];
        slot.is_full.load(std::memory_order_acquire);  // makes the writes of write() visible
        slot.record = std::move(record);
        if (is_own && !tasks.is_ragged(slot.record.head.task))
            check_sizes(tasks, slot.record);
        else
            decode_columns(tasks, slot.record, slot.lists);
        slot.is_full.store(true, std::memory_order_release);
    }
    void write(std::size_t place, const TaskSpace& tasks, ResultWriter& writer) {
        Slot& slot = slots_[place % count];
        slot.is_full.load(std::memory_order_acquire);
        const auto& head = slot.record.head;
        if (tasks.is_ragged(head.task))
            writer.write_row(head.task, head.rows, slot.lists);
        else
            writer.write_tile(head.task, columns_of(tasks, slot.record));
        slot.is_full.store(false, std::memory_order_release);
    }

    /// Held while a thread writes, so that the thread that destroys the slots sees all writes.
    std::mutex& writing() { return writing_; }

  private:
    struct Slot {
        StoredRecord record;
        Lists lists{};
        std::atomic<bool> is_full{false};
    };
    std::array<Slot, count> slots_;
    std::mutex writing_;
};

// Reading, checking and unpacking run ahead of writing; only one thread uses HDF5 at a time. The
// places in flight are consecutive and fewer than the slots.
void copy_records(ResultWriter& writer, const TaskSpace& tasks, OpenJournals& journals,
                  const std::vector<RecordPlace>& places, const Say& say) {
    Slots slots;
    auto last = std::chrono::steady_clock::now();
    std::size_t next = 0;
    const auto give = [&](tbb::flow_control& control) {
        if (next == places.size()) control.stop();
        return next++;
    };
    const auto read = [&](std::size_t place) {
        StoredRecord record = journals.read(places[place]);
        try {
            slots.put(place, tasks, std::move(record), journals.is_own(places[place]));
        } catch (const IoError&) {  // intact bytes by another hand
            throw IoError(journals.name(places[place]) +
                          " does not hold its task's data; remove that file, and --resume computes "
                          "its tasks again");
        }
        return place;
    };
    const auto write = [&](std::size_t place) {
        const std::scoped_lock lock(slots.writing());
        slots.write(place, tasks, writer);
        const auto now = std::chrono::steady_clock::now();
        if (!say || now - last < std::chrono::milliseconds(500)) return;
        last = now;
        say(std::to_string(place + 1) + " of " + std::to_string(places.size()) +
            " tasks are written");
    };
    tbb::parallel_pipeline(
        Slots::count,
        tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, give) &
            tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, read) &
            tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, write));
}

RunRecord describe(const JournalScan& scan, const std::vector<RecordPlace>& places,
                   const TaskSpace& tasks) {
    RunRecord record;
    record.fingerprint = scan.manifest->fingerprint;
    record.identity = to_hex(scan.identity);
    record.shard = scan.manifest->shard;
    record.tasks = tasks.size();
    record.present = places.size();
    std::vector<std::string> hosts;
    for (const auto& start : scan.starts) hosts.push_back(start.host);
    record.hosts = join_names(hosts);
    if (!scan.starts.empty()) record.ranks = scan.starts.back().ranks;
    if (!scan.starts.empty()) record.threads = scan.starts.back().threads;
    for (const auto& place : places) {
        record.points += tasks.points(place.task);
        record.failed_points += place.failed;
    }
    return record;
}

JournalScan readable_scan(const std::string& output, ScanDepth depth) {
    const std::string folder = journal_folder(output);
    if (!holds_records(folder) && io::exists(output))
        throw BadInput(output +
                       ": is written already, and no journal is left; `status` and `verify` "
                       "look at it");
    if (!holds_records(folder))
        throw BadInput(output + ": there is no journal " + folder +
                       "; start the sweep with `run`, or check the name");
    JournalScan scan = scan_journal(folder, depth);
    if (!scan.manifest)
        throw BadInput(folder +
                       ": holds no intact description of its sweep; `run --resume` with "
                       "the sweep file writes a new one and keeps the results");
    if (scan.identities.size() > 1)
        throw BadInput(folder + ": holds records of " + std::to_string(scan.identities.size()) +
                       " sweeps; move the files of the other ones away");
    return scan;
}

void refuse_other_result(const std::string& output, const std::string& identity) {
    if (!io::exists(output)) return;
    if (ResultFile(output).attribute("identity") != identity)
        throw BadInput(output +
                       ": exists and belongs to another sweep; move it away or choose "
                       "another name (-o)");
}

void write_file(const std::string& path, const JournalScan& scan, const RunRecord& record,
                std::vector<RecordPlace> places, const Say& say, const OwnRun& own) {
    const Layout& layout = scan.manifest->layout;
    const TaskSpace tasks(layout);
    std::optional<ResultWriter> alone;
    ResultWriter& writer = own.copied ? own.copied->writer() : alone.emplace(path, layout);
    writer.expect(total_elements(layout, places));
    if (own.copied)
        std::erase_if(places, [&](const auto& place) { return own.copied->holds(place.task); });
    OpenJournals journals(scan, own.generation);
    writer.write_root_attributes(root_attributes(layout.attributes, record));
    copy_records(writer, tasks, journals, places, say);
    if (!scan.timings.empty())
        writer.write_whole(timing_group(scan.timings), encode_timing(scan.timings));
    writer.publish(path);
}

FinalizeReport write_from(const JournalScan& scan, const std::string& output, OutputLock* lock,
                          const Say& say, const OwnRun& own) {
    const TaskSpace tasks(scan.manifest->layout);
    auto places = valid_places(scan, tasks);
    const RunRecord record = describe(scan, places, tasks);
    FinalizeReport report;
    report.tasks = record.tasks;
    report.present = record.present;
    report.missing = record.shard.part_of(record.tasks) - record.present;
    report.failed_points = record.failed_points;
    report.complete = record.complete();
    const bool done = report.missing == 0 && lock;
    if (done) refuse_other_result(output, record.identity);
    report.file = done ? output : partial_name(output);
    write_file(report.file, scan, record, std::move(places), say, own);
    if (done) {
        io::remove_file(partial_name(output));
        lock->remove_journal();
        report.journal_removed = true;
    }
    return report;
}

}  // namespace

FinalizeReport write_result(const std::string& output, OutputLock* lock, const Say& say,
                            const OwnRun& own) {
    try {
        return write_from(readable_scan(output, ScanDepth::heads), output, lock, say, own);
    } catch (const DamagedRecord&) {
        return write_from(readable_scan(output, ScanDepth::everything), output, lock, say,
                          {own.generation, nullptr});
    }
}

FinalizeReport finalize(const std::string& output, const Say& say) {
    if (!io::exists(journal_folder(output)))
        readable_scan(output, ScanDepth::heads);  // throws with the remedy
    auto lock = OutputLock::take_if_free(output);
    return write_result(output, lock ? &*lock : nullptr, say);
}

}  // namespace lightsweep::engine
