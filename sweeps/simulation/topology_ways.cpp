#include "sweeps/simulation/topology_ways.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace lightsweep::sweeps::simulation {

namespace {

constexpr std::size_t most_paths = 4096;

/// The sizes in "torus 4x8" or "grid 2x3x4".
std::vector<int> sizes_in(const std::string& name) {
    std::vector<int> sizes;
    std::istringstream words(name.substr(name.find(' ') + 1));
    for (int size = 0; words >> size; words.get()) sizes.push_back(size);
    return sizes;
}

std::string text_of(RankPair pair) {
    return "rank " + std::to_string(pair.source) + " to rank " + std::to_string(pair.target);
}

}  // namespace

TopologyWays::TopologyWays(Rank n, const std::string& name, std::string rule)
    : n_(n), rule_(std::move(rule)), next_(static_cast<std::size_t>(n)) {
    wraps_ = !name.starts_with("grid ");
    if (name.starts_with("torus ") || !wraps_) dims_ = sizes_in(name);
}

/// Sees a two-way ring by its links, whatever its name is.
void TopologyWays::find_shape() {
    shaped_ = true;
    if (dims_.empty()) {
        bool ring = true;
        for (Rank r = 0; r < n_; ++r) {
            const Rank up = (r + 1) % n_, down = (r + n_ - 1) % n_;
            ring = ring && has_link(r, up) && has_link(r, down) &&
                   next_[static_cast<std::size_t>(r)].size() == (up == down ? 1u : 2u);
        }
        if (ring) dims_ = {n_};
    }
    if (dims_.empty()) find_offsets();
    strides_.assign(dims_.size(), 1);
    for (std::size_t d = dims_.size(); d-- > 1;) strides_[d - 1] = strides_[d] * dims_[d];
}

/// Sees a circulant: the same offsets lead from every rank, at the same rates.
void TopologyWays::find_offsets() {
    for (Rank r = 0; r < n_; ++r) {
        std::vector<std::pair<int, double>> found;
        for (const auto& [to, rate] : next_[static_cast<std::size_t>(r)])
            found.emplace_back((to - r + n_) % n_, rate);
        std::ranges::sort(found);
        if (r == 0) offsets_ = found;
        const auto alike = [](const auto& a, const auto& b) {
            return a.first == b.first && std::abs(a.second - b.second) <= 1e-9 * a.second;
        };
        if (!std::ranges::equal(offsets_, found, alike)) return offsets_.clear();
    }
}

int TopologyWays::distance(Rank from, Rank to) {
    auto& known = distances_[to];
    if (known.empty()) {
        std::vector<std::vector<Rank>> before(static_cast<std::size_t>(n_));
        for (Rank r = 0; r < n_; ++r)
            for (const auto& [next, rate] : next_[static_cast<std::size_t>(r)])
                before[static_cast<std::size_t>(next)].push_back(r);
        known.assign(static_cast<std::size_t>(n_), -1);
        std::vector<Rank> open{to};
        known[static_cast<std::size_t>(to)] = 0;
        for (std::size_t i = 0; i < open.size(); ++i)
            for (const Rank r : before[static_cast<std::size_t>(open[i])])
                if (auto& far = known[static_cast<std::size_t>(r)]; far < 0) {
                    far = known[static_cast<std::size_t>(open[i])] + 1;
                    open.push_back(r);
                }
    }
    return known[static_cast<std::size_t>(from)];
}

void TopologyWays::walk(std::vector<Rank>& path, Rank& at, std::size_t d, int links,
                        bool up) const {
    for (int i = 0; i < links; ++i) path.push_back(at = moved(at, d, up ? 1 : -1));
}

std::vector<Rank> TopologyWays::single(RankPair pair, bool upwards) {
    std::vector<Rank> path;
    Rank at = pair.source;
    if (has_link(at, pair.target) && !upwards) return {pair.target};
    if (dims_.empty() || rule_ == "lex") {
        while (at != pair.target) {
            const int left = distance(at, pair.target);
            for (const auto& [next, rate] : next_[static_cast<std::size_t>(at)])
                if (distance(next, pair.target) == left - 1) {
                    path.push_back(at = next);
                    break;
                }
        }
        return path;
    }
    for (std::size_t d = 0; d < dims_.size(); ++d) {
        const int ahead = offset(pair, d), back = dims_[d] - ahead;
        const bool up = wraps_ ? upwards || ahead <= back
                               : coordinate(pair.target, d) >= coordinate(pair.source, d);
        walk(path, at, d, ahead == 0 ? 0 : up ? ahead : back, up);
    }
    return path;
}

void TopologyWays::spread(Rank at, Rank target, PathShare path, std::vector<PathShare>& found) {
    if (found.size() > most_paths) return;
    if (at == target) {
        found.push_back(std::move(path));
        return;
    }
    std::vector<Rank> nearer;
    for (const auto& [next, rate] : next_[static_cast<std::size_t>(at)])
        if (distance(next, target) == distance(at, target) - 1) nearer.push_back(next);
    for (const Rank next : nearer) {
        auto longer = path;
        longer.ranks.push_back(next);
        longer.share /= static_cast<double>(nearer.size());
        spread(next, target, std::move(longer), found);
    }
}

/// Both directions of every dimension, each with the share that the optimum gives it.
std::vector<PathShare> TopologyWays::split(RankPair pair) const {
    std::vector<PathShare> found{{{}, 1}};
    for (std::size_t d = 0; d < dims_.size(); ++d) {
        const int ahead = offset(pair, d), length = dims_[d];
        if (ahead == 0) continue;
        std::vector<PathShare> longer;
        for (const auto& one : found)
            for (const bool up : {true, false}) {
                if (length == 2 && !up) continue;  // one link joins the two
                const int links = up ? ahead : length - ahead;
                auto next = one;
                Rank at = next.ranks.empty() ? pair.source : next.ranks.back();
                walk(next.ranks, at, d, links, up);
                if (length > 2) next.share *= static_cast<double>(length - links) / length;
                longer.push_back(std::move(next));
            }
        found = std::move(longer);
    }
    return found;
}

/// The best walks of the pair's shift, from its source on.
std::vector<PathShare> TopologyWays::translated(RankPair pair) const {
    std::vector<PathShare> found;
    for (const auto& walk : walks_.at((pair.target - pair.source + n_) % n_)) {
        auto& path = found.emplace_back(PathShare{{}, walk.share});
        Rank at = pair.source;
        for (const int offset : walk.offsets) path.ranks.push_back(at = (at + offset) % n_);
    }
    return found;
}

bool TopologyWays::is_shift(const std::vector<RankPair>& step) const {
    if (step.size() != static_cast<std::size_t>(n_)) return false;
    return std::ranges::all_of(step, [&](const RankPair& pair) {
        return (pair.target - pair.source - step[0].target + step[0].source) % n_ == 0;
    });
}

bool TopologyWays::is_translation(const std::vector<RankPair>& step) const {
    if (dims_.empty() || !wraps_ || step.size() != static_cast<std::size_t>(n_)) return false;
    return std::ranges::all_of(step, [&](const RankPair& pair) {
        for (std::size_t d = 0; d < dims_.size(); ++d)
            if (offset(pair, d) != offset(step[0], d)) return false;
        return true;
    });
}

std::vector<std::vector<PathShare>> TopologyWays::of_step(const std::vector<RankPair>& step,
                                                          Routes routes) {
    if (!shaped_) find_shape();
    const bool translates = is_translation(step);
    const bool upwards = rule_ == "forwards" && translates && dims_.size() == 1;
    const bool shifts = routes == Routes::optimal && !offsets_.empty() && is_shift(step);
    std::vector<std::vector<PathShare>> all;
    for (const auto& pair : step) {
        if (distance(pair.source, pair.target) < 0)
            throw std::invalid_argument("no links lead from " + text_of(pair) +
                                        ": give the topology the links of its step");
        auto& paths = all.emplace_back();
        if (routes == Routes::ecmp && !upwards)
            spread(pair.source, pair.target, {}, paths);
        else if (routes == Routes::optimal && translates && !upwards)
            paths = split(pair);
        else if (shifts) {
            const int by = (pair.target - pair.source + n_) % n_;
            if (!walks_.contains(by)) walks_[by] = best_walks(n_, offsets_, by);
            paths = translated(pair);
        } else
            paths.push_back({single(pair, upwards), 1});
        if (paths.size() > most_paths)
            throw std::invalid_argument(text_of(pair) + " has more than " +
                                        std::to_string(most_paths) +
                                        " shortest paths: take --routes single");
    }
    return all;
}

}  // namespace lightsweep::sweeps::simulation
