#include "solvers/frontier/gathers/windows.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace lightsweep::solvers::frontier {

namespace {

using Digits = std::vector<Node>;

/// The sums over these offsets that the cuts of a window leave.
WindowPart divided(const CutWindow& window, Node first, Node last, Node peer) {
    WindowPart part{peer, {{first, last}}};
    for (const Node cut : window.cuts) {
        if (cut <= first || cut > last) continue;
        part.sums.back().second = cut - 1;
        part.sums.emplace_back(cut, last);
    }
    return part;
}

}  // namespace

Node product_of(const Digits& digits) {
    return std::accumulate(digits.begin(), digits.end(), Node{1}, std::multiplies<>());
}

Digits coefficients(Node n, const Digits& digits) {
    Digits weights{1}, counts(digits.size());
    for (const Node digit : digits) weights.push_back(weights.back() * digit);
    for (auto i = digits.size(); i-- > 0;) {
        counts[i] = std::min(digits[i] - 1, n / weights[i]);
        n -= counts[i] * weights[i];
    }
    if (n > 0) counts.clear();
    return counts;
}

void for_each_digits(Node n, Node most, std::int64_t length,
                     const std::function<void(const Digits&)>& use) {
    Digits digits;
    const std::function<void(std::int64_t)> extend = [&](std::int64_t product) {
        if (std::ssize(digits) == length) {
            for (const Node digit : digits)
                if (product / digit * (digit - 1) >= n) return;
            if (product >= n) use(digits);
            return;
        }
        for (Node digit = 2; digit <= most; ++digit) {
            digits.push_back(digit);
            extend(product * digit);
            digits.pop_back();
        }
    };
    extend(1);
}

void for_each_factors(Node n, const std::function<void(const Digits&)>& use) {
    constexpr std::size_t most = 6;
    Digits factors;
    const std::function<void(Node)> extend = [&](Node left) {
        if (left == 1) {
            if (factors.size() > 1) use(factors);
            return;
        }
        if (factors.size() == most) return;
        for (Node factor = 2; factor <= left; ++factor) {
            if (left % factor != 0) continue;
            factors.push_back(factor);
            extend(left / factor);
            factors.pop_back();
        }
    };
    extend(n);
}

std::vector<WindowStep> windows_ahead(Node n, const std::vector<Node>& digits) {
    const auto product = product_of(digits);
    const auto counts = product == n ? Digits{} : coefficients(n, digits);
    std::vector<WindowStep> steps;
    if (product != n && counts.empty()) return steps;
    Node weight = 1, held = 0;
    for (std::size_t i = 0; i < digits.size(); weight *= digits[i++]) {
        std::vector<int> vectors(static_cast<std::size_t>(digits[i]), 1);
        if (!counts.empty()) {
            const auto count = static_cast<std::size_t>(counts[i]);
            if (i + 1 == digits.size())
                vectors.resize(held > 0 ? count + 1 : count);
            else if (held > 0)
                ++vectors[count];
            held += counts[i] * weight;
        }
        steps.push_back({weight, std::move(vectors)});
    }
    return steps;
}

WindowPart own_part(const CutWindow& window, const CutWindow& before) {
    return divided(window, -before.back, before.ahead, 0);
}

std::vector<WindowPart> parts_of(const CutWindow& window, CutWindow& before) {
    std::vector<WindowPart> parts;
    std::set<Node> cuts;
    const auto cut_at = [&](Node offset) {
        if (-before.back < offset && offset <= before.ahead) cuts.insert(offset);
    };
    const auto add = [&](Node first, Node last, Node peer) {
        parts.push_back(divided(window, first, last, peer));
        for (const auto& sum : parts.back().sums) {
            cut_at(sum.first - peer);
            cut_at(sum.second + 1 - peer);
        }
    };
    for (Node end = window.ahead; end > before.ahead; end -= before.size())
        add(std::max(before.ahead, end - before.size()) + 1, end, end - before.ahead);
    for (Node end = -window.back; end < -before.back; end += before.size())
        add(end, std::min(-before.back, end + before.size()) - 1, end + before.back);
    for (const Node cut : window.cuts) cut_at(cut);
    before.cuts.assign(cuts.begin(), cuts.end());
    return parts;
}

}  // namespace lightsweep::solvers::frontier
