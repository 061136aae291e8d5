// Task graphs and the transformer worked out by hand, and what they refuse.
#include <boost/test/unit_test.hpp>
#include <limits>

#include "kernels/training/transformer_tasks.hpp"
#include "tests/support/refusal.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_tasks)

using kernels::Task;
using kernels::TrainingSpeed;
using kernels::Transformer;

BOOST_AUTO_TEST_CASE(urgent_tasks_first_and_equal_ends_together) {
    // Tasks 0 and 1 end together at 1, so the more urgent 3 is ready when the network is free.
    const std::vector<Task> tasks{{0, 1, {}, 0}, {1, 1, {}, 0}, {2, 5, {0}, 1}, {2, 1, {1}, 0}};
    const auto times = kernels::simulate_tasks(tasks);
    BOOST_TEST(times.finish == (std::vector<double>{1, 1, 7, 2}), boost::test_tools::per_element());
    BOOST_TEST(times.makespan == 7.0);
}

BOOST_AUTO_TEST_CASE(tasks_without_duration_and_without_tasks) {
    const std::vector<Task> tasks{{0, 0, {}, 0}, {0, 2, {0}, 0}, {0, 0, {1, 0}, 0}};
    BOOST_TEST(kernels::simulate_tasks(tasks).finish == (std::vector<double>{0, 2, 2}),
               boost::test_tools::per_element());
    BOOST_TEST(kernels::simulate_tasks({}).makespan == 0.0);
}

BOOST_AUTO_TEST_CASE(task_refusals) {
    const auto run = [](const std::vector<Task>& tasks) {
        return refusal([&] { kernels::simulate_tasks(tasks); });
    };
    BOOST_TEST(run({{0, -1, {}, 0}}) == "tasks[0].seconds = -1.000000: must be finite and >= 0");
    BOOST_TEST(run({{0, std::numeric_limits<double>::quiet_NaN(), {}, 0}}) != "");
    BOOST_TEST(run({{0, std::numeric_limits<double>::infinity(), {}, 0}}) ==
               "tasks[0].seconds = inf: must be finite and >= 0");
    BOOST_TEST(run({{0, 1, {}, 0}, {-2, 1, {}, 0}}) == "tasks[1].resource = -2: must be >= 0");
    BOOST_TEST(run({{0, 1, {7}, 0}}) == "tasks[0].after: there is no task 7; name tasks in 0..0");
    const std::string circle =
        run({{0, 1, {3}, 0}, {0, 1, {}, 0}, {0, 1, {1, 3}, 0}, {0, 1, {2}, 0}});
    BOOST_TEST(
        (circle == "tasks[2].after: task 2 waits for itself; remove a dependency of the circle" ||
         circle == "tasks[3].after: task 3 waits for itself; remove a dependency of the circle"),
        circle);
    BOOST_TEST(run({{0, 1, {0}, 0}}) ==
               "tasks[0].after: task 0 waits for itself; remove a dependency of the circle");
}

/// h = 1, one token: weights 4, 1, 1; forward 8 + 4, 2, 2 FLOP at 1 FLOP/s.
Transformer tiny(int layers, int stages, bool overlap) {
    return {layers, 1, 1, 1, stages, 4, overlap};
}
const TrainingSpeed unit_speed{1, [](double bytes) { return bytes; }, [](double) { return 100.0; }};

BOOST_AUTO_TEST_CASE(one_layer) {
    // Forwards 12, 14, 16; backwards 20, 24, 48; reductions of 4, 4 and 16 s.
    const auto beside = kernels::transformer_tasks(tiny(1, 1, true), unit_speed);
    BOOST_TEST(kernels::simulate_tasks(beside).finish ==
                   (std::vector<double>{12, 14, 16, 20, 24, 48, 24, 28, 64}),
               boost::test_tools::per_element());
    const auto after = kernels::transformer_tasks(tiny(1, 1, false), unit_speed);
    BOOST_TEST(kernels::simulate_tasks(after).makespan == 48 + 4 + 4 + 16.0);
    BOOST_TEST(kernels::training_throughput({}, 128, 0.5) == 16 * 128 / 0.5);
}

BOOST_AUTO_TEST_CASE(stages_exchange_messages) {
    // Two layers on two stages: a transfer forwards, one backwards; the network is resource 2.
    const auto tasks = kernels::transformer_tasks(tiny(2, 2, false), unit_speed);
    BOOST_TEST(tasks.size() == 20u);
    BOOST_TEST(tasks[3].resource == 2);
    BOOST_TEST(tasks[3].seconds == 100.0);
    BOOST_TEST(tasks[4].resource == 1);
    BOOST_TEST(tasks[10].resource == 2);
    BOOST_TEST(tasks[11].resource == 0);
    // 2 x 16 + 2 x 32 of computing, 2 x 100 of transfers, 2 x 24 of reductions.
    BOOST_TEST(kernels::simulate_tasks(tasks).makespan == 32 + 64 + 200 + 48.0);
    // The last of three layers has the second stage: floor(l 2 / 3) = 0, 0, 1.
    const auto uneven = kernels::transformer_tasks(tiny(3, 2, true), unit_speed);
    BOOST_TEST(uneven[5].resource == 0);
    BOOST_TEST(uneven[6].resource == 2);
}

BOOST_AUTO_TEST_CASE(default_model_moves_what_the_paper_does) {
    double bytes = 0, seconds = 0;
    const TrainingSpeed speed{1e12, [&](double b) { return bytes += b, 0.0; }, {}};
    for (const auto& task : kernels::transformer_tasks({}, speed)) seconds += task.seconds;
    BOOST_TEST(bytes == 1152.0 * 1024 * 1024);
    BOOST_TEST(std::abs(seconds - 1.87) < 0.01);
}

BOOST_AUTO_TEST_CASE(model_refusals) {
    const auto build = [](const Transformer& model, const TrainingSpeed& speed) {
        return refusal([&] { kernels::transformer_tasks(model, speed); });
    };
    BOOST_TEST(build({.layers = 0}, unit_speed) == "layers = 0: must be >= 1");
    BOOST_TEST(build({.layers = 2, .stages = 3}, unit_speed) ==
               "stages = 3: use at most one per layer, 2");
    BOOST_TEST(build({.elem_bytes = 0}, unit_speed) ==
               "elem_bytes = 0.000000: must be positive and finite");
    BOOST_TEST(build({}, {.flops = -1}) == "flops = -1.000000: must be positive and finite");
    BOOST_TEST(build({}, {.flops = 1}) == "all_reduce_seconds: missing; give the time of a buffer");
    BOOST_TEST(build({.stages = 2}, {1, unit_speed.all_reduce_seconds, {}}) ==
               "peer_to_peer_seconds: missing; stages exchange messages, give their time");
    BOOST_TEST(refusal([] { kernels::training_throughput({}, 0, 1); }) == "gpus = 0: must be >= 1");
    BOOST_TEST(refusal([] { kernels::training_throughput({}, 1, 0); }) ==
               "makespan = 0.000000: must be positive and finite");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
