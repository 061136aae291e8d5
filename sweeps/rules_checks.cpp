// What the accounting (key `rules`) asks of a grid, and the keys that belong to one accounting or
// to Bruck or to switch planes alone: route, initial, restore, mirrored, volumes, radix,
// switch_ports, plane_speeds, plane_delays, wdm_reconfiguration_delay. Before any work.
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
        if (grid_.rules == "swot") check_planes();
        if (grid_.rules == "common") check_lanes();
        check_initial();
        check_ring_delay();
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
        for (const char* key : {"plane_speeds", "plane_delays"}) check_tuple(key);
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

    void check_planes() {
        for (const char* key : {"topology", "degree", "link_bandwidth", "compute_time",
                                "port_delay", "per_hop_latency"})
            if (grid_.find(key))
                report(key, 0, "means nothing under rules = swot, whose planes switch circuits",
                       "remove it");
        check_swot_volumes();
        check_count("planes");
        if (!grid_.pool.empty())
            faults_.add(grid_.pool[0].place, grid_.pool[0].path, grid_.pool[0].text,
                        "rules = swot know no pool", "rules = \"addanki\", or no pool");
    }

    /// Bases that are lanes, and keys that the common accounting has no use for.
    void check_lanes() {
        const AxisValues* topology = grid_.find("topology");
        for (std::size_t i = 0; topology && i < topology->size(); ++i) {
            const auto& name = topology->labels[i];
            if (name != "ring-uni" && name != "ring" && name != "torus2d" && name != "wdm-ring")
                report("topology", i,
                       "is no base of rules = common, where a node's lanes are equal",
                       "ring-uni, ring, torus2d or wdm-ring");
        }
        for (const char* key : {"degree", "link_bandwidth", "flow_gap"})
            if (grid_.find(key))
                report(key, 0, "means nothing under rules = common, where links are lanes",
                       "remove it; planes is the number of lanes of a node");
        if (grid_.find("compute_time"))
            report("compute_time", 0, "is no part of a step under rules = common",
                   "remove it, or add it to per_step_latency, which every step pays");
        if (grid_.find("switch_ports"))
            report("switch_ports", 0,
                   "means nothing under rules = common, where all lanes are alike", "remove it");
        if (grid_.find("port_delay"))
            report("port_delay", 0,
                   "is not charged under rules = common, where a change is one delay however many "
                   "ports it touches",
                   "remove it, or take addanki-ports and rules = \"addanki\"");
        if (!grid_.pool.empty())
            faults_.add(grid_.pool[0].place, grid_.pool[0].path, grid_.pool[0].text,
                        "rules = common know no pool: segments has one of its own",
                        "rules = \"addanki\", or no pool");
        check_count("planes");
        if (topology == nullptr) return;
        const auto& names = topology->labels;
        const bool rings = std::find(names.begin(), names.end(), "wdm-ring") != names.end();
        const bool lanes = rings ? names.size() > 1 : true;
        if (lanes && !grid_.find("planes"))
            report("topology", rings && names[0] == "wdm-ring" ? 1 : 0,
                   "has lanes, and planes, their number per node, is missing",
                   "for example planes = 4");
        if (rings && !grid_.find("wavelengths"))
            report("topology",
                   static_cast<std::size_t>(std::find(names.begin(), names.end(), "wdm-ring") -
                                            names.begin()),
                   "has wavelengths, and their number per fibre is missing",
                   "for example wavelengths = 64");
    }

    void check_count(const char* key) {
        const AxisValues* axis = grid_.find(key);
        for (std::size_t i = 0; axis && i < axis->size(); ++i)
            if (axis->numbers[i] > most_planes)
                report(key, i, "are more than any node has ports", "at most " + text(most_planes));
    }

    /// SWOT's own volumes are known of three algorithms.
    void check_swot_volumes() {
        const AxisValues* volumes = grid_.find("volumes");
        for (std::size_t i = 0; volumes && i < volumes->size(); ++i) {
            if (volumes->labels[i] != "swot") continue;
            bool open = false, changes = false;
            for (const auto& name : collectives_of(grid_))
                for (const auto part : kernels::sequence_parts(name)) {
                    open |= part.ends_with("/any");
                    changes |= part == "alltoall/shift" || part == "allreduce/ring" ||
                               part.starts_with("alltoall/bruck");
                }
            if (open)
                report("volumes", i, "are known of some algorithms only, which no choice may mix",
                       "exact, or name the algorithms");
            else if (!changes)
                report("volumes", i,
                       "change alltoall/shift, alltoall/bruck and allreduce/ring alone",
                       "remove it");
        }
    }

    /// A percentage for every plane.
    void check_tuple(const char* key) {
        const AxisValues* axis = grid_.find(key);
        if (!axis) return;
        if (grid_.rules != "swot")
            return report(key, 0, "is known under rules = swot alone", "rules = \"swot\"");
        if (!grid_.find("planes")) return;
        for_each_combination(grid_, {"planes", key}, [&](const Indices& at) {
            if (grid_.verdict(at) != Verdict::no) look_at_tuple(*axis, at);
            return reported_.size() < most_reported;
        });
    }

    void look_at_tuple(const AxisValues& axis, const Indices& at) {
        const std::size_t i = grid_.value_index(axis.key, at);
        const auto& percent = axis.tuples[i];
        const auto planes = static_cast<std::size_t>(number("planes", at, 1));
        if (percent.size() != planes)
            report(axis.key, i,
                   "has " + text(static_cast<std::int64_t>(percent.size())) + " entries on " +
                       text(static_cast<std::int64_t>(planes)) + " planes",
                   "one for every plane, for example 100 each");
        else if (axis.key == "plane_speeds" &&
                 std::all_of(percent.begin(), percent.end(), [](auto p) { return p == 0; }))
            report(axis.key, i, "leaves no plane that works", "more than 0 for one of them");
    }

    void check_route() {
        const AxisValues* route = grid_.find("route");
        for (std::size_t i = 0; route && i < route->size(); ++i) {
            const auto& rule = route->labels[i];
            if (grid_.rules == "common") {
                if (rule != "flow" && rule != "path")
                    report("route", i, "is no route rule of rules = common", "flow or path");
            } else if (grid_.rules != "pccl")
                report("route", i, "is a rule of shortest paths, which rules = pccl alone have",
                       "rules = \"pccl\", or no route");
            else if (rule != "dor" && rule != "lex" && rule != "ecmp")
                report("route", i, "is no rule of shortest paths", "dor, lex or ecmp");
        }
    }

    void check_initial() {
        if (grid_.find("initial") && grid_.rules != "bridge" && grid_.rules != "swot")
            report("initial", 0, "is known under rules = bridge alone", "rules = \"bridge\"");
        if (grid_.find("restore") && grid_.rules != "bridge" && grid_.rules != "common")
            report("restore", 0, "is known under rules = bridge and common alone",
                   "rules = \"bridge\", rules = \"common\", or remove it");
        const AxisValues* initial = grid_.find("initial");
        for (std::size_t i = 0; initial && i < initial->size(); ++i)
            if (grid_.rules == "swot") {
                const auto& word = initial->labels[i];
                if (word != "free" && word != "first" && word != "cold")
                    report("initial", i, "is nothing that switch planes start with",
                           "free: each holds its own first configuration; first: all that of the "
                           "first step; cold: none");
            } else if (initial->labels[i] != "base" && initial->labels[i] != "free")
                report("initial", i, "is nothing that a scheduler of this build starts on",
                       "base, which is the ring here, or free: the first subring stands already");
    }

    /// The delay of WDM rings beside that of switches.
    void check_ring_delay() {
        const char* key = "wdm_reconfiguration_delay";
        if (!grid_.find(key)) return;
        if (grid_.rules != "common")
            return report(key, 0, "is known under rules = common alone",
                          "reconfiguration_delay, or rules = \"common\"");
        const AxisValues* topology = grid_.find("topology");
        if (topology && std::find(topology->labels.begin(), topology->labels.end(), "wdm-ring") ==
                            topology->labels.end())
            report(key, 0, "is that of WDM rings, and no topology here is one",
                   "topology = [..., \"wdm-ring\"] with wavelengths, or remove it");
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
            if (volumes->labels[i] == "bridge" && grid_.rules == "common")
                report("volumes", i,
                       "are more than the blocks need; under rules = common every scheduler moves "
                       "the same bytes",
                       "exact, or rules = \"bridge\"");
            if (volumes->labels[i] == "swot" && grid_.rules != "swot")
                report("volumes", i, "are known under rules = swot alone",
                       "exact, or rules = \"swot\"");
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
    static constexpr std::int64_t most_planes = 256;
    const GridSpec& grid_;
    Faults& faults_;
    std::set<std::string> reported_;
};

}  // namespace

void check_rules(const GridSpec& grid, Faults& faults) {
    RulesCheck(grid, faults).run();
}

}  // namespace lightsweep::sweeps
