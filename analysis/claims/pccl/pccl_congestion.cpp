// Claims 8 and 10: figure 1, and what Swing congests.
#include <algorithm>
#include <cmath>

#include "analysis/claims/pccl/pccl_points.hpp"
#include "analysis/claims/pccl/pccl_swing.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_congestion {

using namespace pccl_points;

namespace {

/// Figure 1 under one reading of the links and of "32 MB".
struct FigureOne {
    const char* links;
    double message;
    double alltoall, all_reduce;  ///< by the reference, 0: none
};

/// A bucket over PCCL's all-reduce on the 3D torus of 64.
double bucket_over_pccl(const FigureData& data, Point point, const char* bucket) {
    point.collective = bucket;
    const double fixed = value_at(data, point, "static");
    point.collective = "allreduce/halving-doubling-far";
    return fixed / value_at(data, point, "pccl");
}

}  // namespace

Judgement figure_1(const FigureData& data) {
    constexpr FigureOne readings[] = {{"full", 32 * mb, 0, 0},
                                      {"full", 33554432, 1.36, 0},
                                      {"split", 32 * mb, 7.45, 0},
                                      {"split", 33554432, 7.51, .844}};
    Judgement result;
    bool both = false;
    for (const auto& reading : readings) {
        const Point point{"torus3d", reading.message, 5 * us, dex, 64, reading.links};
        const double exchange = over_pccl(data, point),
                     one = bucket_over_pccl(data, point, "allreduce/bucket-3d"),
                     all = bucket_over_pccl(data, point, "allreduce/bucket-multiport(4x4x4)");
        const std::string place = std::string(reading.links) + " links, " + describe(point);
        result.add(place, "all-to-all", exchange, factor, if_given(reading.alltoall, .01));
        result.add(place, "all-reduce, one port", one, factor);
        result.add(place, "all-reduce, six ports", all, factor, if_given(reading.all_reduce, .001));
        const bool is_fast = nearness(exchange, 7.5, .1) != Verdict::not_reproduced;
        both = both || (is_fast && std::abs(all - 1) <= .2);
    }
    result.verdict = verdict_if(both);
    return result;
}

Judgement congestion_of_swing(const FigureData& data) {
    constexpr double paper[] = {19, 3};  // of 2D and 3D tori, in percent
    constexpr double near_limit = 4096;  // nodes from which shares hardly grow
    Judgement result;
    bool by_links = true, by_hops = true;
    for (const int dimensions : {2, 3}) {
        const auto tori = pccl_swing::tori(data, dimensions);
        if (tori.empty() || tori.back().nodes < near_limit) return {};
        const auto is_paper = [&](double share) {
            return nearness(100 * share, paper[dimensions - 2], 1) == Verdict::reproduced;
        };
        by_links = by_links && is_paper(tori.back().by_links);
        by_hops = by_hops && is_paper(tori.back().by_hops);
        for (const auto& one : tori) pccl_swing::describe(one, result);
    }
    result.verdict = verdict_if(by_links, by_hops);
    return result;
}

}  // namespace lightsweep::analysis::pccl_congestion
