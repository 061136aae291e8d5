// A discrete-event model of the farm: how long a sweep takes on R ranks of one thread over what R
// cores would take without any management.
//
// Rank 0 manages: it is one server, which handles reports in the order of their arrival. The tasks
// are those of a real sweep, the dispatcher is the engine's own, and what its calls and the packing
// of messages take is measured while the model runs. Assumed: seconds that MPI spends on a message,
// its flight, the naps of a rank between two looks, and durations that are the estimate times a
// lognormal factor, and add up to the CPU seconds that the sweep really takes.
//
//   farm_model_bench SWEEP.toml SECONDS COPIES   copies: how often the sweep's tasks are repeated
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <queue>
#include <random>
#include <set>

#include "engine/farm/feeding.hpp"
#include "engine/farm/sweep_start.hpp"
#include "engine/journal/record.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/farm/sweep_workload.hpp"

namespace lightsweep::tests {
namespace {

using engine::Chunk;
using engine::PendingWork;

constexpr double message_s = 1.5e-6;  ///< MPI, per message sent or received
constexpr double flight_s = 2e-6;
constexpr double longest_nap_s = 1e-3;
constexpr double spread = 0.7;          ///< sigma of the logarithm: a factor of 2 is common
constexpr double prepared_bytes = 4e3;  ///< of a preparation that is handed over
constexpr double link_rate = 10e9;      ///< [B/s]
constexpr std::uint64_t of_a_copy = std::uint64_t{1} << 40;  ///< copies of a task are numbered so

/// Everything that a sweep has to do, `copies` times over.
PendingWork work_of(const engine::Workload& workload, int copies) {
    engine::RunOptions options;
    options.output = (std::filesystem::temp_directory_path() / "lightsweep-farm-model.h5").string();
    PendingWork work = engine::start_sweep(workload, options).pending;
    std::filesystem::remove_all(options.output + ".journal");
    const auto n_tasks = work.tasks.size(), n_waiting = work.waiting.size();
    const auto copied = [](engine::PendingTask task, std::uint64_t copy) {
        task.number += copy * of_a_copy;
        if (task.locality != 0) task.locality += copy * of_a_copy;
        return task;
    };
    for (std::uint64_t i = 1; i < static_cast<std::uint64_t>(copies); ++i) {
        for (std::size_t k = 0; k < n_tasks; ++k) work.tasks.push_back(copied(work.tasks[k], i));
        for (std::size_t k = 0; k < n_waiting; ++k)
            work.waiting.push_back({copied(work.waiting[k].task, i), work.waiting[k].needs});
    }
    return work;
}

struct Outcome {
    double makespan, busy, ideal;
    std::size_t chunks;
};

class Model {
  public:
    /// seconds: of all tasks together.
    Model(const engine::Workload& workload, const PendingWork& work, double seconds, int ranks)
        : workload_(workload), tasks_(workload.layout()), dispatcher_(work), feeding_(ranks) {
        ranks_.resize(static_cast<std::size_t>(ranks));
        std::lognormal_distribution<double> factor(-spread * spread / 2, spread);
        const auto add = [&](const engine::PendingTask& task) {
            const double drawn = factor(random_), after = static_cast<double>(task.cost) * drawn;
            const Duration one{after, static_cast<double>(task.alone) * drawn};
            const auto base = task.number % of_a_copy;
            total_ += durations_.try_emplace(base, one).first->second.after;
            localities_.try_emplace(base, task.locality);
        };
        for (const auto& task : work.preparations) add(task);
        for (const auto& task : work.tasks) add(task);
        for (const auto& waiting : work.waiting) add(waiting.task);
        for (auto& [number, duration] : durations_) {
            duration.after *= seconds / total_;
            duration.alone *= seconds / total_;
            longest_ = std::max(longest_, duration.after);
        }
        total_ = seconds;
    }

    Outcome run() {
        for (std::size_t rank = ranks_.size(); rank > 0; --rank)
            feeding_.enlist(static_cast<int>(rank) - 1, 1);
        feed();
        while (!reports_.empty()) {
            const auto [time, rank, id] = reports_.top();
            reports_.pop();
            now_ = std::max(now_, time);
            finish(rank, id);
            feed();
        }
        if (!dispatcher_.all_finished()) std::abort();
        const double ideal = std::max(total_ / static_cast<double>(ranks_.size()), longest_);
        return {last_end_, busy_, ideal, n_chunks_};
    }

  private:
    struct Rank {
        double free_at = 0;  ///< of its thread
        std::set<std::size_t> held{};
        std::set<std::uint64_t> begun{};  ///< localities
    };
    /// After a task of the same locality on the same rank, and without one [s].
    struct Duration {
        double after, alone;
    };
    using Report = std::tuple<double, std::size_t, std::uint64_t>;  ///< arrival, rank, chunk

    /// The manager is busy for as long as the call takes here, and for the messages.
    template <class Call>
    auto serve(double messages, Call call) {
        const auto begin = std::chrono::steady_clock::now();
        auto result = call();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        now_ += took.count() + messages * message_s;
        busy_ += took.count() + messages * message_s;
        return result;
    }
    void feed() {
        while (const auto given = serve(1, [&] {
                   const auto next = feeding_.next(dispatcher_);
                   if (next) sink_ += engine::packed(next->second).size();
                   return next;
               }))
            give(static_cast<std::size_t>(given->first), given->second);
    }
    double duration(Rank& rank, std::uint64_t number) const {
        const Duration& of = durations_.at(number % of_a_copy);
        const std::uint64_t locality = localities_.at(number % of_a_copy);
        if (locality == 0) return of.after;
        const bool is_new = rank.begun.insert(locality + number / of_a_copy * of_a_copy).second;
        return is_new ? of.alone : of.after;
    }
    void give(std::size_t rank, const Chunk& chunk) {
        auto& state = ranks_[rank];
        ++n_chunks_;
        double work = 0;
        for (const auto number : chunk.tasks) {
            work += duration(state, number);
            if (number % of_a_copy >= tasks_.size()) continue;
            for (const auto need : workload_.needs(tasks_.task(number % of_a_copy)))
                if (state.held.insert(need).second) {
                    now_ += message_s + prepared_bytes / link_rate;
                    busy_ += message_s + prepared_bytes / link_rate;
                }
        }
        std::uniform_real_distribution<double> nap(0, longest_nap_s);
        state.free_at = std::max(state.free_at, now_ + flight_s + nap(random_)) + work;
        last_end_ = std::max(last_end_, state.free_at);
        contents_.emplace(chunk.id, std::pair{chunk.tasks, work});
        reports_.emplace(state.free_at + nap(random_) + flight_s, rank, chunk.id);
    }
    void finish(std::size_t rank, std::uint64_t id) {
        const auto& [tasks, seconds] = contents_.at(id);
        serve(1, [&] {
            for (const auto number : tasks)
                if (number % of_a_copy >= tasks_.size()) {
                    dispatcher_.prepared(number - tasks_.size());
                    ranks_[rank].held.insert(number - tasks_.size());
                }
            return dispatcher_.finish(id, seconds);
        });
        contents_.erase(id);
        feeding_.reported(static_cast<int>(rank));
    }

    const engine::Workload& workload_;
    engine::TaskSpace tasks_;
    engine::Dispatcher dispatcher_;
    std::mt19937_64 random_{7};
    std::vector<Rank> ranks_;
    engine::Feeding feeding_;
    std::map<std::uint64_t, Duration> durations_;
    std::map<std::uint64_t, std::uint64_t> localities_;
    std::map<std::uint64_t, std::pair<std::vector<std::uint64_t>, double>> contents_;
    std::priority_queue<Report, std::vector<Report>, std::greater<>> reports_;
    double now_ = 0, busy_ = 0, total_ = 0, longest_ = 0, last_end_ = 0;
    std::size_t n_chunks_ = 0, sink_ = 0;
};

void show(const std::string& sweep, double seconds, int copies) {
    sweeps::SweepWorkload workload(std::move(*sweeps::load_sweep(sweep, {}).sweep));
    const PendingWork work = work_of(workload, copies);
    std::printf("%s, tasks %d times: %zu preparations, %zu tasks\n", sweep.c_str(), copies,
                work.preparations.size(), work.tasks.size() + work.waiting.size());
    std::printf("%8s %12s %12s %8s %10s %9s\n", "ranks", "ideal s", "makespan s", "ratio", "chunks",
                "manager");
    for (const int ranks : {1, 16, 64, 256, 1024, 4096, 16384}) {
        const auto [makespan, busy, ideal, chunks] =
            Model(workload, work, copies * seconds, ranks).run();
        std::printf("%8d %12.4f %12.4f %8.3f %10zu %8.1f%%\n", ranks, ideal, makespan,
                    makespan / ideal, chunks, 100 * busy / makespan);
        if (makespan < ideal * (1 - 1e-9)) std::abort();
    }
}

}  // namespace
}  // namespace lightsweep::tests

int main(int argc, char** argv) {
    using lightsweep::tests::show;
    const std::string sweeps = LIGHTSWEEP_SOURCE_DIR "/sweeps/";
    if (argc == 4) {
        show(argv[1], std::atof(argv[2]), std::atoi(argv[3]));
        return 0;
    }
    for (const int copies : {1, 100}) {  // CPU seconds: README.md of this folder
        show(sweeps + "cross/large.toml", 62, copies);
        show(sweeps + "swot/paper.toml", 48, copies);
    }
}
