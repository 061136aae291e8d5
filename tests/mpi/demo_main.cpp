// The demo workload as a program, for tests that launch, kill and resume it:
//   engine_demo OUT.h5 [--resume] [--shard i n] [--threads n] [--walltime s] [--slow ms]
//   [--stubborn ms]
//               [--size n] [--fail] [--throw] [--fingerprint text]
//               [--prepare LOG] [--prepare-fail]
// engine_demo --digest FILE prints the digests of a file instead, one group per line.
#include <signal.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "engine/farm/farm.hpp"
#include "engine/file/finalize.hpp"
#include "engine/io/errors.hpp"
#include "tests/mpi/demo_workload.hpp"

namespace {

using namespace lightsweep;

struct Arguments {
    engine::RunOptions run;
    tests::DemoOptions demo;
};

Arguments parse(const std::vector<std::string>& words) {
    Arguments arguments;
    arguments.run.threads = 1;
    arguments.run.grace_s = 2;
    arguments.run.log = &std::cerr;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto& word = words[i];
        const auto number = [&] { return std::atof(words.at(++i).c_str()); };
        if (word == "--resume")
            arguments.run.resume = true;
        else if (word == "--shard") {
            arguments.run.shard = static_cast<int>(number());
            arguments.run.shards = static_cast<int>(number());
        } else if (word == "--threads")
            arguments.run.threads = static_cast<int>(number());
        else if (word == "--walltime")
            arguments.run.walltime_s = number();
        else if (word == "--slow")
            arguments.demo.slow_ms = static_cast<int>(number());
        else if (word == "--stubborn")
            arguments.demo.stubborn_ms = static_cast<int>(number());
        else if (word == "--size")
            arguments.demo.size = static_cast<int>(number());
        else if (word == "--fail")
            arguments.demo.some_points_fail = true;
        else if (word == "--throw")
            arguments.demo.some_tasks_throw = true;
        else if (word == "--prepare")
            arguments.demo.preparation_log = words.at(++i);
        else if (word == "--prepare-fail")
            arguments.demo.some_preparations_fail = true;
        else if (word == "--fingerprint")
            arguments.demo.fingerprint = words.at(++i);
        else
            arguments.run.output = word;
    }
    return arguments;
}

int print_digests(const std::string& file) {
    for (const auto& group : engine::verify(file))
        std::cout << (group.path.empty() ? "all" : group.path) << ' ' << group.digest << '\n';
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    ::signal(SIGXFSZ, SIG_IGN);  // as the program does
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words.size() == 2 && words[0] == "--digest") return print_digests(words[1]);
        const Arguments arguments = parse(words);
        engine::Mpi mpi(&argc, &argv);
        tests::DemoWorkload workload(arguments.demo);
        return engine::run(mpi, workload, arguments.run);
    } catch (const engine::BadInput& error) {
        std::cerr << error.what() << '\n';
        return engine::exit_bad_input;
    } catch (const engine::IoError& error) {
        std::cerr << error.what() << '\n';
        return engine::exit_io;
    }
}
