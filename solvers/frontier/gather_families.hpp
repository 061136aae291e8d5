#pragma once
// The families of gather_plans.hpp, one by one, and lists of digits that they share.

#include <functional>

#include "solvers/frontier/gather_plans.hpp"

namespace lightsweep::solvers::frontier {

Node product_of(const std::vector<Node>& digits);

/// All lists of `length` digits of 2..most whose product is at least n and would be less than n
/// with any digit one smaller.
void for_each_digits(Node n, Node most, std::int64_t length,
                     const std::function<void(const std::vector<Node>&)>& use);

void append(std::vector<FrontierPlan>& plans, std::vector<FrontierPlan> more);

/// Far-first levels on a ring, with that many shifts per level (both ways: in each direction).
std::vector<FrontierPlan> ring_plans(Node n, Node peers, bool both_ways);
/// All-gathers that stay on the base.
std::vector<FrontierPlan> static_plans(const FrontierBase& base, double effort);
std::vector<FrontierPlan> leave_once(Node n, Node lanes, double effort);
/// All-gathers on one lane, stretch by stretch in the order of time; of a stretch of l positions
/// that run over `stride` nodes each, l - 1 steps of one hop or fewer of several. The base is the
/// stretch of stride 1: the first one, or the last one for a reduce-scatter, which passes the
/// stretches backwards.
std::vector<FrontierPlan> strides(Node n, bool base_last);
std::vector<FrontierPlan> direct(Node n, Node lanes);
/// Planes in two groups, for every list of digits; x of a step by its growth and the windows known
/// before it. Of plans with equal steps the slower ones are left out.
std::vector<FrontierPlan> alternating(const FrontierBase& base, bool backwards, bool whole);
/// Some lanes are set up while the others send on the base, breadth first before and after; on the
/// base, a reduce-scatter (`backwards`) has its first steps, an all-gather too.
std::vector<FrontierPlan> mixed_gathers(const FrontierBase& base, bool backwards, double effort);
/// All-reduces of that kind: the reduce-scatter, then an all-gather on the mixed topology.
std::vector<FrontierPlan> mixed_all_reduces(const FrontierBase& base, double effort);
/// All-reduces that are no pair of a reduce-scatter and an all-gather.
std::vector<FrontierPlan> whole_vectors(const FrontierBase& base);
std::vector<FrontierPlan> hybrids(const FrontierBase& base);

}  // namespace lightsweep::solvers::frontier
