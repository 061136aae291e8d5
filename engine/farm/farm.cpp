#include "engine/farm/farm.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "engine/farm/foreman.hpp"
#include "engine/farm/stopping.hpp"
#include "engine/farm/sweep_start.hpp"
#include "engine/file/early_copy.hpp"
#include "engine/file/run_record.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"

namespace lightsweep::engine {

namespace {

using Clock = std::chrono::steady_clock;

// Between two looks at messages and results: 200 us while there is something to do, up to 1 ms
// while there is not. Where chunks are short, every rank has one in hand beyond its threads.
class Nap {
  public:
    void after(bool busy) {
        length_ = busy ? shortest : std::min(longest, length_ * 5 / 4);
        if (!busy) std::this_thread::sleep_for(length_);
    }

  private:
    static constexpr std::chrono::microseconds shortest{200}, longest{1000};
    std::chrono::microseconds length_ = shortest;
};

void nap() {
    Nap().after(false);
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Start process_of(const Mpi& mpi, const RunOptions& options, std::uint32_t generation) {
    return {generation, mpi.rank(), mpi.size(),
            choose_threads(options.threads, mpi.ranks_on_this_host()), io::this_host()};
}

// Opens the journal; on failure there is no worker but a text.
std::unique_ptr<Worker> open_worker(Mpi& mpi, Workload& workload, const RunOptions& options,
                                    std::uint32_t generation, std::string& failure) {
    try {
        return std::make_unique<Worker>(workload, options, process_of(mpi, options, generation));
    } catch (const std::exception& error) {
        failure = error.what();
        return nullptr;
    }
}

// Leaves the process if a task never ended; otherwise hands the code on.
int leave_or_return(Mpi& mpi, const Worker* worker, int code) {
    mpi.flush();
    if (worker && worker->has_abandoned()) mpi.leave(code);
    return code;
}

// Ranks other than 0.
class Member {
  public:
    Member(Mpi& mpi, Workload& workload, const RunOptions& options, std::uint32_t generation)
        : mpi_(mpi) {
        std::string failure;
        worker_ = open_worker(mpi, workload, options, generation, failure);
        if (worker_)
            mpi_.send(0, tag_hello, packed(process_of(mpi, options, generation).threads));
        else
            tell_failure(failure);
    }

    int run() {
        for (Nap nap; !stopped_;) nap.after(receive() || report());
        return end();
    }

  private:
    bool receive() {
        const auto message = mpi_.poll();
        if (!message) return false;
        if (message->tag == tag_prepared && worker_) {
            const auto [number, result] =
                unpacked<std::pair<std::uint64_t, Preparation>>(message->bytes);
            worker_->adopt(number, result);
        }
        if (message->tag == tag_chunk && worker_) worker_->add(unpacked<Chunk>(message->bytes));
        if (message->tag == tag_stop) stopped_ = true;
        return true;
    }

    bool report() {
        if (const int signal = SignalCatcher::caught(); signal && !wish_told_) {
            mpi_.send(0, tag_stop_wish, signal_text(signal));
            wish_told_ = true;
        }
        if (!worker_) return false;
        const auto reports = worker_->take_finished();
        for (const auto& done : reports) mpi_.send(0, tag_report, packed(done));
        if (const auto failure = worker_->failure()) tell_failure(*failure);
        return !reports.empty();
    }

    void tell_failure(const std::string& failure) {
        if (!failure_told_) mpi_.send(0, tag_failure, failure);
        failure_told_ = true;
    }

    int end() {
        request_stop(true);
        std::optional<std::string> failure;
        if (worker_) {
            worker_->stop();
            while (!worker_->may_close()) nap();
            failure = worker_->close();
        }
        mpi_.send(0, tag_closed, failure.value_or(""));
        for (;;) {
            const Message message = mpi_.wait();
            if (message.tag == tag_exit)
                return leave_or_return(mpi_, worker_.get(), unpacked<int>(message.bytes));
        }
    }

    Mpi& mpi_;
    std::unique_ptr<Worker> worker_;
    bool stopped_ = false, wish_told_ = false, failure_told_ = false;
};

// Rank 0.
class Leader {
  public:
    Leader(Mpi& mpi, Workload& workload, const RunOptions& options, SweepStart start,
           Progress& progress)
        : mpi_(mpi),
          workload_(workload),
          options_(options),
          start_(std::move(start)),
          progress_(progress),
          dispatcher_(std::move(start_.pending)) {
        worker_ = open_worker(mpi, workload, options, start_.generation, failure_);
    }

    int run() {
        progress_.expect_preparations(dispatcher_.preparations());
        progress_.begin(start_.total_points, start_.done_points, dispatcher_.total_cost());
        std::optional<Foreman> foreman;
        if (worker_) {
            foreman.emplace(mpi_, *worker_, workload_, dispatcher_, progress_,
                            std::move(start_.prepared));
            foreman->enlist(0, process_of(mpi_, options_, start_.generation).threads);
            work(*foreman);
        }
        const int code = end(foreman);
        copied_.reset();  // removes what was not published, also where the process is left
        for (int rank = 1; rank < mpi_.size(); ++rank) mpi_.send(rank, tag_exit, packed(code));
        return leave_or_return(mpi_, worker_.get(), code);
    }

  private:
    void work(Foreman& foreman) {
        for (Nap nap; !foreman.over();) {
            const auto message = mpi_.poll();
            if (message) foreman.receive(*message);
            const bool local = foreman.look_at_local();
            check_time_and_signals(foreman);
            if (!foreman.over()) foreman.feed();
            progress_.tick();
            const bool busy = message || local;
            nap.after(busy || copy_early());
        }
    }

    /// While nothing is left to give out, tiles that are done go into the result file. True if
    /// some did. Without success this ends: the file is written as a whole then, and its writer
    /// says what is wrong.
    bool copy_early() {
        if (!dispatcher_.all_given() || copies_no_more_ || Clock::now() < next_copy_) return false;
        try {
            if (!copied_)
                copied_.emplace(options_.output, start_.generation, mpi_.size(), workload_.layout(),
                                workload_.fingerprint());
            if (copied_->copy_for(one_look)) return true;
            next_copy_ = Clock::now() + between_looks;
        } catch (const std::exception&) {
            copied_.reset();
            copies_no_more_ = true;
        }
        return false;
    }

    void check_time_and_signals(Foreman& foreman) const {
        if (const int signal = SignalCatcher::caught()) foreman.stop(signal_text(signal), false);
        if (options_.walltime_s > 0 && seconds_since(begin_) > options_.walltime_s)
            foreman.stop("stopped by the wall time of " + duration_text(options_.walltime_s),
                         false);
    }

    // All journals closed, then the result; returns the exit code.
    int end(std::optional<Foreman>& foreman) {
        request_stop(true);
        for (int rank = 1; rank < mpi_.size(); ++rank) mpi_.send(rank, tag_stop, "");
        if (worker_) worker_->stop();
        while (worker_ && !worker_->may_close()) {
            collect(foreman);
            nap();
        }
        if (worker_)
            if (const auto failure = worker_->close()) foreman->stop("rank 0: " + *failure, true);
        while (n_closed_ < mpi_.size() - 1) {
            collect(foreman);
            nap();
        }
        progress_.show();
        if (!worker_ || foreman->failed())
            return report_failure(worker_ ? foreman->reason() : failure_);
        return publish(foreman->reason());
    }

    void collect(std::optional<Foreman>& foreman) {
        while (const auto message = mpi_.poll()) {
            n_closed_ += message->tag == tag_closed ? 1 : 0;
            if (foreman) foreman->receive(*message);
        }
        if (foreman) foreman->look_at_local();
    }

    int report_failure(const std::string& what) const {
        progress_.note("input/output failure: " + what);
        progress_.note("continue with --resume: it keeps what is committed in " +
                       journal_folder(options_.output));
        return exit_io;
    }

    int publish(const std::string& reason) {
        progress_.note(reason.empty() ? "writing " + options_.output
                                      : reason + "; writing what there is");
        // The other ranks of this host have ended their work: the file gets their threads.
        const int threads = process_of(mpi_, options_, start_.generation).threads;
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(threads) *
                                            static_cast<std::size_t>(mpi_.ranks_on_this_host()));
        try {
            return describe(
                write_result(options_.output, &*start_.lock,
                             [this](const std::string& text) { progress_.update(text); },
                             {start_.generation, copied_ ? &*copied_ : nullptr}));
        } catch (const IoError& error) {
            return report_failure(error.what());
        } catch (const BadInput& error) {
            progress_.note(error.what());
            return exit_bad_input;
        }
    }

    int describe(const FinalizeReport& report) const {
        const std::string counts = report.file + ": " + std::to_string(report.present) + " of " +
                                   std::to_string(report.tasks) + " tasks";
        if (report.missing > 0) {
            progress_.note(counts + "; continue with --resume");
            return exit_resumable;
        }
        progress_.note(counts + (report.failed_points > 0
                                     ? ", " + std::to_string(report.failed_points) +
                                           " points failed: see their status"
                                     : std::string()));
        return report.failed_points > 0 ? exit_failed_points : exit_complete;
    }

    Mpi& mpi_;
    const Workload& workload_;
    const RunOptions& options_;
    SweepStart start_;
    Progress& progress_;
    Dispatcher dispatcher_;
    std::string failure_;
    std::unique_ptr<Worker> worker_;
    std::optional<EarlyCopy> copied_;
    bool copies_no_more_ = false;
    static constexpr std::chrono::microseconds one_look{2000};     ///< then messages are looked at
    static constexpr std::chrono::milliseconds between_looks{20};  ///< that found nothing
    Clock::time_point next_copy_{};
    int n_closed_ = 0;
    const Clock::time_point begin_ = Clock::now();
};

struct Verdict {
    int exit_code = -1;
    std::uint32_t generation = 0;

    friend auto fields(Verdict& v) { return std::tie(v.exit_code, v.generation); }
};

}  // namespace

int run(Mpi& mpi, Workload& workload, const RunOptions& options) {
    request_stop(false);
    Progress progress(mpi.rank() == 0 ? options.log : nullptr, options.terminal);
    SweepStart start;
    if (mpi.rank() == 0) start = start_sweep(workload, options);
    if (!start.message.empty()) progress.note(start.message);
    std::string bytes = packed(Verdict{start.exit_code, start.generation});
    mpi.broadcast(bytes);
    const auto verdict = unpacked<Verdict>(bytes);
    if (verdict.exit_code >= 0) return verdict.exit_code;
    const SignalCatcher signals;
    if (mpi.rank() != 0) return Member(mpi, workload, options, verdict.generation).run();
    return Leader(mpi, workload, options, std::move(start), progress).run();
}

}  // namespace lightsweep::engine
