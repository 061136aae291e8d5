#include <algorithm>
#include <set>
#include <stdexcept>

#include "kernels/matrices/byte_matrix.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;
using Names = std::vector<std::string>;

/// The message of a file's fault already names that file and its line.
void refuse_edges(const TextFile& file, const std::string& message, Faults& faults) {
    const std::size_t example = message.rfind("`from to [capacity]`");
    const std::size_t remedy =
        example == std::string::npos ? example : message.rfind(" write ", example);
    if (remedy != std::string::npos)
        return faults.add(file.place, file.key, "", message.substr(0, remedy - 1),
                          message.substr(remedy + 1));
    faults.add(file.place, file.key, "", message,
               "lines are `from to [capacity]`: nodes from 0 to nodes - 1, capacity > 0");
}

/// Checks of an uneven all-to-all.
class MatrixCheck : public GridCheck {
  public:
    using GridCheck::GridCheck;

    void run() {
        const auto names = grid().collectives();
        const bool uneven = std::ranges::find(names, matrix_collective) != names.end();
        check_hops(uneven);
        if (!uneven) return;
        if (!find_rules(grid().rules).takes_matrices) refuse_rules();
        for (const char* key : {"message", "item"})
            if (grid().find(key))
                report(key, 0, "is not read by alltoall/matrix, whose matrix has its bytes",
                       "collective = \"alltoall/matrix\" in a grid of its own");
        at_most("nodes", most_nodes, "are more than an uneven all-to-all takes");
        at_most("generator_scale", kernels::MatrixGenerator::most_scale);
        at_most("generator_skew", 100, "is more than 100 percent");
        for (std::size_t i = 0; i < grid().matrices.size(); ++i) look_at(grid().matrices[i]);
    }

  private:
    static constexpr std::int64_t most_nodes = 1024;

    /// Those of shifts in turn are numbers, those of steps that are routed are words.
    void check_hops(bool uneven) {
        const auto* hops = grid().find("hops");
        const auto& own = find_rules(grid().rules).own_keys;
        const bool routed = std::ranges::find(own, "route") != own.end();
        for (std::size_t i = 0; hops && i < hops->labels.size(); ++i) {
            const bool is_number = hops->labels[i] < "a";
            if (uneven && !is_number)
                report("hops", i, "is for steps that are routed", "hops = 1 or 2");
            else if (!uneven && (is_number || !routed))
                report("hops", i, "is for " + matrix_name() + (routed ? "" : " alone here"),
                       routed ? "\"pairs\" or \"ways\"" : "remove it");
        }
    }
    static std::string matrix_name() { return std::string(matrix_collective); }

    void refuse_rules() {
        Names known;
        for (const Rules* rules : rules_table())
            if (rules->takes_matrices) known.emplace_back(rules->name);
        report(grid().find("collective") ? "collective" : "algorithm", 0,
               "is not known under rules = " + grid().rules, "rules = " + join(known));
    }
    void look_at(const TextFile& file) {
        const AxisValues* nodes = grid().find("nodes");
        for (std::size_t i = 0; nodes && i < nodes->size(); ++i) {
            if (!(nodes->numbers[i] <= most_nodes)) continue;
            try {
                matrix_of(file, static_cast<Node>(nodes->numbers[i]));
            } catch (const std::invalid_argument& fault) {
                return faults().add(file.place, file.key, "", fault.what());
            }
        }
    }
};

/// Builds every base topology of the grid once, and reports what it refuses as a fault. Too few
/// ports for a topology are a fault only if no other topology remains.
class TopologyCheck {
  public:
    TopologyCheck(const GridSpec& grid, const AxisValues& topology, Faults& faults)
        : grid_(grid), points_(points_of(grid)), topology_(topology), faults_(faults) {}

    void run() {
        if (const AxisValues* degree = grid_.find("degree"))
            for (std::size_t i = 0; i < degree->size(); ++i)
                if (degree->numbers[i] > most_ports)
                    return degree->refuse(i, "is more than any node has",
                                          "at most " + std::to_string(most_ports), faults_);
        const std::vector<std::string> keys{"topology", "nodes", "dims",           "offsets",
                                            "degree",   "seed",  "link_bandwidth", "planes"};
        for_each_combination(grid_, keys, [&](const Indices& at) {
            if (grid_.verdict(at) != Verdict::no) build(at);
            return reported_.size() < most_reported;
        });
        // A single problem of rules that compare everything is not applicable, as a point of a
        // file.
        const bool is_problem = grid_.name.empty();
        if (is_problem && find_rules(grid_.rules).compares_everything) return;
        if (reported_.empty() && !usable_ && too_few_) report_too_few();
    }

  private:
    /// Reports a missing count, which is a separate fault.
    void report_too_few() {
        if (const auto report = find_rules(grid_.rules).report_no_base)
            report(grid_, faults_);
        else if (const AxisValues* degree = grid_.find("degree"))
            degree->refuse("a node has more links than ports on every topology here",
                           "give more ports, or ring-uni (1 link), ring (2)", faults_);
    }

    void build(const Indices& at) {
        try {
            points_->make_topology(at);
            usable_ = true;
        } catch (const NotApplicable&) {
            too_few_ = true;
        } catch (const std::invalid_argument& fault) {
            const std::size_t i = grid_.value_index("topology", at);
            if (topology_.labels[i] == "edges") return;  // check_edges has it, with the line
            if (reported_.insert(fault.what()).second) report(fault.what(), i, at);
        }
    }

    /// Reports at the key that the message is about, which may differ from topology.
    void report(const std::string& message, std::size_t topology, const Indices& at) {
        for (const std::string key : {"offsets", "dims", "degree", "seed"}) {
            const AxisValues* axis = grid_.find(key);
            const std::string word = key == "offsets" ? "offset" : key;
            if (!axis || message.find(word) == std::string::npos) continue;
            const std::size_t i = grid_.value_index(key, at);
            return faults_.add(axis->place(i), axis->name(i), "", message);
        }
        faults_.add(topology_.place(topology), topology_.name(topology), "", message);
    }

    static constexpr std::size_t most_reported = 20;
    static constexpr int most_ports = 1 << 24;
    const GridSpec& grid_;
    const std::unique_ptr<const GridPoints> points_;
    const AxisValues& topology_;
    Faults& faults_;
    std::set<std::string> reported_;
    bool usable_ = false, too_few_ = false;
};

}  // namespace

bool check_edges(const GridSpec& grid, const AxisValues& nodes, Faults& faults) {
    if (!grid.edges) return true;
    for (const double n : nodes.numbers) {
        try {
            kernels::Topology::edges(static_cast<Node>(n),
                                     edges_of(*grid.edges, static_cast<Node>(n)),
                                     kernels::LinkBandwidth::full);
        } catch (const std::invalid_argument& fault) {
            refuse_edges(*grid.edges, fault.what(), faults);
            return false;
        }
    }
    return true;
}

void check_matrices(const GridSpec& grid, Faults& faults) {
    MatrixCheck(grid, faults).run();
}

void check_topologies(const GridSpec& grid, Faults& faults) {
    if (const AxisValues* topology = grid.find("topology"))
        TopologyCheck(grid, *topology, faults).run();
}

}  // namespace lightsweep::sweeps
