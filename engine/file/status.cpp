#include <algorithm>
#include <sstream>

#include "engine/file/finalize.hpp"
#include "engine/file/result_file.hpp"
#include "engine/file/run_record.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"

namespace lightsweep::engine {
namespace {

std::vector<GroupStatus> empty_groups(const Layout& layout) {
    std::vector<GroupStatus> groups;
    for (const auto& group : layout.arrays)
        groups.push_back({group.path, product(group.chunk_grid()), 0});
    for (const auto& group : layout.ragged)
        groups.push_back({group.path, product(group.shape()), 0});
    return groups;
}

void count_places(StatusReport& report, const JournalScan& scan) {
    const Manifest& manifest = *scan.manifest;
    const TaskSpace tasks(manifest.layout);
    report.groups = empty_groups(manifest.layout);
    for (const auto& place : scan.places) {
        if (!tasks.contains(place.task)) continue;
        ++report.present;
        ++report.groups[place.task.group].present;
        report.points += tasks.points(place.task);
        report.failed_points += place.failed;
    }
    report.tasks = manifest.shard.part_of(tasks.size());
    report.complete = report.present == tasks.size();
    report.fingerprint = manifest.fingerprint;
    if (!manifest.shard.whole()) report.shard = manifest.shard.name();
}

/// Whether the result has all that these records hold: the run died, or is, between publishing it
/// and removing its journal.
bool is_published(const JournalScan& scan, const std::string& output) {
    if (!io::exists(output)) return false;
    try {
        const std::string identity = record_from(ResultFile(output)).identity;
        return std::ranges::all_of(scan.identities,
                                   [&](const auto& one) { return to_hex(one) == identity; });
    } catch (const std::exception&) {  // a file of something else
        return false;
    }
}

StatusReport journal_status(const std::string& folder, const JournalScan& scan) {
    StatusReport report;
    report.source = folder;
    report.running = io::File::is_locked(lock_file(folder));
    report.damaged_bytes = scan.damaged_bytes;
    report.starts = static_cast<int>(scan.next_generation);
    report.prepared = scan.prepared.size();
    if (scan.manifest) count_places(report, scan);
    return report;
}

StatusReport file_status(const std::string& output) {
    const ResultFile file(output);
    const RunRecord record = record_from(file);
    StatusReport report;
    report.source = output;
    report.fingerprint = record.fingerprint;
    if (!record.shard.whole()) report.shard = record.shard.name();
    report.complete = record.complete();
    report.tasks = record.tasks;
    report.present = record.present;
    report.points = record.points;
    report.failed_points = record.failed_points;
    return report;
}

}  // namespace

StatusReport status(const std::string& output) {
    const std::string folder = journal_folder(output);
    if (holds_records(folder)) {
        const JournalScan scan = scan_journal(folder);
        if (!is_published(scan, output)) return journal_status(folder, scan);
    }
    if (io::exists(output)) return file_status(output);
    if (io::exists(folder)) return journal_status(folder, scan_journal(folder));
    throw BadInput(output +
                   ": there is neither this file nor its journal; start the sweep with "
                   "`run`, or check the name");
}

std::string to_text(const StatusReport& report) {
    std::ostringstream text;
    text << report.source << ": " << report.present << " of " << report.tasks << " tasks"
         << (report.shard.empty() ? "" : " of shard " + report.shard) << ", " << report.points
         << " points, " << report.failed_points << " failed"
         << (report.complete ? ", complete" : ", not complete")
         << (report.running ? ", a run is writing" : "");
    if (report.prepared > 0)
        text << ", " << report.prepared
             << (report.prepared == 1 ? " preparation done" : " preparations done");
    if (report.damaged_bytes > 0)
        text << "; " << report.damaged_bytes << " damaged bytes will be computed again";
    text << '\n';
    for (const auto& group : report.groups)
        if (group.present < group.tasks)
            text << "  " << group.path << ": " << group.present << " of " << group.tasks
                 << " tasks\n";
    return text.str();
}

}  // namespace lightsweep::engine
