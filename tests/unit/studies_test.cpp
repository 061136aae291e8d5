// Studies in sweeps: rows equal the kernels' own answers, and what is asked wrongly is said.
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/rack/mesh_routes.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "kernels/training/transformer_tasks.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/pccl/fibre_program.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(studies)

const std::string plans_head = R"(schedulers = ["static", "pccl"]
rules = "pccl"
[fabric]
bandwidth = "450GB/s"
per_step_latency = 0
per_hop_latency = "3us"
message = "1MB"
[[grid]]
name = "g"
nodes = 16
topology = ["ring", "torus2d"]
reconfiguration_delay = ["5us", "1ms"]
collective = ["reduce-scatter/halving-doubling-far", "allreduce/halving-doubling-far"]
)";
const std::string training_lines = R"(study = "training"
model = "transformer"
device_flops = [20e12, 40e12]
overlap = [false, true]
)";

/// All faults of a sweep's text in one line, those of its grids included; empty: none.
std::string faults_of(const std::string& text, const std::string& directory = "") {
    auto result = sweeps::read_sweep(text, sweeps::domain_vocabulary(), {directory, {}});
    const auto& sweep = result.sweep ? *result.sweep : result.readable;
    for (const auto& grid : sweep.grids) sweeps::check_grid(grid, result.faults);
    return result.faults.line();
}

void check_fault(const std::string& text, const std::vector<std::string>& parts,
                 const std::string& directory = "") {
    const std::string faults = faults_of(text, directory);
    for (const auto& part : parts)
        BOOST_TEST(faults.find(part) != std::string::npos, part << " not in: " << faults);
}

BOOST_AUTO_TEST_CASE(routes_are_those_of_the_kernel) {
    TestSweep sweep(R"([[grid]]
name = "m"
study = "routing"
mesh = [4, 16]
circuits = 20
seed = [1, 2]
rule = ["trials", "around-full"]
running_times = true
)");
    const auto group = sweep.compute("studies/m");
    const auto times = sweep.compute("timing/m");
    std::size_t i = 0;
    for (const kernels::Node side : {4, 16})
        for (const std::uint64_t seed : {1, 2})
            for (const bool trials : {true, false}) {
                const auto circuits = kernels::random_circuits(side * side, 20, seed);
                const auto found = trials
                                       ? kernels::route_mesh({side, side}, circuits)
                                       : kernels::route_mesh_around_full({side, side}, circuits, 1);
                const std::size_t column = group.column("circuits_failed");
                BOOST_TEST(group.tile.i32(column)[i] == static_cast<int>(found.failed.size()));
                BOOST_TEST(group.tile.i32(group.column("circuits_routed"))[i] ==
                           static_cast<int>(found.routed()));
                BOOST_TEST(times.f64("running_time", i) > 0);
                ++i;
            }
}

BOOST_AUTO_TEST_CASE(circuits_between_sides_end_on_different_sides) {
    // On a 2 x 2 mesh every node is a corner; on 3 x 3 the middle is no end.
    TestSweep sweep(R"([[grid]]
name = "m"
study = "routing"
mesh = [2, 3]
circuits = 5
ends = "sides"
max_overlap = 5
)");
    const auto group = sweep.compute("studies/m");
    for (std::size_t i = 0; i < 2; ++i) {
        BOOST_TEST(group.tile.i32(group.column("circuits_routed"))[i] == 5);
        BOOST_TEST(group.f64("hops", i) >= 5);
    }
}

BOOST_AUTO_TEST_CASE(fibres_are_those_of_the_solver) {
    TestSweep sweep(R"([[grid]]
name = "f"
study = "fibres"
servers = [[3, 3], [8, 8]]
circuits = [20, 100]
seed = 3
)");
    const auto group = sweep.compute("studies/f");
    std::size_t i = 0;
    for (const kernels::Node side : {3, 8})
        for (const int count : {20, 100}) {
            const auto plan = solvers::pccl::fewest_fibres(
                {side, side}, kernels::random_circuits(side * side, count, 3));
            BOOST_TEST(group.tile.i32(group.column("fibres"))[i] == plan.routes.reached);
            BOOST_TEST(group.tile.i32(group.column("lower_bound"))[i] == plan.routes.bound);
            BOOST_TEST(group.meaning("status", i) == (plan.routes.proven() ? "optimal" : "budget"));
            ++i;
        }
}

BOOST_AUTO_TEST_CASE(training_is_the_task_graph_with_the_scheduler_s_times) {
    TestSweep sweep(plans_head + training_lines);
    const auto& scheduler = *solvers::find_scheduler("pccl");
    const auto group = sweep.compute("studies/g/pccl");
    std::size_t i = 0;
    for (const char* name :
         {"reduce-scatter/halving-doubling-far", "allreduce/halving-doubling-far"})
        for (const char* topology : {"ring", "torus2d"}) {
            kernels::TopologyParameters p;
            p.n = 16;
            const auto structure = std::make_shared<const solvers::Problem>(solvers::make_problem(
                kernels::build_collective(name, 16), kernels::make_topology(topology, p), {}, 0,
                solvers::measures::paths_dor));
            const auto plan = solvers::prepare(scheduler, structure, {});
            for (const double flops : {20e12, 40e12})
                for (const bool overlap : {false, true})
                    for (const double delay : {5e-6, 1e-3}) {
                        const double times = std::string(name).starts_with("reduce") ? 2 : 1;
                        const auto seconds = [&](double bytes) {
                            solvers::ResultRow row;
                            kernels::Parameters at{0, 3e-6, bytes, 450e9, delay};
                            plan->evaluate(kernels::row_at(at), row);
                            return times * row.completion[0];
                        };
                        kernels::Transformer model;
                        model.overlap = overlap;
                        const double wanted =
                            kernels::simulate_tasks(
                                kernels::transformer_tasks(model, {flops, seconds, {}}))
                                .makespan;
                        BOOST_TEST(group.f64("iteration_time", i) == wanted);
                        BOOST_TEST(group.f64("throughput", i) == 16 * 16 / wanted);
                        ++i;
                    }
        }
    BOOST_TEST(i == engine::product(group.group.shape()));
}

BOOST_AUTO_TEST_CASE(a_model_file_says_what_a_preset_says) {
    const auto folder = std::filesystem::temp_directory_path() / "lightsweep-model-test";
    std::filesystem::create_directories(folder);
    const auto write = [&](const char* name, const std::string& text) {
        std::ofstream(folder / name) << text;
    };
    const std::string sizes =
        "layers = 12\nheads = 16\nhidden = 2048\nbatch = 16\nsequence = 64\n"
        "element_bytes = \"4B\"\npipeline_stages = 1\n";
    write("same.toml", sizes + "tensor_degree = 1\n");
    write("short.toml", sizes);
    write("wide.toml", sizes + "tensor_degree = 32\nlayer = 3\n");
    std::string text = plans_head + training_lines;
    const auto with = [&](const std::string& model) {
        std::string changed = text;
        changed.replace(changed.find("\"transformer\""), 13, model);
        return changed;
    };
    auto read = sweeps::read_sweep(with("[\"transformer\", \"same.toml\"]"),
                                   sweeps::domain_vocabulary(), {folder.string(), {}});
    BOOST_REQUIRE_MESSAGE(read.sweep, read.faults.text());
    TestSweep sweep(std::move(*read.sweep));
    const auto group = sweep.compute("studies/g/pccl");
    const auto shape = group.group.shape();
    const auto& axes = group.group.axes;
    BOOST_TEST(axes[2].index.name == "model_number");
    const std::size_t inner = engine::product({shape.begin() + 3, shape.end()});
    for (std::size_t i = 0; i < engine::product(shape) / (2 * inner); ++i)
        for (std::size_t k = 0; k < inner; ++k)
            BOOST_TEST(group.f64("iteration_time", 2 * i * inner + k) ==
                       group.f64("iteration_time", (2 * i + 1) * inner + k));
    check_fault(with("\"short.toml\""),
                {"short.toml", "tensor_degree", "is missing", "tensor_degree = 1"},
                folder.string());
    check_fault(with("\"wide.toml\""), {"wide.toml:9", "layer = 3", "unknown key", "layers"},
                folder.string());
    check_fault(with("\"none.toml\""), {"none.toml", "neither known nor a file", "transformer"},
                folder.string());
    std::filesystem::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(what_is_asked_wrongly_is_said) {
    check_fault("[[grid]]\nname = \"a\"\nstudy = \"fibre\"\n",
                {"grid.a.study = fibre", "is not known", "fibres"});
    check_fault("[[grid]]\nname = \"a\"\nstudy = \"routing\"\nmesh = 1\npenalty = 0.5\n",
                {"mesh = 1", "circuits", "is missing"});
    check_fault(
        "[[grid]]\nname = \"a\"\nstudy = \"routing\"\nmesh = 4\ncircuits = 3\npenalty = 0.5\n",
        {"penalty = 0.5", ">= 1"});
    check_fault("[[grid]]\nname = \"a\"\nstudy = \"routing\"\nmesh = 5000\ncircuits = 10000000\n",
                {"mesh = 5000: mesh is too large (at most 2048)", "circuits is too large"});
    check_fault(
        "[[grid]]\nname = \"a\"\nstudy = \"fibres\"\nservers = [1000, 1000]\ncircuits = 3\n",
        {"more than 16384 servers"});
    check_fault("[[grid]]\nname = \"a\"\nstudy = \"fibres\"\nservers = [8, 8, 8]\ncircuits = 3\n",
                {"servers = [8, 8, 8]", "[rows, columns]"});
    check_fault(
        "[[grid]]\nname = \"a\"\nstudy = \"fibres\"\nservers = [8, 8]\nmesh = 3\ncircuits = 3\n",
        {"mesh", "unknown key"});
    const std::string rack = plans_head + "study = \"rack\"\nservers = [2, 2]\n";
    check_fault(rack + "mesh = 8\n", {"servers = [2, 2]", "has 4 devices, not 16"});
    check_fault(rack + "mesh = 2\ndevices_per_server = 9\n",
                {"mesh = 2", "too small", "at least 3"});
    check_fault(rack + "mesh = 0\ndevices_per_server = 4\n", {"mesh = 0"});
    const std::string training = plans_head + training_lines;
    check_fault(training + "message = \"1MB\"\n", {"grid.g.message", "unknown key"});
    check_fault(training + "heads = 4\n", {"heads", "model is given as well"});
    std::string collective = training;
    collective.replace(collective.find("allreduce/"), 10, "allgather/");
    check_fault(collective, {"allgather", "does not make gradients equal"});
    std::string flops = training;
    flops.replace(flops.find("device_flops = [20e12, 40e12]"), 29, "");
    check_fault(flops, {"device_flops", "is missing", "training"});
    BOOST_TEST(faults_of(training) == "");
}

BOOST_AUTO_TEST_CASE(parallel_degrees_fit_the_model) {
    std::string text = plans_head + training_lines;
    text.replace(text.find("model = \"transformer\""), 21,
                 "layers = 4\nheads = 6\nhidden = 32\nbatch = 1\nsequence = 8\n"
                 "element_bytes = \"4B\"\npipeline_stages = 5\ntensor_degree = 4");
    std::string huge = text;
    huge.replace(huge.find("layers = 4"), 10, "layers = 1000000");
    check_fault(huge, {"layers is too large (at most 100000)"});
    check_fault(text, {"heads", "6: does not divide hidden = 32", "4: does not divide heads = 6",
                       "5: is more than layers = 4", "tensor_rate is missing"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
