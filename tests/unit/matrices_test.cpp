// Uneven all-to-alls: decompositions move every byte, planes keep their clocks, and no plan beats
// its bound.
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "kernels/matrices/matchings.hpp"
#include "solvers/matrices/decompositions.hpp"
#include "solvers/matrices/matrix_program.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(uneven_all_to_all)

using namespace solvers::matrices;
using kernels::InitialPlanes;

std::string text_of(const ByteMatrix& matrix, const PlaneSet& planes) {
    std::string text = std::to_string(planes.count) + " planes, L " +
                       std::to_string(planes.latency) + ", D " + std::to_string(planes.delay);
    for (Node i = 0; i < matrix.n; ++i) {
        text += "\n";
        for (Node j = 0; j < matrix.n; ++j) text += std::to_string(matrix.at(i, j)) + " ";
    }
    return text;
}

/// Zero lines, few entries, equal entries and two nodes are among them.
ByteMatrix random_matrix(std::mt19937_64& random) {
    ByteMatrix matrix(static_cast<Node>(2 + random() % 7));
    const auto kept = 1 + random() % 4;
    const auto largest = random() % 3 == 0 ? 1 : 1 + random() % 40;
    const auto empty = static_cast<Node>(random() % 12);
    for (Node i = 0; i < matrix.n; ++i)
        for (Node j = 0; j < matrix.n; ++j)
            if (i != j && i != empty && random() % 4 < kept)
                matrix.at(i, j) = static_cast<std::int64_t>(1 + random() % largest);
    return matrix;
}

PlaneSet random_planes(std::mt19937_64& random) {
    const InitialPlanes starts[] = {InitialPlanes::free, InitialPlanes::free, InitialPlanes::cold,
                                    InitialPlanes::first};
    return {static_cast<int>(1 + random() % 4), 0.5, 0.25 * static_cast<double>(random() % 3),
            static_cast<double>(random() % 8), starts[random() % 4]};
}

/// What slices serve: per pair the sum of the durations that show it.
ByteMatrix served(const Slices& slices, Node n, double rounding = 0) {
    ByteMatrix sum(n);
    std::vector<double> exact(sum.bytes.size());
    for (const auto& slice : slices) {
        std::vector<bool> taken(static_cast<std::size_t>(n), false);
        for (Node i = 0; i < n; ++i) {
            if (slice.to[i] < 0) continue;
            BOOST_TEST_REQUIRE(!taken[slice.to[i]]);
            taken[slice.to[i]] = true;
            exact[sum.place(i, slice.to[i])] += slice.bytes;
        }
    }
    for (std::size_t i = 0; i < exact.size(); ++i)
        sum.bytes[i] = static_cast<std::int64_t>(exact[i] + rounding);
    return sum;
}

void serves(const Slices& slices, const ByteMatrix& matrix) {
    const auto sum = served(slices, matrix.n);
    for (std::size_t i = 0; i < sum.bytes.size(); ++i)
        BOOST_TEST_REQUIRE(sum.bytes[i] >= matrix.bytes[i]);
}

/// Turns of one plane in order, each after its change; all slices are sent for as long as they are.
void keeps_clocks(const MatrixPlan& plan, const Slices& slices, const PlaneSet& planes) {
    std::map<int, double> ends;
    std::vector<double> sent(slices.size(), 0);
    double last = 0;
    for (const auto& turn : plan.turns) {
        const bool first = !ends.contains(turn.plane);
        BOOST_TEST_REQUIRE(turn.changes == (!first || !planes.holds(turn.slice)));
        const double begin = ends[turn.plane] + (turn.changes ? planes.delay : 0);
        BOOST_TEST_REQUIRE(turn.start >= begin - 1e-9);
        sent[turn.slice] += (turn.end - turn.start - planes.latency) / planes.byte_time;
        ends[turn.plane] = turn.end;
        last = std::max(last, turn.end);
    }
    BOOST_TEST_REQUIRE(std::abs(last - plan.value) < 1e-9);
    for (std::size_t i = 0; i < slices.size(); ++i)
        BOOST_TEST_REQUIRE(std::abs(sent[i] - slices[i].bytes) < 1e-6);
}

BOOST_AUTO_TEST_CASE(exact_decompositions_reproduce_their_matrix) {
    std::mt19937_64 random(1);
    for (int draw = 0; draw < 300; ++draw) {
        const auto matrix = random_matrix(random);
        const auto full = stuffed(matrix);
        for (const auto& line : kernels::lines_of(full))
            BOOST_TEST_REQUIRE(line.sum == kernels::busiest_line(matrix));
        BOOST_TEST_REQUIRE((served(birkhoff_slices(matrix), matrix.n).bytes == full.bytes));
        BOOST_TEST_REQUIRE((served(solstice_slices(matrix), matrix.n).bytes == full.bytes));
        const auto cover = cover_slices(matrix);
        BOOST_TEST_REQUIRE(cover.size() == static_cast<std::size_t>(kernels::fullest_line(matrix)));
        serves(cover, matrix);
    }
}

/// Beyond exhaustive_nodes every matching of a cover starts with the prices of the last one.
BOOST_AUTO_TEST_CASE(covers_of_large_matrices) {
    std::mt19937_64 random(7);
    for (int draw = 0; draw < 40; ++draw) {
        ByteMatrix matrix(static_cast<Node>(17 + random() % 30));
        const auto kept = 1 + random() % 4;
        for (Node i = 0; i < matrix.n; ++i)
            for (Node j = 0; j < matrix.n; ++j)
                if (i != j && random() % 4 < kept)
                    matrix.at(i, j) = static_cast<std::int64_t>(1 + random() % 1000);
        const auto cover = cover_slices(matrix);
        BOOST_TEST_REQUIRE(cover.size() == static_cast<std::size_t>(kernels::fullest_line(matrix)));
        serves(cover, matrix);
        const auto found = eclipse_slices(matrix, 50);
        serves(found.slices, matrix);
    }
}

BOOST_AUTO_TEST_CASE(no_plan_beats_its_bound) {
    std::mt19937_64 random(2);
    for (int draw = 0; draw < 2000; ++draw) {
        const auto matrix = random_matrix(random);
        const auto planes = random_planes(random);
        BOOST_TEST_CONTEXT(text_of(matrix, planes)) {
            const double bound = bounds_of(matrix, planes).single_hop();
            std::vector<Slices> lists{merged(birkhoff_slices(matrix)), solstice_slices(matrix),
                                      cover_slices(matrix)};
            const double delta = (planes.delay + planes.latency) / planes.byte_time;
            lists.push_back(eclipse_slices(matrix, delta).slices);
            for (auto& choice : prefixes_and_covers(matrix))
                lists.push_back(std::move(choice.slices));
            for (const auto& slices : lists) {
                serves(slices, matrix);
                for (const auto& plan :
                     {share_by_list(slices, planes), share_together(slices, planes)}) {
                    keeps_clocks(plan, slices, planes);
                    BOOST_TEST_REQUIRE(plan.value >= bound * (1 - 1e-12));
                }
            }
            const auto shifts = shift_slices(matrix);
            serves(shifts, matrix);
            const auto in_turn = share_in_turn(shifts, planes);
            keeps_clocks(in_turn, shifts, planes);
            BOOST_TEST_REQUIRE(in_turn.value >= bound * (1 - 1e-12));
            BOOST_TEST_REQUIRE(share_two_passes(matrix, planes).value >=
                               bounds_of(matrix, planes).volume * (1 - 1e-12));
        }
    }
}

/// Bounds do not see which side sends; a relabelling of bytes and times scales them.
BOOST_AUTO_TEST_CASE(bounds_are_symmetric) {
    std::mt19937_64 random(3);
    for (int draw = 0; draw < 200; ++draw) {
        const auto matrix = random_matrix(random);
        const auto planes = random_planes(random);
        ByteMatrix turned(matrix.n);
        for (Node i = 0; i < matrix.n; ++i)
            for (Node j = 0; j < matrix.n; ++j) turned.at(j, i) = matrix.at(i, j);
        const auto one = bounds_of(matrix, planes), other = bounds_of(turned, planes);
        BOOST_TEST(one.single_hop() == other.single_hop());
        BOOST_TEST(one.standing == other.standing);
    }
}

/// The program's time, by its plan; that of the known plan where none is faster.
double least_time(const ByteMatrix& matrix, const PlaneSet& planes, double known) {
    const auto found = solve_matrix_program(matrix, planes, known, 20000);
    BOOST_TEST(found.proven);
    if (found.slices.empty()) return known;
    const auto plan = share_as_said(found.slices, found.on, planes);
    keeps_clocks(plan, found.slices, planes);
    const auto sum = served(found.slices, matrix.n, 1e-6);
    for (std::size_t i = 0; i < sum.bytes.size(); ++i)
        BOOST_TEST_REQUIRE(sum.bytes[i] >= matrix.bytes[i]);
    BOOST_TEST(std::abs(plan.value - found.bound) <= 1e-6 * known);
    BOOST_TEST(plan.value < known);
    return plan.value;
}

/// The program is the least, and the same for the transposed matrix.
BOOST_AUTO_TEST_CASE(program_is_the_least) {
    std::mt19937_64 random(4);
    for (int draw = 0; draw < 25; ++draw) {
        ByteMatrix matrix(3), turned(3);
        for (Node i = 0; i < 3; ++i)
            for (Node j = 0; j < 3; ++j)
                if (i != j)
                    matrix.at(i, j) = turned.at(j, i) = static_cast<std::int64_t>(random() % 9);
        const PlaneSet planes{static_cast<int>(1 + random() % 2), 1, 0.5,
                              static_cast<double>(1 + random() % 4)};
        BOOST_TEST_CONTEXT(text_of(matrix, planes)) {
            double known = share_by_list(solstice_slices(matrix), planes).value;
            for (const auto& choice : prefixes_and_covers(matrix))
                known = std::min(known, share_by_list(choice.slices, planes).value);
            // A worse start does not change the answer.
            const auto other = share_in_turn(shift_slices(turned), planes).value;
            const double least = least_time(matrix, planes, known);
            BOOST_TEST(least >= bounds_of(matrix, planes).single_hop() * (1 - 1e-6));
            BOOST_TEST(std::abs(least_time(turned, planes, other) - least) <= 5e-6 * least);
        }
    }
}

/// All permutations of up to six rows.
BOOST_AUTO_TEST_CASE(heaviest_matchings) {
    std::mt19937_64 random(5);
    for (int draw = 0; draw < 300; ++draw) {
        const auto n = static_cast<Node>(1 + random() % 6);
        std::vector<std::int64_t> weights(static_cast<std::size_t>(n * n));
        for (auto& weight : weights) weight = static_cast<std::int64_t>(random() % 12);
        std::vector<std::int32_t> small, prices;
        for (const auto weight : weights)
            small.push_back(static_cast<std::int32_t>(weight) * (kernels::auction_scale / 12));
        const auto sum = [&](const std::vector<Node>& to) {
            std::int64_t all = 0;
            for (Node i = 0; i < n; ++i) all += weights[static_cast<std::size_t>(i * n + to[i])];
            return all;
        };
        std::vector<Node> order(static_cast<std::size_t>(n));
        for (Node i = 0; i < n; ++i) order[i] = i;
        std::int64_t most = 0;
        do most = std::max(most, sum(order));
        while (std::ranges::next_permutation(order).found);
        // Without prices, then with those of other weights.
        std::vector<std::int64_t> paid;
        for (int time = 0; time < 3; ++time)
            BOOST_TEST_REQUIRE(sum(kernels::heaviest_matching(n, weights, paid)) == most);
        for (auto& price : paid) price += static_cast<std::int64_t>(random() % 25) - 12;
        BOOST_TEST_REQUIRE(sum(kernels::heaviest_matching(n, weights, paid)) == most);
        const auto auctioned = sum(kernels::auctioned_matching(n, small, prices));
        BOOST_TEST_REQUIRE(static_cast<double>(auctioned) >=
                           static_cast<double>(most) - n * 12.0 / 64 - 1e-9);
    }
}

/// A directed ring has one route: the busiest link carries all pairs across it.
BOOST_AUTO_TEST_CASE(flow_on_a_directed_ring) {
    std::mt19937_64 random(6);
    for (int draw = 0; draw < 50; ++draw) {
        const auto matrix = random_matrix(random);
        std::vector<double> load(static_cast<std::size_t>(matrix.n), 0);
        for (Node i = 0; i < matrix.n; ++i)
            for (Node j = 0; j < matrix.n; ++j)
                for (Node at = i; at != j; at = (at + 1) % matrix.n)
                    load[at] += static_cast<double>(matrix.at(i, j));
        const auto flow = flow_of(matrix, kernels::Topology::ring_uni(matrix.n));
        BOOST_TEST(std::abs(flow.load - std::ranges::max(load)) <= 1e-7 * std::ranges::max(load));
        BOOST_TEST(flow.bound <= flow.load * (1 + 1e-9));
        BOOST_TEST(flow.bound >= flow.load * (1 - 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(bad_matrices) {
    const auto fault = [](std::string_view text, Node n) -> std::string {
        try {
            kernels::read_matrix(text, n);
            return "";
        } catch (const std::invalid_argument& why) {
            return why.what();
        }
    };
    BOOST_TEST(fault("0,1\n2,0\n", 2) == "");
    BOOST_TEST(fault("# a row of zeros\n0,0\n\n2,0", 2) == "");
    BOOST_TEST(fault("0,1\n2,0\n3,0\n", 2).starts_with("line 3: there are more rows than nodes"));
    BOOST_TEST(fault("0,1\n", 2).starts_with("line 1: there are 1 rows"));
    BOOST_TEST(fault("0,1\n2\n", 2).starts_with("line 2: has 1 numbers"));
    BOOST_TEST(fault("0,-1\n2,0", 2).starts_with("line 1: -1 is negative"));
    BOOST_TEST(fault("0,x\n2,0", 2).starts_with("line 1: x is no number"));
    BOOST_TEST(fault("0,1e300\n2,0", 2).find("more than 2^53") != std::string::npos);
    BOOST_TEST(fault("0,nan\n2,0", 2) != "");
    BOOST_TEST(kernels::read_matrix("5,1.5\n2,0", 2).had_diagonal);
    BOOST_TEST(kernels::read_matrix("5,1.5\n2,0", 2).matrix.at(0, 1) == 2);
    BOOST_TEST(kernels::read_matrix("5,1.5\n2,0", 2).matrix.at(0, 0) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
