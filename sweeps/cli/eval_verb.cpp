#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/farm/stopping.hpp"
#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"

namespace lightsweep::sweeps {

namespace {

std::string folder_of(const std::string& file) {
    const std::size_t slash = file.rfind('/');
    return slash == std::string::npos ? "" : file.substr(0, slash);
}

/// Text of a problem without its parameters. Empty where it names a file, which may change.
std::string structure_text(const std::string& line) {
    auto problem = nlohmann::json::parse(line, nullptr, false);
    if (!problem.is_object() || problem.contains("edges") || problem.contains("file") ||
        problem.contains("matrix"))
        return "";
    for (const auto& key : standard_keys())
        if (!key.structural) problem.erase(key.name);
    return problem.dump();
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
        const auto read = read_problem(line, domain_vocabulary(), folder);
        if (!read.problem) return error_json(read.error);
        if (!read.problem->grid.study.empty()) return study_json(read.problem->grid);
        return solution_json(solve(*read.problem, &known, structure_text(line)));
    } catch (const engine::Abandoned&) {
        return solution_json(out_of_time());
    } catch (const std::exception& failure) {
        return error_json(solvers::text_of(failure));
    }
}

}  // namespace

int eval_verb(const EvalArguments& arguments) {
    const std::string& file = arguments.file;
    const double seconds =
        arguments.time_limit.empty()
            ? 0
            : read_positive("--time-limit", arguments.time_limit, Kind::seconds, "10s");
    set_memory_limit(arguments.memory);
    const bool from_terminal = file.empty() || file == "-";
    std::ifstream opened;
    if (!from_terminal) {
        require_file(file);
        opened.open(file);
    }
    std::istream& in = from_terminal ? std::cin : opened;
    const std::string folder = from_terminal ? "" : folder_of(file);
    std::string line;
    KnownStructures known;
    while (std::cout && std::getline(in, line)) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        // One answer per line, flushed at once, because other programs wait for it in a pipe.
        std::cout << answer(line, folder, seconds, known) << '\n' << std::flush;
    }
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps
