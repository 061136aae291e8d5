#include "engine/farm/sweep_start.hpp"

#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <vector>

#include "engine/file/result_file.hpp"
#include "engine/file/run_record.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"

namespace lightsweep::engine {
namespace {

constexpr double compressed_share = 0.25;  // of the raw bytes: typical for shuffled columns

std::string megabytes(double bytes) {
    char text[32];
    std::snprintf(text, sizeof text, bytes < 1e7 ? "%.2g MB" : "%.0f MB", bytes / 1e6);
    return text;
}

class Starter {
  public:
    Starter(const Workload& workload, const RunOptions& options)
        : workload_(workload),
          options_(options),
          layout_(workload.layout()),
          folder_(journal_folder(options.output)),
          identity_(identity_of(workload.fingerprint(), layout_)) {}

    SweepStart run() {
        check(layout_);
        check_options();
        // A finished result without a journal may lie in a folder that cannot be written.
        if (!io::exists(options_.output) || io::exists(folder_))
            start_.lock = OutputLock::take(options_.output);
        if (!options_.resume) refuse_what_is_there();
        if (result_says_all()) return std::move(start_);
        list_pending(done_tasks());
        check_space();
        return std::move(start_);
    }

  private:
    void check_options() const {
        if (options_.output.empty()) throw BadInput("no output file; name one (-o OUT.h5)");
        if (std::filesystem::is_directory(options_.output))
            throw BadInput(options_.output + ": is a folder; name a file in it (-o OUT.h5)");
        constexpr std::size_t longest_name = 215;  // files beside it have up to 40 letters more
        if (std::filesystem::path(options_.output).filename().string().size() > longest_name)
            throw BadInput(options_.output.substr(0, 60) + "...: the file name has more than " +
                           std::to_string(longest_name) + " letters; choose a shorter one (-o)");
        if (!shard().valid())
            throw BadInput("shard = " + std::to_string(options_.shard) + "/" +
                           std::to_string(options_.shards) + ": choose i/n with 1 <= i <= n");
    }

    void refuse_what_is_there() const {
        const bool has_result = io::exists(options_.output);
        if (has_result || holds_records(folder_))
            throw BadInput((has_result ? options_.output + ": exists"
                                       : folder_ + ": a journal is there already") +
                           "; continue it with --resume or choose another name (-o)");
    }

    // True when OUT.h5 is this sweep's and nothing is left to do.
    bool result_says_all() {
        if (!io::exists(options_.output)) return false;
        const ResultFile file(options_.output);
        const RunRecord record = record_from(file);
        if (record.identity != to_hex(identity_))
            throw BadInput(options_.output + ": " + owner_of(record.fingerprint, file.layout()) +
                           "; move it away or choose another name (-o)");
        if (!record.complete() && !(record.shard == shard() && !shard().whole()))
            throw BadInput(options_.output +
                           ": is incomplete and its journal is gone, or it is "
                           "another shard; move it away, or `merge` it with the missing parts");
        if (start_.lock) {  // a run died between publishing and removing its journal
            const auto scan = scan_journal(folder_, ScanDepth::heads);
            refuse_others(scan);
            if (scan.identities.empty() && scan.damaged_bytes > 0)
                throw BadInput(folder_ +
                               ": is damaged, so that nothing says whose results it "
                               "holds; " +
                               options_.output + " is complete: remove that folder if it is yours");
            start_.lock->remove_journal();
        }
        start_.exit_code = record.failed_points > 0 ? exit_failed_points : exit_complete;
        start_.message = options_.output + " is complete already" +
                         (record.failed_points == 0
                              ? ": nothing to do"
                              : "; " + std::to_string(record.failed_points) +
                                    " points failed: see their status. To compute them again, "
                                    "choose another name (-o)");
        return true;
    }

    std::vector<bool> done_tasks() {
        const JournalScan scan = scan_journal(folder_);
        refuse_others(scan);
        start_.generation = scan.next_generation;
        for (const auto& [number, result] : scan.prepared)
            if (number < workload_.n_preparations() &&
                workload_.preparation_key(number) == result.key)
                start_.prepared[number] = result;
        const TaskSpace tasks(layout_);
        std::vector<bool> done(tasks.size());
        for (const auto& place : scan.places)
            if (tasks.contains(place.task)) done[tasks.number(place.task)] = true;
        if (!scan.files.empty())
            start_.message =
                "continuing: " + std::to_string(scan.places.size()) + " of " +
                std::to_string(tasks.size()) + " tasks" +
                (start_.prepared.empty()
                     ? ""
                     : " and " + std::to_string(start_.prepared.size()) + " preparations") +
                " are in the journal" +
                (scan.damaged_bytes == 0
                     ? ""
                     : ", " + std::to_string(scan.damaged_bytes) + " damaged bytes dropped");
        return done;
    }

    /// Whose results those are that do not fit.
    std::string owner_of(const std::string& fingerprint, const Layout& layout) const {
        if (fingerprint == workload_.fingerprint())
            return "belongs to this sweep as another version of the program lays it out";
        return "belongs to another sweep: " + first_difference(layout);
    }

    /// Where the sweep file of that layout differs from this one.
    std::string first_difference(const Layout& layout) const {
        std::istringstream before(text_of(layout)), now(text_of(layout_));
        std::string old_line, line;
        for (int number = 1; before || now; ++number) {
            old_line = line = "";
            std::getline(before, old_line);
            std::getline(now, line);
            if (old_line != line)
                return "line " + std::to_string(number) + " was '" + old_line + "' and is '" +
                       line + "'";
        }
        return "the files are equal, but not the --set options, or a file that they name, or the "
               "version of the program";
    }

    static std::string text_of(const Layout& layout) {
        const auto found = layout.attributes.find("sweep");
        if (found == layout.attributes.end()) return "";
        const auto* text = std::get_if<std::string>(&found->second);
        return text == nullptr ? "" : *text;
    }

    void refuse_others(const JournalScan& scan) const {
        for (const auto identity : scan.identities)
            if (identity != identity_)
                throw BadInput(folder_ + ": " +
                               (scan.manifest
                                    ? owner_of(scan.manifest->fingerprint, scan.manifest->layout)
                                    : "belongs to another sweep") +
                               "; remove that folder or choose another name (-o)");
        if (scan.manifest && !(scan.manifest->shard == shard()))
            throw BadInput(folder_ + ": belongs to shard " + scan.manifest->shard.name() +
                           ", not " + shard().name() + "; give --shard " +
                           scan.manifest->shard.name() + " or another name (-o)");
    }

    void list_pending(const std::vector<bool>& done) {
        const TaskSpace tasks(layout_);
        const auto estimate = workload_.estimates_in_order();
        for (std::uint64_t number = 0; number < tasks.size(); ++number) {
            if (!shard().holds(number)) continue;
            const Task task = tasks.task(number);
            const std::uint64_t points = tasks.points(task);
            start_.total_points += points;
            if (done[number])
                start_.done_points += points;
            else
                add_pending({number, usable_cost(estimate(task)),
                             usable_cost(workload_.estimate(task)), workload_.locality(task)},
                            task);
        }
        for (const std::size_t number : wanted_)
            start_.pending.preparations.push_back(
                {tasks.size() + number, usable_cost(workload_.preparation_estimate(number))});
    }

    void add_pending(const PendingTask& pending, Task task) {
        std::vector<std::size_t> missing;
        if (workload_.n_preparations() > 0)
            for (const std::size_t need : workload_.needs(task))
                if (!start_.prepared.contains(need)) missing.push_back(need);
        wanted_.insert(missing.begin(), missing.end());
        if (missing.empty())
            start_.pending.tasks.push_back(pending);
        else
            start_.pending.waiting.push_back({pending, std::move(missing)});
    }

    // Journal and result exist side by side from when all tasks are given out.
    void check_space() const {
        const TaskSpace tasks(layout_);
        const double share =
            static_cast<double>(start_.pending.tasks.size() + start_.pending.waiting.size()) /
            static_cast<double>(std::max<std::uint64_t>(1, tasks.size()));
        const double needed = 2 * compressed_share * raw_bytes(layout_) * share;
        const auto available = static_cast<double>(io::free_bytes(options_.output));
        if (needed > available)
            throw IoError(options_.output + ": about " + megabytes(needed) +
                          " are needed there but " + megabytes(available) +
                          " are free; free space, choose another folder (-o), or store fewer "
                          "columns");
    }

    Shard shard() const { return {options_.shard, options_.shards}; }

    const Workload& workload_;
    const RunOptions& options_;
    const Layout& layout_;
    const std::string folder_;
    const std::uint64_t identity_;
    SweepStart start_;
    std::set<std::size_t> wanted_;  // preparations to be done
};

SweepStart refusal(int code, const std::string& message) {
    SweepStart start;
    start.exit_code = code;
    start.message = message;
    return start;
}

}  // namespace

SweepStart start_sweep(const Workload& workload, const RunOptions& options) {
    try {
        return Starter(workload, options).run();
    } catch (const BadInput& error) {
        return refusal(exit_bad_input, error.what());
    } catch (const IoError& error) {
        return refusal(exit_io, error.what());
    }
}

}  // namespace lightsweep::engine
