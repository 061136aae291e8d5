#include <boost/test/unit_test.hpp>

#include "engine/farm/feeding.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/layout.hpp"
#include "engine/journal/manifest.hpp"
#include "engine/journal/workload.hpp"

using namespace lightsweep::engine;
using Extents = std::vector<std::size_t>;

BOOST_AUTO_TEST_SUITE(engine_layout)

namespace {

Coordinate numbers(const std::string& name, std::size_t n) {
    return {name, "1", name, std::vector<std::int64_t>(n)};
}

Column value_column() {
    Column column;
    column.name = "value";
    return column;
}

ArrayGroup group_of(const std::string& path, const Extents& shape, const Extents& chunk) {
    ArrayGroup group{path, {}, {value_column()}, chunk, {}};
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        group.axes.push_back({numbers("axis" + std::to_string(axis), shape[axis]), {}});
    return group;
}

std::string fault_of(const Layout& layout) {
    try {
        check(layout);
        return "";
    } catch (const BadInput& error) {
        return error.what();
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(chunks_take_trailing_axes_whole_and_cut_the_next_evenly) {
    // 1000 / 400 -> 3 parts of 334 (1002: 0.2 % padding).
    BOOST_TEST(choose_chunk({10, 1000}, 1, 400) == (Extents{1, 334}));
    // The last axis fits whole; 65536 / 100 = 655 rows would fit, 50 exist; the product 5000 is
    // not below 65536 / 16 = 4096, so the structural axis stays at 1.
    BOOST_TEST(choose_chunk({7, 50, 100}, 1, 65536) == (Extents{1, 50, 100}));
    // A small grid: 30 points per structure, 4096 / 30 = 136 structures would fit.
    BOOST_TEST(choose_chunk({8, 30}, 1, 65536) == (Extents{8, 30}));
    BOOST_TEST(choose_chunk({200, 30}, 1, 65536) == (Extents{100, 30}));
    BOOST_TEST(choose_chunk({}, 0, 100) == (Extents{}));
    BOOST_TEST(choose_chunk({5, 1, 3}, 0, 3) == (Extents{1, 1, 3}));
    BOOST_TEST(choose_chunk({65536}, 1, 1) == (Extents{1}));
}

BOOST_AUTO_TEST_CASE(chunks_never_exceed_target_or_shape) {
    for (std::size_t a : {1, 2, 7, 64, 1000})
        for (std::size_t b : {1, 3, 50, 4097})
            for (std::size_t structural : {0, 1, 2}) {
                const auto chunk = choose_chunk({a, b}, structural, 512);
                BOOST_TEST(chunk[0] >= 1u);
                BOOST_TEST(chunk[0] <= a);
                BOOST_TEST(chunk[1] <= b);
                BOOST_TEST(product(chunk) <= 512u);
            }
}

BOOST_AUTO_TEST_CASE(tasks_are_numbered_by_group_and_cut_at_the_edges) {
    Layout layout;
    layout.arrays = {group_of("a", {3, 5}, {2, 2}), group_of("b", {4}, {4})};
    layout.ragged = {{"c", {{numbers("row", 3), {}}}, {value_column()}, {}}};
    const TaskSpace tasks(layout);
    // a: 2 x 3 chunks, b: 1, c: 3 lists.
    BOOST_TEST(tasks.size() == 10u);
    const Task last = tasks.task(5);
    BOOST_TEST(last.group == 0u);
    BOOST_TEST(last.index == 5u);
    BOOST_TEST(tasks.origin(last) == (Extents{2, 4}));
    BOOST_TEST(tasks.extent(last) == (Extents{1, 1}));
    BOOST_TEST(tasks.task(6).group == 1u);
    BOOST_TEST(tasks.is_ragged(tasks.task(7)));
    BOOST_TEST(tasks.number(tasks.task(9)) == 9u);
    BOOST_TEST(!tasks.contains({2, 3}));
    BOOST_TEST(!tasks.contains({3, 0}));
}

BOOST_AUTO_TEST_CASE(a_faulty_layout_is_refused_with_all_its_faults) {
    Layout layout;
    layout.arrays = {group_of("a", {3}, {4}), group_of("a", {3}, {1}),
                     group_of("timing", {1}, {1})};
    layout.arrays[1].axes[0].auxiliary = {numbers("zipped", 2)};
    layout.arrays[1].columns.push_back(value_column());
    layout.arrays[1].columns[0].type = ElementType::i8;
    layout.arrays[1].columns[0].fill = 200;
    const std::string faults = fault_of(layout);
    for (const char* part :
         {"chunk = 4", "declared twice", "timing", "zipped", "used twice", "fill"})
        BOOST_TEST(faults.find(part) != std::string::npos, part << " in\n" << faults);
}

BOOST_AUTO_TEST_CASE(a_manifest_survives_and_identity_ignores_attributes) {
    Manifest manifest{"f", {2, 3}, {}};
    manifest.layout.attributes = {{"a", 1.5}, {"b", std::string("x")}, {"c", std::int64_t{3}}};
    manifest.layout.arrays = {group_of("a", {3, 5}, {2, 2})};
    manifest.layout.arrays[0].columns[0].flags = {{1, "one"}};
    const std::string bytes = packed(manifest);
    const Manifest back = unpacked<Manifest>(bytes);
    BOOST_TEST((back.layout == manifest.layout));
    BOOST_TEST((back.shard == manifest.shard));
    for (std::size_t cut = 0; cut < bytes.size(); ++cut)
        BOOST_CHECK_THROW(unpacked<Manifest>(std::string_view(bytes).substr(0, cut)),
                          std::out_of_range);
    const auto identity = identity_of("f", manifest.layout);
    manifest.layout.attributes.clear();
    BOOST_TEST(identity_of("f", manifest.layout) == identity);
    BOOST_TEST(identity_of("g", manifest.layout) != identity);
    manifest.layout.arrays[0].chunk = {3, 5};
    BOOST_TEST(identity_of("f", manifest.layout) != identity);
}

BOOST_AUTO_TEST_CASE(chunks_of_tasks_start_with_the_expensive_and_shrink) {
    std::vector<PendingTask> pending;
    for (std::uint64_t i = 0; i < 1000; ++i) pending.push_back({i, 0.01f});
    pending.push_back({1000, 5.0f});
    Dispatcher dispatcher({{}, pending, {}});
    const Chunk first = dispatcher.next(2);
    BOOST_TEST(first.tasks == (std::vector<std::uint64_t>{1000}));
    std::size_t given = 1, previous = 1000;
    while (!dispatcher.all_given()) {
        const Chunk chunk = dispatcher.next(2);
        BOOST_TEST(chunk.tasks.size() <= previous);
        BOOST_TEST(chunk.tasks.size() <= 101u);  // 1 s
        previous = chunk.tasks.size();
        given += previous;
        dispatcher.finish(chunk.id, 0.01 * static_cast<double>(previous));
    }
    BOOST_TEST(given == 1001u);
    BOOST_TEST(previous == 1u);
    BOOST_TEST(!dispatcher.all_finished());
    BOOST_TEST(dispatcher.finish(first.id, 5.0) == 5.0);
    BOOST_TEST(dispatcher.all_finished());
}

BOOST_AUTO_TEST_CASE(chunks_have_the_length_that_finished_ones_really_took) {
    std::vector<PendingTask> pending;
    for (std::uint64_t i = 0; i < 400'000; ++i) pending.push_back({i, 0.1f});
    Dispatcher dispatcher({{}, pending, {}});
    BOOST_TEST(dispatcher.next(1).tasks.size() <= 10u);  // 1 s
    std::size_t length = 0;
    for (int i = 0; i < 400; ++i) {
        const Chunk chunk = dispatcher.next(1);
        length = chunk.tasks.size();
        dispatcher.finish(chunk.id, 0.001 * static_cast<double>(length));  // estimated 100 times it
    }
    BOOST_TEST(length > 800u);
    BOOST_TEST(length < 1010u);
}

// Localities 1 (10 s) and 2 (6 s), in chunks of one task: `cost` after the first of each is small,
// `alone` is not.
Dispatcher two_localities() {
    std::vector<PendingTask> pending{{0, 5.0f, 5.0f, 1}, {1, 3.0f, 3.0f, 2}};
    for (std::uint64_t i = 2; i < 7; ++i) {
        pending.push_back({i, 1.0f, 4.0f, 1});
        if (i < 5) pending.push_back({i + 5, 1.0f, 2.5f, 2});
    }
    return Dispatcher({{}, pending, {}});
}

BOOST_AUTO_TEST_CASE(tasks_of_one_locality_stay_with_the_rank_that_began_them) {
    Dispatcher dispatcher = two_localities();
    const auto one = [&](int rank) { return dispatcher.next(2, rank).tasks; };
    using Tasks = std::vector<std::uint64_t>;
    BOOST_TEST(one(0) == Tasks{0});
    BOOST_TEST(one(1) == Tasks{1});
    for (const std::uint64_t i : {7, 8, 9}) BOOST_TEST(one(1) == Tasks{i});
    BOOST_TEST(one(0) == Tasks{2});
    // 4 s are left of locality 1, and rank 1 needs 4 s for the next of them: it helps.
    BOOST_TEST(one(1) == Tasks{3});
    BOOST_TEST(one(0) == Tasks{4});
    // 2 s are left: another rank would need longer than both that have begun.
    BOOST_TEST(one(2) == Tasks{});
    BOOST_TEST(!dispatcher.all_given());
    BOOST_TEST(one(0) == Tasks{5});
    BOOST_TEST(one(1) == Tasks{6});
    BOOST_TEST(dispatcher.all_given());
}

BOOST_AUTO_TEST_CASE(a_rank_begins_as_many_localities_as_it_has_threads) {
    Dispatcher dispatcher = two_localities();
    const auto first = dispatcher.next(2, 0, 2), second = dispatcher.next(2, 0, 2);
    BOOST_TEST(first.tasks == std::vector<std::uint64_t>{0});
    BOOST_TEST(second.tasks == std::vector<std::uint64_t>{1});
    // It goes on where fewer of its chunks are running.
    dispatcher.finish(second.id, 3.0);
    BOOST_TEST(dispatcher.next(2, 0, 2).tasks == std::vector<std::uint64_t>{7});
}

BOOST_AUTO_TEST_CASE(no_rank_has_a_chunk_in_hand_while_threads_of_others_have_none) {
    std::vector<PendingTask> pending;
    for (std::uint64_t i = 0; i < 100; ++i) pending.push_back({i, i < 3 ? 0.5f : 0.01f});
    Dispatcher dispatcher({{}, pending, {}});
    Feeding feeding(2);
    feeding.enlist(0, 1);
    feeding.enlist(1, 1);
    std::uint64_t id = 0;
    const auto next = [&] {
        const auto given = feeding.next(dispatcher);
        if (given) id = given->second.id;
        return given ? given->first : -1;
    };
    BOOST_TEST(next() == 1);  // who came last is first
    BOOST_TEST(next() == 0);
    BOOST_TEST(next() == -1);  // their chunks are long
    feeding.reported(1);
    dispatcher.finish(1, 0.5);
    BOOST_TEST(next() == 1);
    feeding.reported(1);
    dispatcher.finish(id, 0.5);
    BOOST_TEST(next() == 1);
    BOOST_TEST(next() == 1);  // a short one, and another in hand
    BOOST_TEST(next() == -1);
}

BOOST_AUTO_TEST_CASE(tasks_wait_for_the_preparations_they_need) {
    // Tasks 0-3; preparations are tasks 4 and 5.
    Dispatcher dispatcher({{{4, 1.0f}, {5, 2.0f}},
                           {{0, 9.0f}},
                           {{{1, 3.0f}, {0}}, {{2, 4.0f}, {0, 1}}, {{3, 5.0f}, {1}}}});
    BOOST_TEST(dispatcher.total_cost() == 24.0);
    const auto one = [&] { return dispatcher.next(1).tasks; };
    using Tasks = std::vector<std::uint64_t>;
    BOOST_TEST(one() == Tasks{5});
    BOOST_TEST(one() == Tasks{4});
    BOOST_TEST(one() == Tasks{0});
    BOOST_TEST(one() == Tasks{});
    BOOST_TEST(!dispatcher.all_given());
    dispatcher.prepared(0);
    BOOST_TEST(one() == Tasks{1});
    BOOST_TEST(one() == Tasks{});
    dispatcher.prepared(1);
    BOOST_TEST(one() == Tasks{3});
    BOOST_TEST(one() == Tasks{2});
    BOOST_TEST(dispatcher.all_given());
    BOOST_TEST(!dispatcher.all_finished());
}

BOOST_AUTO_TEST_SUITE_END()
