#include <charconv>
#include <iostream>
#include <map>

#include "engine/farm/farm.hpp"
#include "engine/farm/progress.hpp"
#include "engine/file/result_file.hpp"
#include "engine/io/errors.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/farm/sweep_workload.hpp"
#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

namespace {

/// "3/10" -> shard 3 of 10.
void read_shard(const std::string& text, engine::RunOptions& options) {
    const std::size_t slash = text.find('/');
    const auto number = [&](std::size_t from, std::size_t to, int& value) {
        const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, value);
        return error == std::errc{} && end == text.data() + to;
    };
    const bool read = slash != std::string::npos && number(0, slash, options.shard) &&
                      number(slash + 1, text.size(), options.shards);
    if (!read || options.shard < 1 || options.shards < options.shard)
        throw engine::BadInput("--shard " + text +
                               ": give i/n with 1 <= i <= n, e.g. --shard 3/10");
}

engine::RunOptions run_options(const RunArguments& arguments) {
    engine::RunOptions options;
    options.output = arguments.output;
    options.resume = arguments.resume;
    if (!arguments.threads.empty())
        options.threads =
            static_cast<int>(read_whole("--threads", arguments.threads, 0, 1024,
                                        "1 to 1024, or 0 for the cores of the process"));
    if (!arguments.shard.empty()) read_shard(arguments.shard, options);
    if (!arguments.walltime.empty())
        options.walltime_s = read_positive("--walltime", arguments.walltime, Kind::seconds, "2h");
    options.log = &std::cerr;
    options.terminal = engine::reaches_terminal();
    return options;
}

void check_vector_width() {
    try {
        kernels::parallel::vector_width();
    } catch (const std::invalid_argument& wish) {
        throw engine::BadInput(wish.what());
    }
}

/// What schedulers have searched for an earlier result, by their names. Throws BadInput where
/// another build wrote it, which may have searched otherwise.
std::map<std::string, std::string> searched_lines(const std::string& path) {
    const engine::ResultFile file(path);
    const auto ours = build_record();
    for (const char* name : {"program", "revision", "compiler", "flags"})
        if (const auto theirs = file.attribute(name);
            theirs != std::get<std::string>(ours.at(name)))
            throw engine::BadInput("--searches " + path + ": its " + name + " is " + theirs +
                                   ", but this program's is " +
                                   std::get<std::string>(ours.at(name)) +
                                   "; leave the option out, or give a result of this program");
    std::map<std::string, std::string> lines;
    for (const auto& group : file.layout().ragged) {
        if (!group.path.starts_with(searches_folder)) continue;
        auto& of_scheduler = lines[group.path.substr(group.path.rfind('/') + 1)];
        for (const auto one : file.read_i64(group.path, group.columns.at(0).name))
            of_scheduler += static_cast<char>(one);
    }
    return lines;
}

/// Keeps on every rank what rank 0 reads in an earlier result; returns what is wrong with it.
std::string keep_searches(engine::Mpi& mpi, const Sweep& sweep, const std::string& path) {
    std::map<std::string, std::string> read;
    std::string fault;
    try {
        if (mpi.rank() == 0 && !path.empty()) read = searched_lines(path);
    } catch (const std::exception& wrong) {
        fault = std::string(wrong.what()) + "\n";
    }
    mpi.broadcast(fault);
    for (const auto& scheduler : scheduler_table(sweep.rules)) {
        if (!scheduler.search) continue;
        auto lines = read[std::string(scheduler.name)];
        mpi.broadcast(lines);
        scheduler.search->keep(lines);
    }
    return fault;
}

/// Rank 0 reads and checks the sweep, and its verdict holds for all; the other ranks must read the
/// same.
std::optional<Sweep> load_on_all(engine::Mpi& mpi, const RunArguments& arguments,
                                 std::string& faults) {
    std::optional<Sweep> sweep;
    if (mpi.rank() == 0) {
        auto result = load_sweep(arguments.sweep, arguments.overrides);
        faults = result.faults.text(arguments.sweep);
        sweep = std::move(result.sweep);
    }
    mpi.broadcast(faults);
    std::string expected = sweep ? fingerprint(*sweep) : "";
    mpi.broadcast(expected);
    if (expected.empty()) return sweep;
    if (mpi.rank() != 0) sweep = load_sweep(arguments.sweep, arguments.overrides).sweep;
    const bool differs = !sweep || fingerprint(*sweep) != expected;
    const auto other = mpi.first_rank_where(differs);
    if (!other) return sweep;
    faults = arguments.sweep + ": rank " + std::to_string(*other) +
             " reads another sweep than rank 0, or none: put it where every node sees it\n";
    return std::nullopt;
}

}  // namespace

int run_verb(const RunArguments& arguments, int* argc, char*** argv) {
    const auto options = run_options(arguments);
    check_vector_width();
    engine::Mpi mpi(argc, argv);
    const int here = mpi.ranks_on_this_host();
    set_memory_limit(arguments.memory, here, engine::choose_threads(options.threads, here));
    std::string faults;
    auto sweep = load_on_all(mpi, arguments, faults);
    if (sweep) faults = keep_searches(mpi, *sweep, arguments.searches);
    if (!sweep || !faults.empty()) {
        if (mpi.rank() == 0) std::cerr << faults;
        return engine::exit_bad_input;
    }
    SweepWorkload workload(std::move(*sweep));
    const int code = engine::run(mpi, workload, options);
    for (const auto& failure : workload.failures())
        std::cerr << "rank " << mpi.rank() << ": " << readable(failure) << '\n';
    return code;
}

}  // namespace lightsweep::sweeps
