// Claims 1 to 10 of OpTree, judged: steps of the tables, the best number of stages, the example.
#include <cmath>
#include <span>

#include "analysis/claims/optree/optree_points.hpp"

namespace lightsweep::analysis::optree_steps {

using namespace optree_points;

namespace {

struct Other {
    const char *scheduler, *title;
};
constexpr Other others[] = {{"wrht", "WRHT"}, {"wdm-ring", "Ring"}, {"wdm-neighbor", "NE"}};

/// One column of Table 2 or 3 as printed.
struct Column {
    double nodes, wavelengths;
    double percent[3];
};
constexpr Column table2[] = {{512, 64, {87.64, 93.73, 87.5}},
                             {1024, 64, {72.97, 93.15, 86.32}},
                             {2048, 64, {39.76, 92.37, 84.76}},
                             {4096, 64, {-31.27, 91.69, 83.39}}};
/// The last one is printed under 256.
constexpr Column table3[] = {{1024, 4, {62.75, -9.48, -118.75}},
                             {1024, 16, {-180, 72.62, 45.31}},
                             {1024, 64, {72.97, 93.15, 86.32}},
                             {1024, 128, {93.2, 96.57, 93.16}}};

/// Whole: not cut after two decimals.
std::optional<double> percent_at(const FigureData& data, const Column& at, const char* scheduler,
                                 bool whole = false) {
    Point point;
    point.nodes = at.nodes;
    point.wavelengths = at.wavelengths;
    const auto ours = formula_steps(data, point, "ceil"), theirs = value_at(data, point, scheduler);
    if (!ours || !theirs) return std::nullopt;
    return whole ? 100 * (1 - *ours / *theirs) : percent_fewer(*ours, *theirs);
}

std::string place_of(const Column& at) {
    Point point;
    point.nodes = at.nodes;
    point.wavelengths = at.wavelengths;
    return describe(point);
}

/// The percentages of a table beside those printed; not judged if one is missing.
Judgement percentages(const FigureData& data, std::span<const Column> table) {
    Judgement judgement{Verdict::reproduced};
    for (const auto& column : table)
        for (std::size_t i = 0; i < std::size(others); ++i) {
            const auto value = percent_at(data, column, others[i].scheduler);
            if (!value) return {};
            judgement.findings.push_back(
                percent_finding(place_of(column), others[i].title, *value, column.percent[i]));
            if (std::abs(*value - column.percent[i]) > 0.001)
                judgement.verdict = Verdict::not_reproduced;
        }
    return judgement;
}

/// Steps of several schedulers at one point.
struct Counted {
    const char *scheduler, *title;
    double paper, reference;
};

Judgement counts(const FigureData& data, const Point& point, std::span<const Counted> wanted) {
    Judgement judgement{Verdict::reproduced};
    for (const auto& one : wanted) {
        const auto steps = value_at(data, point, one.scheduler);
        if (!steps) return {};
        judgement.findings.push_back(
            steps_finding(describe(point), one.title, *steps, one.reference));
        if (*steps != one.paper) judgement.verdict = Verdict::not_reproduced;
    }
    return judgement;
}

/// The k of figure 4 with the fewest steps: the first, and how many tie.
struct Optimum {
    double first = 0, last = 0, steps = 0;
};
std::optional<Optimum> optimum(const FigureData& data, double nodes) {
    Optimum best;
    for (double k = 1; k <= 10; ++k) {
        const auto steps = formula_steps(data, {nodes, 64, 0, k, {}}, "ceil");
        if (!steps) return std::nullopt;
        if (best.first == 0 || *steps < best.steps) best = {k, k, *steps};
        if (*steps == best.steps) best.last = k;
    }
    return best;
}

constexpr std::pair<double, double> figure4[] = {{512, 6}, {1024, 6}, {2048, 7}, {4096, 8}};

}  // namespace

Judgement table_1(const FigureData& data) {
    constexpr Counted wanted[] = {{"wdm-ring", "Ring", 1023, 1023},
                                  {"wdm-neighbor", "NE", 512, 512},
                                  {"wrht", "WRHT", 259, 259},
                                  {"optree-formula", "OpTree", 70, 70}};
    return counts(data, {}, wanted);
}

Judgement one_stage_of_table_1(const FigureData& data) {
    constexpr Counted wanted[] = {{"osm", "OSM", 128, 2048}};
    return counts(data, {}, wanted);
}

Judgement table_2(const FigureData& data) {
    return percentages(data, table2);
}

/// The last column at 128 wavelengths, and as it is labelled.
Judgement table_3(const FigureData& data) {
    auto judgement = percentages(data, table3);
    if (judgement.verdict != Verdict::reproduced) return judgement;
    constexpr double reference[] = {98.24, 98.24, 96.48};
    const Column labelled{1024, 256, {}};
    for (std::size_t i = 0; i < std::size(others); ++i) {
        const auto value = percent_at(data, labelled, others[i].scheduler);
        if (!value) return {};
        judgement.findings.push_back(
            percent_finding(place_of(labelled), others[i].title, *value, reference[i]));
        if (std::abs(*value - table3[3].percent[i]) > 0.001)
            judgement.verdict = Verdict::depends_on_reading;
    }
    return judgement;
}

Judgement averages(const FigureData& data) {
    constexpr double means[2][3] = {{42.27, 92.74, 85.49}, {12.23, 63.22, 26.51}};
    constexpr double deviations[2][3] = {{45.87, 0.77, 1.55}, {111.52, 42.96, 85.84}};
    Judgement judgement{Verdict::reproduced};
    for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t i = 0; i < std::size(others); ++i) {
            std::vector<double> values;
            for (const auto& column : t == 0 ? table2 : table3)
                if (const auto one = percent_at(data, column, others[i].scheduler, true))
                    values.push_back(*one);
            if (values.size() != 4) return {};
            const auto spread = spread_of(values);
            const std::string table = t == 0 ? "Table 2" : "Table 3";
            for (const auto& [what, value, paper] :
                 {std::tuple{", mean", spread.mean, means[t][i]},
                  {", deviation", spread.deviation, deviations[t][i]}}) {
                auto finding = percent_finding(table + what, others[i].title, value, paper);
                finding.reference->tolerance = 0.01;  // printed cut
                if (!finding.agrees()) judgement.verdict = Verdict::not_reproduced;
                judgement.findings.push_back(finding);
            }
        }
    return judgement;
}

Judgement optimum_of_figure_4(const FigureData& data) {
    Judgement judgement{Verdict::reproduced};
    for (const auto& [nodes, paper] : figure4) {
        const auto best = optimum(data, nodes);
        if (!best) return {};
        const auto place = describe({nodes, 64, 0, 0, {}});
        judgement.findings.push_back(steps_finding(place, "first k", best->first, std::nullopt));
        judgement.findings.push_back(steps_finding(place, "last k", best->last, std::nullopt));
        judgement.findings.push_back(steps_finding(place, "steps", best->steps, std::nullopt));
        if (paper < best->first || paper > best->last)
            judgement.verdict = Verdict::not_reproduced;
        else if (best->first < best->last && judgement.verdict == Verdict::reproduced)
            judgement.verdict = Verdict::depends_on_reading;
    }
    return judgement;
}

/// k* by a rule is seen by its steps: they equal those of figure 4 at the paper's k.
Judgement formula_of_the_optimum(const FigureData& data) {
    int as_printed = 0, rounded = 0;
    Judgement judgement;
    for (const auto& [nodes, paper] : figure4) {
        const Point point{nodes, 64, 0, 0, {}};
        const auto at_paper = formula_steps(data, {nodes, 64, 0, paper, {}}, "ceil"),
                   ceiling = formula_steps(data, point, "ceil"),
                   round = formula_steps(data, point, "round"),
                   least = formula_steps(data, point, "argmin");
        if (!at_paper || !ceiling || !round || !least) return {};
        for (const auto& [title, steps] : {std::pair{"figure's k", *at_paper},
                                           {"ceil", *ceiling},
                                           {"round", *round},
                                           {"best", *least}})
            judgement.findings.push_back(
                steps_finding(describe(point), title, steps, std::nullopt));
        as_printed += *ceiling == *at_paper;
        rounded += *round == *at_paper;
    }
    if (as_printed == 4)
        judgement.verdict = Verdict::reproduced;
    else
        judgement.verdict = rounded == 4 ? Verdict::depends_on_reading : Verdict::not_reproduced;
    return judgement;
}

Judgement least_of_trees(const FigureData& data) {
    Judgement result;
    bool by_ceiling = true, by_rounding = true;
    for (const auto& [nodes, paper] : figure4) {
        const Point point{nodes, 64, 0, 0, {}};
        const auto best = optimum(data, nodes);
        const auto ceiling = formula_steps(data, point, "ceil"),
                   rounded = formula_steps(data, point, "round");
        if (!best || !ceiling || !rounded) return {};
        result.findings.push_back(steps_finding(describe(point), "k* by ceiling", *ceiling, {}));
        result.findings.push_back(
            steps_finding(describe(point), "least of all k", best->steps, {}));
        by_ceiling = by_ceiling && *ceiling == best->steps;
        by_rounding = by_rounding && *rounded == best->steps;
    }
    result.verdict = by_ceiling    ? Verdict::reproduced
                     : by_rounding ? Verdict::depends_on_reading
                                   : Verdict::not_reproduced;
    return result;
}

Judgement example(const FigureData& data) {
    const auto one = formula_steps(data, {16, 2, 0, 1, {}}, "ceil"),
               two = formula_steps(data, {16, 2, 0, 2, {}}, "ceil"),
               built = value_at(data, {16, 2, 0, 0, {{"radices", "[4, 4]"}}}, "optree-tree");
    if (!one || !two || !built) return {};
    Judgement judgement{Verdict::reproduced};
    const std::string place = "N = 16, w = 2";
    judgement.findings = {steps_finding(place, "one stage", *one, 16),
                          steps_finding(place, "two stages", *two, 12),
                          steps_finding(place, "4 x 4 built", *built, 12)};
    if (*one != 16 || *two != 12 || *built != 12) judgement.verdict = Verdict::not_reproduced;
    return judgement;
}

Judgement three_stages_of_the_example(const FigureData& data) {
    const auto theorem = formula_steps(data, {16, 2, 0, 3, {}}, "ceil"),
               built = value_at(data, {16, 2, 0, 0, {{"radices", "[2, 3, 3]"}}}, "optree-tree");
    if (!theorem || !built) return {};
    const std::string place = "N = 16, w = 2";
    const auto stages = [](double (*rounded)(double)) {
        return 8 * std::ceil(4.0 / 8) / 2 + 2 * std::ceil(6 * rounded(9.0 / 4) / 2);
    };
    const double floors = stages(std::floor), ceilings = stages(std::ceil);
    const bool found = *theorem == 16 || *built == 16;
    return {found          ? Verdict::reproduced
            : floors == 16 ? Verdict::depends_on_reading
                           : Verdict::not_reproduced,
            {steps_finding(place, "Theorem 1", *theorem, 13),
             steps_finding(place, "2 x 3 x 3 built", *built, 14),
             steps_finding("sum of its stages", "with floors", floors, std::nullopt),
             steps_finding("sum of its stages", "with ceilings", ceilings, std::nullopt)}};
}

/// One wavelength: as many steps as wavelengths that one stage needs.
Judgement lemma_1(const FigureData& data) {
    Judgement judgement{Verdict::reproduced};
    for (const double nodes : {2., 3., 5., 7., 11., 13.}) {
        const Point point{nodes, 1, 0, 0, {}};
        const auto printed = value_at(data, point, "osm"),
                   built = value_at(data, point, "wdm-lifted");
        if (!printed || !built) return {};
        const bool odd = std::fmod(nodes, 2) == 1;
        judgement.findings.push_back(
            steps_finding(describe(point), "as printed", *printed, std::ceil(nodes * nodes / 8)));
        judgement.findings.push_back(steps_finding(
            describe(point), "built", *built, std::floor((nodes * nodes + (odd ? 0 : 7)) / 8)));
        if (*built != *printed) judgement.verdict = Verdict::depends_on_reading;
    }
    return judgement;
}

}  // namespace lightsweep::analysis::optree_steps
