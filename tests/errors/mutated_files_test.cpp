// Mutated files of other programs, plans, matrices and traces: read in this process, and where they
// can be read carried out, they give an answer or a fault in words. Under the sanitizers this is
// the fuzz campaign.
#include <boost/test/unit_test.hpp>

#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/interchange/astra_network.hpp"
#include "sweeps/interchange/goal_text.hpp"
#include "sweeps/interchange/harvest_check.hpp"
#include "sweeps/interchange/judge.hpp"
#include "sweeps/interchange/msccl_check.hpp"
#include "sweeps/interchange/msccl_rounds.hpp"
#include "sweeps/interchange/playable_plan.hpp"
#include "sweeps/interchange/trace_simulation.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/simulation/event_run.hpp"
#include "sweeps/simulation/plan_system.hpp"
#include "sweeps/spec/chakra/chakra_workload.hpp"
#include "tests/errors/mutations.hpp"

namespace lightsweep::tests {
BOOST_AUTO_TEST_SUITE(mutated_files)

namespace {

constexpr int whole_campaign = 100'000;

std::string vector_of(const std::string& name) {
    return text_of("tests/vectors/interop/" + name);
}

std::string joined(const std::vector<std::string>& faults) {
    std::string all;
    for (const auto& fault : faults) all += fault + "\n";
    return all;
}

sweeps::Solution solution_of(const std::string& keys) {
    return sweeps::solved(sweeps::read_problem(
        R"({"nodes":4,"message":4096,"bandwidth":"800Gbps","per_step_latency":"1us",)"
        R"("reconfiguration_delay":"1us",)" +
            keys + "}",
        sweeps::domain_vocabulary()));
}

/// Judges mutations of a solution's own plan, and simulates them.
int plan_campaign(const std::string& keys,
                  const std::function<sweeps::Judgement(const sweeps::Solution&,
                                                        const sweeps::JsonPlace&)>& judge) {
    const auto solution = solution_of(keys);
    return campaign(
        {sweeps::plan_json(solution)}, trials(300, whole_campaign), [&](const std::string& text) {
            const auto file = sweeps::JsonPlace::root(text, "plan.json");
            sweeps::kind_of_plan(file);
            const auto found = judge(solution, file).violations;
            const auto run =
                sweeps::simulation::carry_out(sweeps::simulation::read_plan(file.json(), {}), {});
            BOOST_TEST((run.sound() || !run.violations.empty()), text);
            return joined(found);
        });
}

}  // namespace

BOOST_AUTO_TEST_CASE(plans_of_planes) {
    for (
        const char* keys :
        {R"("rules":"swot","scheduler":"swot","collective":"allreduce/halving-doubling","planes":2)",
         R"("rules":"swot","scheduler":"strawman","collective":"alltoall/bruck","planes":1)"}) {
        const int sound = plan_campaign(keys, [](const auto& solution, const auto& file) {
            const auto judged = sweeps::judge(solution, sweeps::read_plane_plan(file));
            sweeps::playable_planes(file);
            return judged;
        });
        BOOST_TEST(sound > 0);
    }
}

BOOST_AUTO_TEST_CASE(plans_of_groups) {
    const int sound = plan_campaign(
        R"("rules":"common","scheduler":"segments-overlap","collective":"allreduce/bruck","planes":2,)"
        R"("topology":"ring","per_hop_latency":"1us")",
        [](const auto& solution, const auto& file) {
            sweeps::playable_planes(file);
            return sweeps::judge(solution, sweeps::read_plane_plan(file),
                                 sweeps::plane_plan(solution));
        });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(plans_of_lightpaths) {
    const auto solution =
        solution_of(R"("rules":"common","scheduler":"wdm-optimal","collective":"allgather/any",)"
                    R"("topology":"wdm-ring","wavelengths":2,"per_hop_latency":"1us")");
    const int sound = campaign({sweeps::lightpath_plan_json(solution)}, trials(300, whole_campaign),
                               [](const std::string& text) {
                                   const auto file = sweeps::JsonPlace::root(text, "plan.json");
                                   sweeps::kind_of_plan(file);
                                   sweeps::playable_lightpaths(file);
                                   return "";
                               });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(plans_of_topologies) {
    const int sound = plan_campaign(
        R"("rules":"addanki","scheduler":"addanki","collective":"allreduce/halving-doubling",)"
        R"("topology":"ring","per_hop_latency":"1us")",
        [](const auto& solution, const auto& file) {
            const auto judged = sweeps::judge(solution, sweeps::read_topology_plan(file));
            sweeps::playable_topologies(solution, file);
            return judged;
        });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(harvest) {
    const sweeps::HarvestHardware hardware{500, 500, 10000, 100};
    const auto pattern = vector_of("harvest_problem_rd_8.json");
    const auto schedule = vector_of("harvest_schedule_rd_8.json");
    const auto whole = sweeps::read_harvest_pattern(pattern, "pattern");
    const int sound =
        campaign({pattern}, trials(300, whole_campaign), [&](const std::string& text) {
            const auto read = sweeps::read_harvest_pattern(text, "pattern");
            return sweeps::json_of(sweeps::forms_of(read, true, "pattern")).empty() ? "empty" : "";
        });
    BOOST_TEST(sound > 0);
    const int again =
        campaign({schedule}, trials(300, whole_campaign), [&](const std::string& text) {
            const auto read = sweeps::read_harvest_schedule(text, "schedule");
            return joined(sweeps::check_harvest(read, whole, hardware, true).faults);
        });
    BOOST_TEST(again > 0);
}

BOOST_AUTO_TEST_CASE(msccl) {
    const int sound = campaign(
        {vector_of("msccl_allgather_ring_4.xml"), vector_of("msccl_alltoall_bruck_4.xml"),
         vector_of("msccl_allgather_ring_4_fused.xml")},
        trials(300, whole_campaign), [](const std::string& text) {
            sweeps::Faults faults;
            const auto program = sweeps::read_msccl(text, sweeps::MscclDialect::msccl, faults);
            if (!faults.empty()) return faults.text("program.xml");
            const auto found = sweeps::check_msccl(program).faults;
            if (found.empty()) sweeps::rounds_of(program, 1);
            return joined(found);
        });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(traces_of_chakra) {
    const int sound =
        campaign({vector_of("chakra_allreduce_hd_8/algorithm.0.et"),
                  vector_of("chakra_training_4/trace.0.et"), vector_of("chakra_one_allreduce.et")},
                 trials(1000, whole_campaign), [](const std::string& text) {
                     const auto trace = sweeps::read_trace(text, "trace.0.et");
                     sweeps::run_traces({trace, trace}, 1000, 100);
                     return sweeps::read_trace(sweeps::written(trace), "again").nodes.size() ==
                                    trace.nodes.size()
                                ? ""
                                : "nodes are lost";
                 });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(goal) {
    const int sound = campaign(
        {vector_of("goal_allreduce_hd_8.goal"),
         "num_ranks 2\nrank 0 {\na: calc 5\nb: send 8b to 1 tag 0 nic 0\nb requires a\n}\n"
         "rank 1 {\na: recv 8b from 0 tag 0\n}\n"},
        trials(300, whole_campaign), [](const std::string& text) {
            return joined(sweeps::run_traces(sweeps::read_goal(text, "x.goal"), 0, 1).faults);
        });
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(workloads_of_chakra) {
    const auto whole = sweeps::read_trace(vector_of("chakra_training_4/trace.1.et"), "t.1.et");
    const std::string groups = R"({"1":[0,1,2],"2":[2]})";
    const auto print = [](const sweeps::Workload& workload) {
        return sweeps::sweep_of(workload, "").empty() ? "empty" : "";
    };
    const int sound =
        campaign({vector_of("chakra_training_4/trace.0.et")}, trials(1000, whole_campaign),
                 [&](const std::string& text) {
                     const auto trace = sweeps::read_trace(text, "t.0.et");
                     return print(sweeps::workload_of({trace, whole, whole}, groups, "t"));
                 });
    BOOST_TEST(sound > 0);
    const int again = campaign({groups}, trials(300, whole_campaign), [&](const std::string& text) {
        return print(sweeps::workload_of({whole, whole, whole}, text, "t"));
    });
    BOOST_TEST(again > 0);
}

BOOST_AUTO_TEST_CASE(networks_of_astra_sim) {
    const int sound = campaign(
        {vector_of("astra_network_ring.yml"), vector_of("astra_network_three.yml"),
         "topology:\n  - Switch # one\nnpus_count: 8\nbandwidth: [ 50.0,\n ]\nlatency: 5e2\n"},
        trials(300, whole_campaign), [](const std::string& text) {
            for (const auto& one : sweeps::read_astra_network(text, "network.yml"))
                BOOST_TEST((one.npus > 1 && one.bandwidth > 0 && one.latency >= 0), text);
            return std::string();
        });
    BOOST_TEST(sound > 0);
    BOOST_CHECK_THROW(
        sweeps::read_astra_network(std::string(9999, '#') + "\n" + std::string(9999, ' ') + "[\n" +
                                       std::string(9999, 'a') + ": b\n",
                                   "network.yml"),
        engine::BadInput);
}

/// A sweep that names one file, which is mutated, and others by name that stay as they are.
int named_file_campaign(const std::string& grid, const std::string& name,
                        const std::vector<std::string>& originals,
                        const std::map<std::string, std::string>& others = {}) {
    const ScratchFolder folder;
    for (const auto& [other, text] : others) write_text(folder / other, text);
    write_text(folder / "sweep.toml", grid);
    return campaign(originals, trials(300, whole_campaign), [&](const std::string& text) {
        write_text(folder / name, text);
        const auto result = sweeps::load_sweep(folder / "sweep.toml", {});
        const std::string fault = result.faults.text();
        BOOST_TEST((result.sweep || !fault.empty()), text);
        return fault;
    });
}

BOOST_AUTO_TEST_CASE(matrices) {
    const int sound = named_file_campaign(
        "rules = \"swot\"\nschedulers = [\"birkhoff\"]\n[[grid]]\nname = \"one\"\nnodes = 4\n"
        "planes = 1\ncollective = \"alltoall/matrix\"\nmatrix = \"m.csv\"\n"
        "bandwidth = \"800Gbps\"\nper_step_latency = \"1us\"\nreconfiguration_delay = \"10us\"\n",
        "m.csv", {"0,1,2.5,3\n4e6,0,6,7\n8,9,0,1e3\n1,2,3,0\n"});
    BOOST_TEST(sound > 0);
}

const std::string traced =
    "[[grid]]\nname = \"one\"\nstudy = \"trace\"\nnodes = 4\nplanes = 2\n"
    "topology = \"ring\"\nbandwidth = \"800Gbps\"\nper_step_latency = \"1us\"\n"
    "per_hop_latency = \"1us\"\nreconfiguration_delay = \"10us\"\n";

BOOST_AUTO_TEST_CASE(traces_in_toml) {
    const int sound = named_file_campaign(
        traced + "trace = \"t.toml\"\n", "t.toml",
        {text_of("sweeps/traffic/traces/experts.toml"),
         "[[trace]]\ncompute_time = \"1us\"\ncollective = \"allreduce/swing\"\nmessage = 1e6\n"
         "group_size = 2\ngroup_stride = 2\noverlap = true\ncount = 3\n"});
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(traces_of_chakra_in_sweeps) {
    const int sound = named_file_campaign(
        "[[grid]]\nname = \"one\"\nstudy = \"trace\"\ntopology = \"ring-uni\"\n"
        "bandwidth = \"800Gbps\"\nper_step_latency = \"1us\"\nper_hop_latency = \"1us\"\n"
        "reconfiguration_delay = \"10us\"\ntrace = \"t\"\n",
        "t.0.et", {vector_of("chakra_training_4/trace.0.et")},
        {{"t.1.et", vector_of("chakra_training_4/trace.1.et")},
         {"t.2.et", vector_of("chakra_training_4/trace.2.et")},
         {"t.3.et", vector_of("chakra_training_4/trace.3.et")},
         {"groups.json", vector_of("chakra_training_4/groups.json")}});
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_CASE(traces_in_csv) {
    const int sound = named_file_campaign(
        traced + "trace = \"t.csv\"\n", "t.csv",
        {"name,compute_time,collective,message,count\na,50us,allreduce/ring,8MiB,2\n"
         "b,0,alltoall/shift,1e6,\n# end\n"});
    BOOST_TEST(sound > 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace lightsweep::tests
