#include "engine/farm/worker.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "engine/journal/journal_scan.hpp"
#include "engine/journal/record.hpp"

namespace lightsweep::engine {
namespace {

std::vector<std::byte> note(RecordKind kind, std::uint64_t identity, const std::string& payload) {
    RecordHead head;
    head.kind = kind;
    head.identity = identity;
    return make_record(head, payload);
}

}  // namespace

Worker::Worker(Workload& workload, const RunOptions& options, Start process)
    : workload_(workload),
      process_(std::move(process)),
      grace_s_(options.grace_s),
      tasks_(workload.layout()),
      identity_(identity_of(workload.fingerprint(), workload.layout())),
      journal_(journal_file(journal_folder(options.output), process_.generation, process_.rank)),
      computing_(workload, tasks_, identity_, journal_, process_.threads) {
    journal_.put(note(RecordKind::start, identity_, to_bytes(process_)));
    if (process_.rank != 0) return;
    const Manifest manifest{
        workload.fingerprint(), {options.shard, options.shards}, workload.layout()};
    journal_.put(note(RecordKind::manifest, identity_, to_bytes(manifest)));
}

std::optional<std::string> Worker::failure() const {
    if (auto failure = journal_.failure()) return failure;
    return computing_.failure();
}

void Worker::stop() {
    stopped_ = std::chrono::steady_clock::now();
    computing_.discard_queued();
}

bool Worker::may_close() const {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - stopped_;
    return computing_.idle() || waited.count() > grace_s_;
}

std::optional<std::string> Worker::close() {
    Timing timing = computing_.timing();
    timing.process = process_;
    journal_.put(note(RecordKind::timing, identity_, to_bytes(timing)));
    const auto failure = journal_.close();
    return failure ? failure : computing_.failure();
}

int choose_threads(int wish, int ranks_on_this_host) {
    if (wish > 0) return wish;
    const auto online = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    cpu_set_t allowed;
    const int usable =
        ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : online;
    const bool bound = usable < online;
    return std::max(1, bound ? usable : usable / std::max(1, ranks_on_this_host));
}

}  // namespace lightsweep::engine
