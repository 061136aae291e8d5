// A small domain for tests of the sweep specification: real names, simple refusals.
#pragma once

#include <string>

#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps::testing {

inline std::optional<std::string> needs_power_of_two(const std::string& name, std::int64_t n) {
    const bool power = n > 0 && (n & (n - 1)) == 0;
    if (power || name.find("halving-doubling") == std::string::npos) return std::nullopt;
    return name + " needs a power of two";
}

inline std::optional<std::string> needs_hypercube(const std::string& name, std::int64_t n) {
    if (name != "hypercube" || (n & (n - 1)) == 0) return std::nullopt;
    return "hypercube needs a power of two";
}

inline std::vector<SchedulerEntry> test_schedulers() {
    const std::vector<std::string> plain = {"topology",        "message",
                                            "bandwidth",       "per_step_latency",
                                            "per_hop_latency", "reconfiguration_delay",
                                            "degree",          "route"};
    const std::vector<std::string> planes = {
        "planes", "message", "bandwidth", "per_step_latency", "reconfiguration_delay", "initial"};
    return {{"static", "never reconfigures", plain, {"topology"}, {}},
            {"every-step", "a matched topology per step", plain, {}, {}},
            {"addanki", "dynamic program", plain, {"topology"}, {}},
            {"swot",
             "planes in turn",
             planes,
             {"planes"},
             {{"max_nodes", Kind::count, Domain::natural, "search budget", {}},
              {"mode", Kind::text, Domain::any, "method", {"exact", "fast"}},
              {"slack", Kind::seconds, Domain::non_negative, "tolerance", {}},
              {"warm", Kind::flag, Domain::any, "start from the formula", {}}}},
            {"optree-tree", "k-ary tree", {"wavelengths", "message", "bandwidth"}, {}, {}}};
}

inline Vocabulary test_vocabulary() {
    Vocabulary vocabulary;
    vocabulary.schedulers = test_schedulers();
    vocabulary.rules = {{"addanki", {}, {}}, {"swot", {}, {}}, {"common", {"all"}, {}}};
    vocabulary.topologies = {{"ring", {"ring-bi"}, {}},      {"ring-uni", {}, {}},
                             {"torus2d", {}, {"dims"}},      {"hypercube", {}, {}},
                             {"circulant", {}, {"offsets"}}, {"edges", {}, {}}};
    vocabulary.collectives = {
        {"allreduce/ring", {}, {}},         {"allreduce/halving-doubling", {"allreduce"}, {}},
        {"allreduce/swing", {}, {}},        {"allgather/ring", {}, {}},
        {"allgather/bruck", {}, {"radix"}}, {"alltoall/shift", {"alltoall/pairwise"}, {}}};
    vocabulary.algorithm_aliases = {{"hd", "halving-doubling"}};
    vocabulary.columns = {"completion_time", "lower_bound"};
    vocabulary.refuse_collective = needs_power_of_two;
    vocabulary.refuse_topology = needs_hypercube;
    return vocabulary;
}

/// The sweep of the user guide: 3 collectives x 23 messages x 57 delays.
inline std::string example_sweep() {
    return R"(title = "When Light Bends, figures 1 and 2"
schedulers = ["static", "every-step", "addanki"]
rules = "addanki"
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "ring"
topology = ["ring-uni"]
nodes = [64]
collective = ["allreduce/halving-doubling", "allreduce/swing", "alltoall/shift"]
message = { from = "1KiB", to = "4GiB", step = "x2" }
reconfiguration_delay = { from = "1ns", to = "10ms", per_decade = 8 }
)";
}

/// A grid "g" with all that `static` needs, and these lines more.
inline std::string small_sweep(const std::string& grid_lines, const std::string& nodes = "8") {
    return "schedulers = [\"static\"]\nrules = \"common\"\n[fabric]\nbandwidth = \"1e11B/s\"\n"
           "per_step_latency = 0\nper_hop_latency = 0\nreconfiguration_delay = 0\n"
           "[[grid]]\nname = \"g\"\ntopology = \"ring\"\nnodes = " +
           nodes + "\n" + grid_lines;
}

}  // namespace lightsweep::sweeps::testing
