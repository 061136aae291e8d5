#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/farm/farm.hpp"
#include "engine/farm/stopping.hpp"
#include "engine/io/errors.hpp"
#include "kernels/parallel/for_each.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/line_shape.hpp"

namespace lightsweep::sweeps {

namespace {

std::string folder_of(const std::string& file) {
    const std::size_t slash = file.rfind('/');
    return slash == std::string::npos ? "" : file.substr(0, slash);
}

/// Asks the computation of one line to stop if it lives longer than so many seconds; 0: never.
class Deadline {
  public:
    explicit Deadline(double seconds) {
        if (seconds == 0) return;
        thread_ = std::jthread([seconds](const std::stop_token& answered) {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            never.wait_for(lock, answered, std::chrono::duration<double>(seconds),
                           [] { return false; });
            if (!answered.stop_requested()) engine::request_stop(true);
        });
    }
    ~Deadline() {
        thread_ = {};
        engine::request_stop(false);
    }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

  private:
    std::jthread thread_;
};

/// The answer of a line that its deadline ended.
Solution out_of_time() {
    Solution solution;
    solution.row.resize(1, 1);
    solution.row.fill_without_plan(solvers::Status::budget, solvers::Reason::time_limit);
    return solution;
}

std::string answer(const std::string& line, const std::string& folder, double seconds,
                   KnownStructures& known) {
    const Deadline deadline(seconds);
    try {
        const auto shape = shape_of(line);
        auto problem = known.take(shape.text);
        const bool again = problem && set_values(*problem, shape);
        if (!again) {
            if (problem) known.put_back(shape.text, std::move(problem));
            auto read = read_problem(line, domain_vocabulary(), folder);
            if (!read.problem) return error_json(read.error);
            if (!read.problem->grid.study.empty()) return study_json(read.problem->grid);
            problem = std::make_unique<SingleProblem>(std::move(*read.problem));
        }
        const auto text = solution_json(solve(*problem, &known, shape.text, again));
        if (takes_values(*problem, shape)) known.put_back(shape.text, std::move(problem));
        return text;
    } catch (const engine::Abandoned&) {
        return solution_json(out_of_time());
    } catch (const std::exception& failure) {
        return error_json(solvers::text_of(failure));
    }
}

/// Lines of a stream and their answers, in order, with as many lines in flight as there are
/// threads. A thread that waits for a line helps the others with theirs.
class Lines {
  public:
    Lines(std::istream& in, std::function<std::string(const std::string&)> answer)
        : in_(in), answer_(std::move(answer)) {}

    void work(int threads) {
        std::vector<std::jthread> others;
        while (--threads > 0) others.emplace_back([this] { answer_lines(); });
        answer_lines();
    }

  private:
    void answer_lines() {
        const kernels::parallel::Borrowing from_waiting([this](int wish) { return lend(wish); });
        std::string line;
        while (const auto place = next(line)) print(*place, answer_(line));
        ++waiting_;  // for ever: the others may have this thread's core
    }
    /// An answer waits for those of earlier lines; its thread goes on unless many wait.
    void print(std::size_t place, std::string text) {
        std::unique_lock lock(printing_);
        unprinted_bytes_ += text.size();
        unprinted_.emplace(place, std::move(text));
        turn_.wait(lock, [&] {
            return unprinted_bytes_ < most_unprinted || unprinted_.begin()->first == printed_ + 1;
        });
        if (!unprinted_.contains(printed_ + 1)) return;
        for (; unprinted_.contains(printed_ + 1); unprinted_.erase(printed_)) {
            const auto& next = unprinted_.at(++printed_);
            std::cout << next << '\n';
            unprinted_bytes_ -= next.size();
        }
        // At once, because other programs wait for an answer in a pipe.
        std::cout << std::flush;
        turn_.notify_all();
    }
    /// Reads the next line that is not empty; its number from 1 on, nothing at the end.
    std::optional<std::size_t> next(std::string& line) {
        ++waiting_;
        const std::scoped_lock lock(reading_);
        bool found = false;
        while (!found && is_read_ && std::getline(in_, line))
            found = line.find_first_not_of(" \t\r") != std::string::npos;
        --waiting_;
        return found ? std::optional(++read_) : std::nullopt;
    }
    /// As Borrow wants it.
    int lend(int wish) {
        int idle = waiting_.load(), taken = 0;
        do taken = wish < 0 ? wish : std::clamp(idle, 0, wish);
        while (!waiting_.compare_exchange_weak(idle, idle - taken));
        return taken;
    }

    std::istream& in_;
    std::function<std::string(const std::string&)> answer_;
    std::mutex reading_, printing_;
    std::condition_variable turn_;
    std::size_t read_ = 0, printed_ = 0, unprinted_bytes_ = 0;
    std::map<std::size_t, std::string> unprinted_;  ///< answers by the number of their line
    static constexpr std::size_t most_unprinted = std::size_t{1} << 20U;
    std::atomic<int> waiting_{0};
    std::atomic<bool> is_read_{true};  ///< whether somebody takes the answers
};

}  // namespace

void answer_lines(std::istream& in, int threads,
                  std::function<std::string(const std::string&)> answer) {
    Lines(in, std::move(answer)).work(threads);
}

int eval_verb(const EvalArguments& arguments) {
    const std::string& file = arguments.file;
    const double seconds =
        arguments.time_limit.empty()
            ? 0
            : read_positive("--time-limit", arguments.time_limit, Kind::seconds, "10s");
    // The flag that ends a line is one for all lines.
    const int threads = seconds > 0 ? 1 : engine::choose_threads(0, 1);
    set_memory_limit(arguments.memory, threads);
    const bool from_terminal = file.empty() || file == "-";
    std::ifstream opened;
    if (!from_terminal) {
        require_file(file);
        opened.open(file);
    }
    std::istream& in = from_terminal ? std::cin : opened;
    const std::string folder = from_terminal ? "" : folder_of(file);
    KnownStructures known;
    answer_lines(in, threads,
                 [&](const std::string& line) { return answer(line, folder, seconds, known); });
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps
