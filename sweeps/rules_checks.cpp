// What the accounting (key `rules`) asks of a grid, and the keys that belong to one accounting or
// to Bruck alone: route, initial, restore, mirrored, volumes, radix, switch_ports. Before any work.
#include <set>

#include "kernels/collective_algorithms.hpp"
#include "kernels/mirrored_halves.hpp"
#include "sweeps/grid_checks.hpp"
#include "sweeps/spec/combinations.hpp"

namespace lightsweep::sweeps {

namespace {

std::string text(std::int64_t number) {
    return std::to_string(number);
}

class RulesCheck {
  public:
    RulesCheck(const GridSpec& grid, Faults& faults) : grid_(grid), faults_(faults) {}

    void run() {
        if (grid_.rules == "bridge") check_fabric();
        check_initial();
        check_route();
        if (grid_.find("ports") && grid_.find("radix"))
            report("radix", 0, "ports is given as well, and radix is ports + 1",
                   "give one of them");
        const std::vector<std::string> keys{"collective",   "primitive", "algorithm", "order",
                                            "nodes",        "ports",     "radix",     "volumes",
                                            "switch_ports", "mirrored"};
        for_each_combination(grid_, keys, [&](const Indices& at) {
            if (grid_.verdict(at) != Verdict::no && grid_.applicable(at)) look_at(at);
            return reported_.size() < most_reported;
        });
    }

  private:
    void report(const std::string& key, std::size_t i, const std::string& problem,
                const std::string& remedy) {
        const AxisValues& axis = *grid_.find(key);
        if (!reported_.insert(axis.name(i) + problem).second) return;
        faults_.add(axis.place(i), axis.name(i), axis.text(i), problem, remedy);
    }

    void check_fabric() {
        if (const AxisValues* topology = grid_.find("topology"))
            for (std::size_t i = 0; i < topology->size(); ++i)
                if (topology->labels[i] != "ring")
                    report("topology", i, "rules = bridge route on the ring and its subrings alone",
                           "topology = \"ring\", or rules = \"addanki\"");
        for (const std::string key : {"degree", "link_bandwidth"})
            if (grid_.find(key))
                report(key, 0, "means nothing under rules = bridge, where every port has a ring",
                       "give ports");
        if (!grid_.pool.empty())
            faults_.add(grid_.pool[0].place, grid_.pool[0].path, grid_.pool[0].text,
                        "rules = bridge know no pool", "rules = \"addanki\", or no pool");
    }

    void check_route() {
        const AxisValues* route = grid_.find("route");
        for (std::size_t i = 0; route && i < route->size(); ++i) {
            const auto& rule = route->labels[i];
            if (grid_.rules != "pccl")
                report("route", i, "is a rule of shortest paths, which rules = pccl alone have",
                       "rules = \"pccl\", or no route");
            else if (rule != "dor" && rule != "lex" && rule != "ecmp")
                report("route", i, "is no rule of shortest paths", "dor, lex or ecmp");
        }
    }

    void check_initial() {
        for (const std::string key : {"initial", "restore"})
            if (grid_.find(key) && grid_.rules != "bridge")
                report(key, 0, "is known under rules = bridge alone", "rules = \"bridge\"");
        const AxisValues* initial = grid_.find("initial");
        for (std::size_t i = 0; initial && i < initial->size(); ++i)
            if (initial->labels[i] != "base" && initial->labels[i] != "free")
                report("initial", i, "is nothing that a scheduler of this build starts on",
                       "base, which is the ring here, or free: the first subring stands already");
    }

    std::int64_t number(const char* key, const Indices& at, std::int64_t otherwise) const {
        const AxisValues* axis = grid_.find(key);
        if (!axis) return otherwise;
        return static_cast<std::int64_t>(axis->numbers[grid_.value_index(key, at)]);
    }

    void look_at(const Indices& at) {
        const std::int64_t n = number("nodes", at, 1);
        const std::int64_t ports = number("radix", at, number("ports", at, 1) + 1) - 1;
        if (grid_.find("radix"))
            if (const auto why = kernels::refuse_ports(grid_.collective(at), n, ports))
                report("radix", grid_.value_index("radix", at), *why + ", the radix is one more",
                       "a smaller radix, or where = \"radix <= nodes\"");
        if (grid_.find("switch_ports") && !grid_.find("technology")) look_at_blocks(at, n, ports);
        if (number("mirrored", at, 0) != 0) look_at_mirrored(at, ports);
        if (const AxisValues* volumes = grid_.find("volumes")) {
            const std::size_t i = grid_.value_index("volumes", at);
            if (volumes->labels[i] == "bridge" && ports > 1)
                report("volumes", i, "are stated for one port", "exact, or ports = 1");
        }
    }

    void look_at_mirrored(const Indices& at, std::int64_t ports) {
        const std::size_t i = grid_.value_index("mirrored", at);
        const std::string name(grid_.collective(at));
        if (grid_.rules != "bridge")
            report("mirrored", i, "is known under rules = bridge alone", "rules = \"bridge\"");
        else if (ports > 1)
            report("mirrored", i, "uses the other direction of one port", "ports = 1");
        for (const auto part : kernels::sequence_parts(name))
            if (!kernels::can_be_mirrored(part))
                report("mirrored", i, std::string(part) + " already sends both ways",
                       "ring or bruck, or mirrored = false");
    }

    void look_at_blocks(const Indices& at, std::int64_t n, std::int64_t ports) {
        const std::size_t i = grid_.value_index("switch_ports", at);
        const std::int64_t z = number("switch_ports", at, 2 * n);
        const std::string where = " on " + text(n) + " nodes";
        if (z < 2 || z > 2 * n)
            return report("switch_ports", i, "must be 2 to 2 nodes = " + text(2 * n) + where,
                          "as many as the switch has for these nodes");
        const std::int64_t block = (2 * n + z - 1) / z;
        const bool fits =
            kernels::is_power_of_two(static_cast<kernels::Node>(block)) && n % block == 0;
        if (!fits)
            report("switch_ports", i,
                   "makes blocks of " + text(block) + where +
                       ", which must be a power of two that divides them",
                   "2 nodes / block ports, for example " + text(2 * n) + " or " + text(n));
        if (block > 1 && ports > 1)
            report("switch_ports", i, "makes blocks, whose nodes have one port each",
                   "ports = 1, or " + text(2 * n) + " ports of the switch");
    }

    static constexpr std::size_t most_reported = 20;
    const GridSpec& grid_;
    Faults& faults_;
    std::set<std::string> reported_;
};

}  // namespace

void check_rules(const GridSpec& grid, Faults& faults) {
    RulesCheck(grid, faults).run();
}

}  // namespace lightsweep::sweeps
