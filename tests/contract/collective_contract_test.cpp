// Every row of the collective table keeps its promise on every small n that it accepts.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/bruck.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/free_orders.hpp"
#include "kernels/collectives/transmitters.hpp"

namespace lightsweep::kernels {
namespace {

BOOST_AUTO_TEST_SUITE(collectives)

BOOST_AUTO_TEST_CASE(blocks_arrive_where_they_should) {
    for (const auto& row : collective_table())
        for (const Order order : {Order::near, Order::far})
            for (Node n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 25, 32}) {
                if (refuse_nodes(row, n)) continue;
                const auto collective = build_collective(row.name, n, order);
                BOOST_TEST(static_cast<std::int64_t>(collective.steps.size()) == row.n_steps(n),
                           row.name << " n = " << n);
                const auto fault = broken_promise(collective);
                BOOST_TEST(!fault, row.name << " n = " << n << ": " << fault.value_or(""));
            }
}

BOOST_AUTO_TEST_CASE(ported_collectives_keep_their_promises) {
    for (const auto& row : collective_table()) {
        if (!row.build_ported) continue;
        for (Node n : {2, 3, 4, 5, 8, 9, 12})
            for (Node ports = 1; ports < n; ++ports) {
                const auto c = build_collective(row.name, n, Order::near, ports);
                const auto where = std::string(row.name) + " n = " + std::to_string(n) +
                                   " ports = " + std::to_string(ports);
                BOOST_TEST(
                    static_cast<std::int64_t>(c.steps.size()) == count_steps(row.name, n, ports),
                    where);
                const auto fault = broken_promise(c);
                BOOST_TEST(!fault, where << ": " << fault.value_or(""));
                std::size_t most = 0;
                for (const auto& step : c.steps) most = std::max(most, step.demand().size());
                BOOST_TEST(most == static_cast<std::size_t>(ports), where);
            }
        BOOST_TEST(refuse_ports(row.name, 8, 8).value() ==
                   std::string(row.name) +
                       " on 8 nodes has 1 to 7 ports: a node has no more peers");
        BOOST_CHECK_THROW(build_collective(row.name, 8, Order::near, 0), std::invalid_argument);
        BOOST_CHECK_THROW(build_collective(row.name, 8, Order::near, 8), std::invalid_argument);
    }
    BOOST_TEST(!refuse_ports("allreduce/swing", 8, 9));
    BOOST_TEST(refuse_ports("allreduce/swing+alltoall/shift", 8, 9).has_value());
}

BOOST_AUTO_TEST_CASE(an_all_to_all_may_take_its_places_in_falling_order) {
    for (Node n : {2, 3, 5, 8, 9, 12, 17, 27})
        for (Node ports = 1; ports < n; ++ports) {
            const auto near = bruck_all_to_all(n, ports),
                       far = bruck_all_to_all(n, ports, Order::far);
            const auto fault = broken_promise(far);
            BOOST_TEST(!fault, "n = " << n << " ports = " << ports << ": " << fault.value_or(""));
            BOOST_TEST_REQUIRE(near.steps.size() == far.steps.size());
            for (std::size_t k = 0; k < near.steps.size(); ++k)
                BOOST_TEST(near.steps[k].sends_like(far.steps[near.steps.size() - 1 - k]));
        }
}

/// Every node j renamed n - j: what with_mirrored_halves sends the other way round.
Collective mirror_image(const Collective& c) {
    Collective image = c;
    for (auto& step : image.steps) step.peer = mirror_image(step.peer);
    const auto mirrored = [&c](std::int64_t block) {
        if (c.primitive != Primitive::all_to_all) return std::int64_t{modulo(-block, c.n)};
        return std::int64_t{modulo(-(block / c.n), c.n)} * c.n + modulo(-(block % c.n), c.n);
    };
    image.blocks = [c, mirrored](std::size_t k, Node sender) {
        auto transfer = c.blocks(k, modulo(-std::int64_t{sender}, c.n));
        for (auto& block : transfer.blocks) block = mirrored(block);
        return transfer;
    };
    return image;
}

BOOST_AUTO_TEST_CASE(mirror_images_keep_their_promises) {
    for (const auto& row : collective_table()) {
        if (!can_be_mirrored(row.name)) continue;
        for (Node n : {2, 3, 5, 8, 12, 16}) {
            if (refuse_nodes(row, n)) continue;
            const auto whole = build_collective(row.name, n, Order::near);
            const auto fault = broken_promise(mirror_image(whole));
            BOOST_TEST(!fault, row.name << " n = " << n << ": " << fault.value_or(""));
            const auto half = with_mirrored_halves(whole);
            BOOST_TEST(half.mirrored);
            for (std::size_t k = 0; k < whole.steps.size(); ++k)
                BOOST_TEST(half.steps[k].share * 2 == whole.steps[k].share);
        }
    }
    BOOST_CHECK_THROW(with_mirrored_halves(build_collective("allreduce/swing", 8)),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_broken_union_is_caught) {
    auto missing = build_collective("alltoall/shift", 7, Order::near, 3);
    missing.steps[1].other_peers.pop_back();
    BOOST_TEST(broken_promise(missing).has_value());
    auto exchanged = build_collective("alltoall/shift", 7, Order::near, 3);
    std::swap(exchanged.steps[0].other_peers[0], exchanged.steps[0].other_peers[1]);
    BOOST_TEST(broken_promise(exchanged).has_value());
    auto one_way = build_collective("allgather/ring-bidirectional", 5);
    one_way.steps[1].other_peers[0] = Permutation::shift(5, 1);
    BOOST_TEST(broken_promise(one_way).has_value());
    auto whole = build_collective("reduce-scatter/ring-bidirectional", 5);
    whole.steps[0].share *= 2;
    BOOST_TEST(broken_promise(whole).has_value());
}

BOOST_AUTO_TEST_CASE(a_broken_algorithm_is_caught) {
    auto wrong_order = build_collective("allgather/halving-doubling", 8);
    std::swap(wrong_order.steps[0], wrong_order.steps[1]);
    BOOST_TEST(broken_promise(wrong_order).has_value());
    auto twice = build_collective("reduce-scatter/halving-doubling", 8);
    twice.steps[1] = twice.steps[0];
    BOOST_TEST(broken_promise(twice).has_value());
    auto too_short = build_collective("alltoall/shift", 5);
    too_short.steps.pop_back();
    BOOST_TEST(broken_promise(too_short).has_value());
    auto too_heavy = build_collective("alltoall/shift", 5);
    too_heavy.steps[2].share *= 2;
    BOOST_TEST(broken_promise(too_heavy).has_value());
}

BOOST_AUTO_TEST_CASE(sequences_keep_the_promises_of_their_parts) {
    const std::string name = "allreduce/halving-doubling-far+alltoall/shift+allgather/bruck";
    for (Node n : {1, 2, 8, 16}) {
        const auto c = build_collective(name, n, Order::near);
        BOOST_TEST(c.name() == name);
        BOOST_TEST(c.parts.size() == 3u);
        BOOST_TEST(static_cast<std::int64_t>(c.steps.size()) == count_steps(name, n));
        const auto fault = broken_promise(c);
        BOOST_TEST(!fault, "n = " << n << ": " << fault.value_or(""));
    }
    double sum = 0;
    for (const auto& step : build_collective(name, 16).steps) sum += step.share;
    BOOST_TEST(sum == (2 + 1 + 1) * (1 - 1.0 / 16));  // each with the whole message
    BOOST_TEST(refuse_nodes(name, 12).value() == "allreduce/halving-doubling needs a power of two");
    BOOST_CHECK_THROW(build_collective(name, 12), std::invalid_argument);
    BOOST_CHECK_THROW(build_collective("alltoall/shift+", 4), std::invalid_argument);
    BOOST_CHECK_THROW(sequence({}), std::invalid_argument);
    BOOST_CHECK_THROW(
        sequence({build_collective("alltoall/shift", 4), build_collective("alltoall/shift", 5)}),
        std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_broken_sequence_is_caught) {
    const auto whole = build_collective("allreduce/ring+alltoall/shift", 5);
    auto exchanged = whole;
    std::swap(exchanged.steps[7], exchanged.steps[9]);
    BOOST_TEST(broken_promise(exchanged).value() == "step 7 is not that of allreduce/ring");
    auto too_long = whole;
    too_long.steps.push_back(too_long.steps.back());
    BOOST_TEST(broken_promise(too_long).value() == "step 12 belongs to no part");
    auto broken = whole;
    broken.parts[1].steps.pop_back();
    BOOST_TEST(broken_promise(broken)->starts_with("alltoall/shift: "));
}

/// Bytes of a node over the message, and, on `lanes` lanes shared as evenly as can be, the sum over
/// the steps of the slowest peer's bytes at the rate of its lanes.
struct Volume {
    double sent = 0, on_lanes = 0;
};
Volume volume_of(const Collective& c, std::size_t lanes) {
    Volume sum;
    for (const auto& step : c.steps) {
        const std::size_t peers = step.demand().size();
        sum.sent += step.share * static_cast<double>(peers);
        sum.on_lanes +=
            step.share * static_cast<double>(lanes) / static_cast<double>(lanes / peers);
    }
    return sum;
}

BOOST_AUTO_TEST_CASE(both_ways_round_in_half_the_steps) {
    for (const Node n : {2, 3, 8, 15, 16, 64})
        for (const std::string name : {"reduce-scatter", "allgather", "allreduce"}) {
            const auto c = build_collective(name + "/ring-bidirectional", n);
            const int passes = name == "allreduce" ? 2 : 1;
            BOOST_TEST(static_cast<Node>(c.steps.size()) == passes * (n / 2));
            BOOST_TEST(std::abs(volume_of(c, 2).sent - passes * (1 - 1.0 / n)) < 1e-12,
                       name << " n = " << n);
            for (const auto& step : c.steps) {
                BOOST_TEST((step.peer == Permutation::shift(n, 1)));
                BOOST_TEST((step.other_peers == std::vector{Permutation::shift(n, -1)}));
            }
        }
    // The antipode's block: first of the way back, last of the way there.
    const auto scatter = build_collective("reduce-scatter/ring-bidirectional", 8).steps;
    BOOST_TEST(scatter.front().share == 1.0 / 16);
    BOOST_TEST(scatter.back().share == 1.0 / 8);
    BOOST_TEST(build_collective("allgather/ring-bidirectional", 8).steps.back().share == 1.0 / 16);
}

BOOST_AUTO_TEST_CASE(four_buckets_fill_a_square_torus) {
    for (const Node side : {3, 4, 5, 6}) {
        const Node n = side * side;
        for (const std::string name : {"reduce-scatter", "allgather", "allreduce"}) {
            const auto c = build_collective(name + "/bucket-multiport", n);
            const auto fault = broken_promise(c);
            BOOST_TEST(!fault, c.name() << " n = " << n << ": " << fault.value_or(""));
            const int passes = name == "allreduce" ? 2 : 1;
            BOOST_TEST(static_cast<Node>(c.steps.size()) == passes * 2 * (side - 1));
            const auto volume = volume_of(c, 4);
            BOOST_TEST(std::abs(volume.sent - passes * (1 - 1.0 / n)) < 1e-12);
            BOOST_TEST(std::abs(volume.on_lanes - volume.sent) < 1e-12);
            for (const auto& step : c.steps) BOOST_TEST(step.sends_like(c.steps[0]));
        }
    }
    const auto one = build_collective("allgather/bucket-multiport", 16).steps[0];
    const std::vector<std::pair<Node, Node>> moves{{1, 0}, {3, 0}, {0, 1}, {0, 3}};
    for (std::size_t peer = 0; peer < moves.size(); ++peer)
        for (Node node = 0; node < 16; ++node)
            BOOST_TEST(one.demand()[peer](node) ==
                       (node / 4 + moves[peer].first) % 4 * 4 + (node + moves[peer].second) % 4);
    for (const Node n : {2, 4, 8, 12, 15})
        BOOST_TEST(refuse_nodes("allreduce/bucket-multiport", n).value() ==
                   "allreduce/bucket-multiport needs a square of 3 or more as the number of nodes");
    BOOST_TEST(!refuse_nodes("allreduce/bucket-multiport", 1));
    BOOST_CHECK_THROW(build_collective("allgather/bucket-multiport", 4), std::invalid_argument);
    auto wrong_way = build_collective("allreduce/bucket-multiport", 9);
    std::swap(wrong_way.steps[2].other_peers[0], wrong_way.steps[2].other_peers[1]);
    BOOST_TEST(broken_promise(wrong_way).has_value());
}

BOOST_AUTO_TEST_CASE(a_radix_in_the_name_is_near_bruck_on_its_ports) {
    for (const std::string name : {"reduce-scatter", "allgather", "allreduce", "alltoall"})
        for (const auto& [suffix, radix] : {std::pair{"/bruck-radix3", 3}, {"/bruck-radix5", 5}})
            for (const Node n : {1, 2, 3, 5, 6, 9, 25, 27, 64}) {
                const auto c = build_collective(name + suffix, n, Order::far, n == 1 ? 1 : n - 1);
                const auto same = build_collective(name + "/bruck", n, Order::near,
                                                   std::max(1, std::min(radix, n) - 1));
                BOOST_TEST_REQUIRE(c.steps.size() == same.steps.size());
                int reached = 1;
                std::size_t steps = 0;
                for (; reached < n; reached *= radix) ++steps;
                BOOST_TEST(c.steps.size() == (name == "allreduce" ? 2 * steps : steps));
                for (std::size_t k = 0; k < c.steps.size(); ++k) {
                    BOOST_TEST(c.steps[k].sends_like(same.steps[k]));
                    BOOST_TEST(c.steps[k].share == same.steps[k].share);
                }
            }
    const auto five = build_collective("allreduce/bruck-radix5", 64);
    BOOST_TEST(five.steps.size() == 6u);
    BOOST_TEST(five.steps[2].demand().size() == 2u);  // strides 25 and 50 alone
    BOOST_TEST(volume_of(five, 4).on_lanes == 2.0625);
    const auto three = build_collective("alltoall/bruck-radix3", 27);
    BOOST_TEST(three.steps.size() == 3u);
    BOOST_TEST(std::abs(volume_of(three, 2).on_lanes - 2) < 1e-12);
    BOOST_TEST(!find_collective("alltoall/bruck-radix3-near").row);
    BOOST_TEST(!can_be_mirrored("alltoall/bruck-radix3"));
}

BOOST_AUTO_TEST_CASE(any_stands_for_every_algorithm) {
    for (const std::string primitive : {"reduce-scatter", "allgather", "allreduce", "alltoall"}) {
        const auto names = concrete_names(primitive + "/any");
        for (const auto& row : collective_table())
            // Trees have a number of chunks, and all-port Swings have sizes, that no choice knows.
            if (row.name.starts_with(primitive + "/") && !row.build_chunked &&
                !row.name.ends_with("swing-multiport"))
                BOOST_TEST(
                    std::ranges::any_of(
                        names, [&](const std::string& name) { return name.starts_with(row.name); }),
                    row.name);
    }
}

BOOST_AUTO_TEST_CASE(bandwidth_optimal_volumes) {
    // 2 m (1 - 1/n) for an all-reduce, m (1 - 1/n) for a direct all-to-all.
    for (const char* name :
         {"allreduce/ring", "allreduce/ring-bidirectional", "allreduce/halving-doubling",
          "allreduce/swing", "allreduce/bruck", "allreduce/bucket-multiport"}) {
        double sum = 0;
        for (const auto& step : build_collective(name, 64).steps)
            sum += step.share * static_cast<double>(step.demand().size());
        BOOST_TEST(sum == 2 * (1 - 1.0 / 64), name);
    }
    double sum = 0;
    for (const auto& step : build_collective("alltoall/shift", 64).steps) sum += step.share;
    BOOST_TEST(sum == 1 - 1.0 / 64);
}

BOOST_AUTO_TEST_CASE(refusals_say_why) {
    const auto& swing = *find_collective("allreduce/swing").row;
    BOOST_TEST(refuse_nodes(swing, 12).value() == "allreduce/swing needs a power of two");
    BOOST_TEST(!refuse_nodes(swing, 1));
    BOOST_TEST(refuse_nodes(swing, 0).has_value());
    BOOST_TEST(find_collective("allreduce/halving-doubling-far").pinned.has_value());
    BOOST_TEST(!find_collective("allreduce/ring-far").row);
    BOOST_TEST(!find_collective("allreduce").row);
}

BOOST_AUTO_TEST_CASE(large_symbolic_collectives_are_small) {
    const auto c = build_collective("alltoall/shift", 65536);
    BOOST_TEST(c.steps.size() == 65535u);
    BOOST_TEST(c.steps.size() * sizeof(Step) < std::size_t{8} << 20);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::kernels
