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
/// how many are 2 to 4 when rounded, or nothing if one is not in the file.
std::optional<std::size_t> add_factors(const FigureData& data, Point point,
                                       const double (&references)[5], const double (&units)[5],
                                       Judgement& result) {
    std::size_t within = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const auto found = congestion_factor(data, point);
        if (!found) return std::nullopt;
        within += std::round(*found) >= 2 && std::round(*found) <= 4;
        result.findings.push_back({title_of(point.collective), topologies[i].title, *found, factor,
                                   if_given(references[i], units[i])});
    }
    return within;
}

/// Figure 1 under one reading of the links and of "32 MB".
struct FigureOne {
    const char* links;
    double message;
    double alltoall;  ///< by the reference, 0: none
};

/// Bucket 3D over PCCL's all-reduce on the 3D torus of 64.
std::optional<double> bucket_over_pccl(const FigureData& data, Point point) {
    point.collective = "allreduce/bucket-3d";
    const auto fixed = value_at(data, point, "static");
    point.collective = "allreduce/halving-doubling-far";
    const auto own = value_at(data, point, "pccl");
    return fixed && own ? std::optional(*fixed / *own) : std::nullopt;
}

}  // namespace

Judgement most_over_everything(const FigureData& data) {
    constexpr double references[] = {16.3, 2.83, 1.67, 2.83, 1.67};
    Judgement result;
    double most = 0, on_torus = 0;
    Point point = figure_10a;
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const auto ratio = over_pccl(data, point);
        if (!ratio) return {};
        most = std::max(most, *ratio);
        if (point.topology == "torus2d") on_torus = *ratio;
        result.findings.push_back({"all-to-all, 32 MB", topologies[i].title, *ratio, factor,
                                   rounded(references[i], i == 0 ? .1 : .01)});
    }
    point.topology = "torus2d";
    if (const auto limit = congestion_factor(data, point))
        result.findings.push_back(
            {"all-to-all, limit", "2D torus", *limit, factor, rounded(22.0 / 7, 1e-6)});
    result.verdict = chosen(most, on_torus, 3);
    return result;
}

Judgement slow_fixed_topologies(const FigureData& data) {
    Judgement result;
    const auto rhd_within =
        add_factors(data, {"ring", 256 * mb, 5 * us}, {43, 3.31, 1.74, 3.31, 1.74},
                    {1, .01, .01, .01, .01}, result);
    const auto dex_within = add_factors(data, figure_10a, {0, 3.14, 1.86, 3.14, 1.86},
                                        {.01, .01, .01, .01, .01}, result);
    if (!rhd_within || !dex_within) return {};
    result.verdict = verdict_of(*rhd_within + *dex_within, 10);
    return result;
}

Judgement figure_1(const FigureData& data) {
    constexpr FigureOne readings[] = {{"full", 32 * mb, 0},
                                      {"full", 33554432, 1.36},
                                      {"split", 32 * mb, 7.45},
                                      {"split", 33554432, 7.51}};
    Judgement result;
    bool both = false;
    for (const auto& one : readings) {
        const Point point{"torus3d", one.message, 5 * us, dex, 64, one.links};
        const auto exchange = over_pccl(data, point), bucket = bucket_over_pccl(data, point);
        if (!exchange || !bucket) return {};
        const std::string place = std::string(one.links) + " links, " + describe(point);
        result.findings.push_back(
            {place, "all-to-all", *exchange, factor, if_given(one.alltoall, .01)});
        result.findings.push_back({place, "all-reduce", *bucket, factor});
        const bool is_fast = nearness(*exchange, 7.5, .1) != Verdict::not_reproduced;
        const bool is_equal = std::abs(*bucket - 1) <= .2;
        both = both || (is_fast && is_equal);
    }
    result.verdict = verdict_if(both);
    return result;
}

Judgement beats_direct_exchange(const FigureData& data) {
    constexpr double references[] = {16.3, 2.83, 1.67, 2.83, 1.67},
                     units[] = {.1, .01, .01, .01, .01};
    Judgement result;
    bool holds = true;
    Point point = figure_10a;
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const auto ratio = over_pccl(data, point),
                   changes = value_at(data, point, "pccl", "n_reconfigurations");
        if (!ratio || !changes) return {};
        holds = holds && *ratio > 1;
        result.findings.push_back({"DEX over PCCL", topologies[i].title, *ratio, factor,
                                   rounded(references[i], units[i])});
        result.findings.push_back(
            {"reconfigurations", topologies[i].title, *changes, plain, rounded(6, 1)});
    }
    result.verdict = verdict_if(holds);
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
        for (const auto& one : tori) pccl_swing::describe(one, result.findings);
    }
    result.verdict = by_links  ? Verdict::reproduced
                     : by_hops ? Verdict::depends_on_reading
                               : Verdict::not_reproduced;
    return result;
}

}  // namespace lightsweep::analysis::pccl_congestion
