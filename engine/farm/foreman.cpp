#include "engine/farm/foreman.hpp"

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

constexpr int most_failures_shown = 20;

}  // namespace

Worker::Worker(Workload& workload, const RunOptions& options, Start process)
    : workload_(workload),
      process_(std::move(process)),
      grace_s_(options.grace_s),
      tasks_(workload.layout()),
      identity_(identity_of(workload.fingerprint(), workload.layout())),
      journal_(journal_file(journal_folder(options.output), process_.generation, process_.rank)),
      computing_(workload, tasks_, identity_, journal_, process_.threads) {
    journal_.put(note(RecordKind::start, identity_, packed(process_)));
    if (process_.rank != 0) return;
    const Manifest manifest{
        workload.fingerprint(), {options.shard, options.shards}, workload.layout()};
    journal_.put(note(RecordKind::manifest, identity_, packed(manifest)));
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
    journal_.put(note(RecordKind::timing, identity_, packed(timing)));
    const auto failure = journal_.close();
    computing_.lift_limit();
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

Foreman::Foreman(Mpi& mpi, Worker& local, const Workload& workload, Dispatcher& dispatcher,
                 Progress& progress, std::map<std::size_t, Preparation> prepared)
    : mpi_(mpi),
      local_(local),
      workload_(workload),
      tasks_(workload.layout()),
      dispatcher_(dispatcher),
      progress_(progress),
      feeding_(mpi.size()),
      held_(static_cast<std::size_t>(mpi.size())),
      prepared_(std::move(prepared)) {}

void Foreman::enlist(int rank, int threads) {
    feeding_.enlist(rank, threads);
    progress_.expect_threads(feeding_.threads());
}

void Foreman::receive(const Message& message) {
    const std::string place = "rank " + std::to_string(message.rank) + ": ";
    switch (message.tag) {
        case tag_hello:
            return enlist(message.rank, unpacked<int>(message.bytes));
        case tag_report:
            return take_report(message.rank, unpacked<ChunkReport>(message.bytes));
        case tag_failure:
            return stop(place + message.bytes, true);
        case tag_stop_wish:
            return stop(message.bytes, false);
        case tag_closed:
            if (!message.bytes.empty()) stop(place + message.bytes, true);
            return;
        default:
            return;
    }
}

bool Foreman::look_at_local() {
    const auto reports = local_.take_finished();
    for (const auto& report : reports) take_report(0, report);
    if (const auto failure = local_.failure()) stop("rank 0: " + *failure, true);
    return !reports.empty();
}

void Foreman::take_report(int rank, const ChunkReport& report) {
    feeding_.reported(rank);
    for (const auto& [number, result] : report.prepared) {
        prepared_[number] = result;
        held_[rank].insert(number);
        dispatcher_.prepared(number);
    }
    progress_.advance(report.points, dispatcher_.finish(report.id, report.seconds),
                      report.prepared.size());
    for (const auto& failure : report.failures)
        if (failures_shown_++ < most_failures_shown) progress_.note("failed: " + failure);
}

void Foreman::feed() {
    while (auto given = feeding_.next(dispatcher_)) give(given->first, std::move(given->second));
}

// Order between two ranks is kept: the preparations arrive before the tasks that need them.
void Foreman::hand_over(int rank, const Chunk& chunk) {
    auto& held = held_[rank];
    for (const std::uint64_t number : chunk.tasks) {
        if (number >= tasks_.size()) continue;
        for (const std::size_t need : workload_.needs(tasks_.task(number))) {
            if (!held.insert(need).second) continue;
            const Preparation& result = prepared_.at(need);
            if (rank == 0)
                local_.adopt(need, result);
            else
                mpi_.send(rank, tag_prepared, packed(std::pair{std::uint64_t{need}, result}));
        }
    }
}

void Foreman::give(int rank, Chunk chunk) {
    if (workload_.n_preparations() > 0) hand_over(rank, chunk);
    if (rank == 0)
        local_.add(std::move(chunk));
    else
        mpi_.send(rank, tag_chunk, packed(chunk));
}

void Foreman::stop(const std::string& reason, bool failure) {
    if (!stopped_ || (failure && !failed_)) reason_ = reason;
    stopped_ = true;
    failed_ = failed_ || failure;
}

}  // namespace lightsweep::engine
