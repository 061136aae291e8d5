// Claims 6 to 10: what sharing links costs on fixed topologies, and the all-to-alls.
#include <algorithm>
#include <cmath>

#include "analysis/claims/pccl/pccl_points.hpp"
#include "analysis/claims/pccl/pccl_swing.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_congestion {

using namespace pccl_points;

namespace {

const Point figure_10a{"ring", 32 * mb, 5 * us, dex};

/// Adds the factors by which the five topologies lengthen the transmission of a schedule; returns
/// how many are 2 to 4 when rounded.
std::size_t add_factors(const FigureData& data, Point point, const double (&references)[5],
                        double first_unit, Judgement& result) {
    std::size_t within = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const double found = congestion_factor(data, point);
        within += std::round(found) >= 2 && std::round(found) <= 4;
        result.add(title_of(point.collective), topologies[i].title, found, factor,
                   if_given(references[i], i == 0 ? first_unit : .01));
    }
    return within;
}

/// Quotients of figure 10a on the five topologies by the reference, and the units of their digits.
constexpr double quotients_10a[] = {16.3, 2.83, 1.67, 2.83, 1.67},
                 units_10a[] = {.1, .01, .01, .01, .01};

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

Judgement most_over_everything(const FigureData& data) {
    Judgement result;
    double most = 0, on_torus = 0;
    Point point = figure_10a;
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const double ratio = over_pccl(data, point);
        most = std::max(most, ratio);
        if (point.topology == "torus2d") on_torus = ratio;
        result.add("all-to-all, 32 MB", topologies[i].title, ratio, factor,
                   rounded(quotients_10a[i], units_10a[i]));
    }
    point.topology = "torus2d";
    result.add("all-to-all, limit", "2D torus", congestion_factor(data, point), factor,
               rounded(22.0 / 7, 1e-6));
    result.verdict = chosen(most, on_torus, 3);
    return result;
}

Judgement slow_fixed_topologies(const FigureData& data) {
    Judgement result;
    const auto of_rhd = add_factors(data, {"ring", 256 * mb, 5 * us}, {43, 3.31, 1.74, 3.31, 1.74},
                                    1, result),
               of_dex = add_factors(data, figure_10a, {0, 3.14, 1.86, 3.14, 1.86}, .01, result);
    result.verdict = verdict_of(of_rhd + of_dex, 10);
    return result;
}

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

Judgement beats_direct_exchange(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    Point point = figure_10a;
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const double ratio = over_pccl(data, point);
        if (ratio <= 1) result.verdict = Verdict::not_reproduced;
        result.add("DEX over PCCL", topologies[i].title, ratio, factor,
                   rounded(quotients_10a[i], units_10a[i]));
        result.add("reconfigurations", topologies[i].title,
                   value_at(data, point, "pccl", "n_reconfigurations"), plain, rounded(6, 1));
    }
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
