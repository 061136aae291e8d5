#include "engine/farm/computing.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "engine/farm/stopping.hpp"

#ifdef __SANITIZE_THREAD__
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

namespace lightsweep::engine {
namespace {

// oneTBB is built without ThreadSanitizer, which does not see by itself that a call begins after it
// was added.
void note_added([[maybe_unused]] void* state) {
#ifdef __SANITIZE_THREAD__
    __tsan_release(state);
#endif
}
void note_begun([[maybe_unused]] void* state) {
#ifdef __SANITIZE_THREAD__
    __tsan_acquire(state);
#endif
}

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_failures_per_chunk = 4;

struct QueuedTask {
    std::uint64_t chunk = 0, number = 0;
};

struct OpenChunk {
    std::deque<std::uint64_t> queue;
    int running = 0;
    std::size_t left = 0;
    ChunkReport report;
};

}  // namespace

struct Computing::State {
    State(Workload& w, const TaskSpace& t, std::uint64_t i, JournalWriter& j, int n)
        : workload(w),
          tasks(t),
          identity(i),
          journal(j),
          threads(n),
          // One more than the arena: the main thread counts as one and never computes.
          limit(std::in_place, tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(n) + 1),
          arena(n, 0) {
        // A second attempt after one without memory would wait for the first for ever.
        arena.initialize();
    }

    // Waits while so many threads are lent that the task would be one too many.
    bool take(QueuedTask& task) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return n_queued == 0 || running + lent < threads; });
        if (n_queued == 0) return false;
        const auto chunk = next_chunk();
        task = {chunk->first, chunk->second.queue.front()};
        chunk->second.queue.pop_front();
        ++chunk->second.running;
        --n_queued;
        ++running;
        return true;
    }

    // Tasks of one chunk often share work that one thread does while others would wait for it: a
    // thread goes on with its own chunk, then takes one that nobody works on.
    std::map<std::uint64_t, OpenChunk>::iterator next_chunk() {
        thread_local std::uint64_t own = 0;
        auto chosen = open.find(own);
        if (chosen == open.end() || chosen->second.queue.empty())
            chosen = std::ranges::find_if(open, [](const auto& entry) {
                return !entry.second.queue.empty() && entry.second.running == 0;
            });
        if (chosen == open.end())
            chosen = std::ranges::find_if(
                open, [](const auto& entry) { return !entry.second.queue.empty(); });
        own = chosen->first;
        return chosen;
    }

    // BorrowThreads. A thread that a queued task waits for is not idle.
    int lend(int n) {
        const std::scoped_lock lock(mutex);
        if (n > 0) n = n_queued == 0 ? std::min(n, threads - running - lent) : 0;
        lent += n;
        sums.computing_s -= n * wall_s();  // begins with the loan, ends when it is given back
        if (n < 0) changed.notify_all();
        return n;
    }

    double wall_s() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

    // Each call runs one task: as many calls are in the arena as tasks were added.
    void call() noexcept {
        bool took = true;
        try {
            took = run_one();
        } catch (...) {  // no memory for words either; this text needs none
            const std::scoped_lock lock(mutex);
            failure = "out of memory";
        }
        const std::scoped_lock lock(mutex);
        running -= took;
        --calls;
        changed.notify_all();
    }

    /// False if there was none.
    bool run_one() {
        QueuedTask queued;
        if (!take(queued)) return false;
        try {
            auto done = queued.number < tasks.size()
                            ? compute_task(workload, tasks, tasks.task(queued.number), identity)
                            : compute_preparation(workload, queued.number - tasks.size(), identity);
            journal.put(std::move(done.record));
            settle(queued, &done);
        } catch (const Abandoned&) {
            settle(queued, nullptr);
        } catch (const std::exception& error) {
            fail(std::string("task ") + std::to_string(queued.number) + ": " + error.what());
            settle(queued, nullptr);
        }
        return true;
    }

    void fail(const std::string& what) {
        const std::scoped_lock lock(mutex);
        failure = "the engine could not handle " + what +
                  "; give each rank more memory or fewer threads, then --resume";
    }

    void settle(const QueuedTask& queued, ComputedTask* done) {
        const std::scoped_lock lock(mutex);
        auto& chunk = open[queued.chunk];
        --chunk.running;
        if (done) {
            chunk.report.points += done->report.points;
            chunk.report.failed += done->report.failed;
            chunk.report.seconds += done->computing_s + done->encoding_s;
            if (!done->failure.empty() && chunk.report.failures.size() < most_failures_per_chunk)
                chunk.report.failures.push_back((done->prepared.empty()
                                                     ? "task " + std::to_string(queued.number)
                                                     : "preparation") +
                                                ": " + done->failure);
            for (auto& prepared : done->prepared)
                chunk.report.prepared.push_back(std::move(prepared));
            sums.computing_s += done->computing_s;
            sums.encoding_s += done->encoding_s;
            ++sums.tasks;
            if (--chunk.left == 0) close_chunk(queued.chunk);
        }
        changed.notify_all();
    }

    void close_chunk(std::uint64_t id) {
        auto chunk = open.extract(id);
        chunk.mapped().report.id = id;
        finished.push_back(std::move(chunk.mapped().report));
    }

    Workload& workload;
    const TaskSpace& tasks;
    const std::uint64_t identity;
    JournalWriter& journal;
    const int threads;
    const Clock::time_point start = Clock::now();

    std::mutex mutex;  // guards all below, up to failure
    std::condition_variable changed;
    std::map<std::uint64_t, OpenChunk> open;  // in the order of their arrival
    std::size_t n_queued = 0;                 // tasks
    std::vector<ChunkReport> finished;
    int running = 0, lent = 0;  // threads
    std::size_t calls = 0;      // in the arena, not ended yet
    bool is_stranded = false;   // no thread could be made: calls may wait for ever
    Timing sums;
    std::optional<std::string> failure;

    std::optional<tbb::global_control> limit;
    tbb::task_arena arena;
};

Computing::Computing(Workload& workload, const TaskSpace& tasks, std::uint64_t identity,
                     JournalWriter& journal, int threads)
    : state_(std::make_unique<State>(workload, tasks, identity, journal, threads)) {
    workload.use_idle_threads([state = state_.get()](int n) { return state->lend(n); });
}

/// What the arena runs. Its own memory is handed over by oneTBB too.
struct Computing::Call {
    State* state;
    [[gnu::no_sanitize_thread]] void operator()() const {
        note_begun(state);
        state->call();
    }
};

Computing::~Computing() {
    discard_queued();
    {
        std::unique_lock lock(state_->mutex);
        state_->changed.wait(lock, [this] {
            return state_->is_stranded ? state_->running == 0 : state_->calls == 0;
        });
    }
    state_->workload.use_idle_threads(nullptr);
    if (state_->is_stranded) static_cast<void>(state_.release());  // its calls may still begin
}

void Computing::add(Chunk chunk) {
    {
        const std::scoped_lock lock(state_->mutex);
        auto& added = state_->open[chunk.id];
        added.left = chunk.tasks.size();
        added.queue.assign(chunk.tasks.begin(), chunk.tasks.end());
        state_->n_queued += chunk.tasks.size();
        state_->calls += chunk.tasks.size();
    }
    try {
        note_added(state_.get());
        for (std::size_t i = 0; i < chunk.tasks.size(); ++i)
            state_->arena.enqueue(Call{state_.get()});
    } catch (const std::exception& error) {
        state_->fail(std::string("another thread: ") + error.what());
        state_->is_stranded = true;
    }
}

std::vector<ChunkReport> Computing::take_finished() {
    const std::scoped_lock lock(state_->mutex);
    return std::exchange(state_->finished, {});
}

void Computing::discard_queued() {
    const std::scoped_lock lock(state_->mutex);
    for (auto& [id, chunk] : state_->open) chunk.queue.clear();
    state_->n_queued = 0;
    state_->changed.notify_all();
}

void Computing::lift_limit() {
    state_->limit.reset();
}

std::optional<std::string> Computing::failure() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->failure;
}

bool Computing::idle() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->running == 0 && state_->n_queued == 0;
}

Timing Computing::timing() const {
    const std::scoped_lock lock(state_->mutex);
    Timing timing = state_->sums;
    const double wall = state_->wall_s();
    timing.computing_s += state_->lent * wall;
    timing.waiting_s =
        std::max(0.0, wall * state_->threads - timing.computing_s - timing.encoding_s);
    return timing;
}

}  // namespace lightsweep::engine
