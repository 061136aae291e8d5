#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

KeyEntry text_key(std::string name, std::string description, std::string example,
                  std::vector<std::string> words = {}) {
    return {std::move(name),       Kind::text,      true, Domain::any, std::move(description),
            "\"" + example + "\"", std::move(words)};
}

KeyEntry count_key(std::string name, Domain domain, std::string description, std::string example) {
    return {std::move(name),        Kind::count,        true, domain,
            std::move(description), std::move(example), {}};
}

KeyEntry physical_key(std::string name, Kind kind, Domain domain, std::string description,
                      std::string example) {
    return {std::move(name),       kind, false, domain, std::move(description),
            "\"" + example + "\"", {}};
}

KeyEntry optional_key(std::string name, std::string description, std::string example) {
    KeyEntry key = physical_key(std::move(name), Kind::seconds, Domain::non_negative,
                                std::move(description), std::move(example));
    key.optional = true;
    return key;
}

/// A physical key that is a plain number.
KeyEntry hop_cost_key() {
    KeyEntry key{"hop_cost",
                 Kind::count,
                 false,
                 Domain::non_negative,
                 "multiplies per_hop_latency, for sensitivity",
                 "2",
                 {}};
    key.optional = true;
    return key;
}

/// Keys of OpTree's eq. 3 for O/E/O conversion and packets; all are optional.
std::vector<KeyEntry> conversion_keys() {
    std::vector<KeyEntry> keys{
        {"conversion",
         Kind::text,
         false,
         Domain::any,
         "O/E/O conversion of a step: none, one cycle, or one cycle per flit",
         "\"pipelined\"",
         {"none", "pipelined", "per-flit"}},
        {"flit",
         Kind::bytes,
         false,
         Domain::positive,
         "bytes that one cycle converts",
         "\"32B\"",
         {}},
        {"cycle",
         Kind::seconds,
         false,
         Domain::positive,
         "duration of one cycle of the conversion",
         "\"1ns\"",
         {}},
        {"packet",
         Kind::bytes,
         false,
         Domain::positive,
         "items are filled up to whole packets of so many bytes",
         "\"128B\"",
         {}}};
    for (auto& key : keys) key.optional = true;
    return keys;
}

std::vector<KeyEntry> collective_keys() {
    return {
        text_key("collective", "primitive/algorithm, several joined by +, or custom",
                 "allreduce/halving-doubling"),
        text_key("primitive", "collective operation, with algorithm", "allreduce"),
        text_key("algorithm", "algorithm of the primitive", "swing"),
        text_key("order", "distance order of the reduce-scatter", "near", {"near", "far"}),
        count_key("ports", Domain::natural,
                  "nodes that a step of alltoall/shift or of Bruck sends to at once", "2"),
        {"dims",
         Kind::tuple,
         true,
         Domain::natural,
         "extents of a torus or grid, and of algorithms along as many dimensions",
         "[8, 16]",
         {}},
        count_key("radix", Domain::at_least_two, "radix of Bruck's algorithm: ports + 1", "2"),
        text_key(
            "volumes",
            "as the blocks need, or as a paper counts: bridge (Bruck), swot (Bruck, shift, ring)",
            "exact", {"exact", "bridge", "swot"}),
        {"mirrored",
         Kind::flag,
         true,
         Domain::any,
         "Bruck and ring: half of the message goes the other way round at the same time",
         "true",
         {}},
    };
}

std::vector<KeyEntry> fabric_keys() {
    return {
        text_key("topology", "base topology", "ring"),
        {"offsets",
         Kind::tuple,
         true,
         Domain::integer,
         "signed offsets of a circulant",
         "[1, -1]",
         {}},
        count_key("nodes", Domain::natural, "number of nodes", "64"),
        count_key("degree", Domain::natural, "optical ports per node", "2"),
        count_key("transmitters", Domain::natural,
                  "circuits that a node may have out, and in, during a round (rules = pccl), or in "
                  "each direction during a step (optree)",
                  "1"),
        text_key("split", "a round of more circuits becomes several rounds, or circuits share",
                 "rounds", {"rounds", "circuits"}),
        count_key("seed", Domain::whole, "which random-regular graph", "1"),
        count_key("flow_gap", Domain::fraction,
                  "largest certified gap of concurrent flow; 0: exact", "0.05"),
        count_key("pool_size", Domain::natural, "bases that the best pool may keep", "3"),
        count_key("switch_ports", Domain::natural,
                  "ports of the switch, 2 nodes to 2 each: fewer make electrical blocks", "128"),
        text_key("technology", "optical switch, for its delay and its ports", "rotornet"),
        count_key("planes", Domain::natural, "optical planes, or equal lanes, per node", "4"),
        {"plane_speeds",
         Kind::tuple,
         true,
         Domain::whole,
         "bandwidth of each plane in percent of an ordinary one; 0: it has failed",
         "[100, 100, 50]",
         {}},
        {"plane_delays",
         Kind::tuple,
         true,
         Domain::whole,
         "reconfiguration delay of each plane in percent of the given one",
         "[100, 100, 1000]",
         {}},
        count_key("wavelengths", Domain::natural, "wavelengths per fibre and direction", "64"),
        count_key("stages", Domain::natural,
                  "k of OpTree's formula; the best, by the option k_rule, if not given", "6"),
        count_key("items_per_node", Domain::natural,
                  "equal parts that a node's item is cut into, each a lightpath's load", "2"),
        text_key("standing", "circuits that stand are charged with every step, or held for nothing",
                 "charged", {"charged", "held"}),
        text_key("link_bandwidth", "every link has the full bandwidth, or its share", "full",
                 {"full", "split"}),
        text_key("route", "route rule", "dor", {"dor", "lex", "ecmp", "path", "flow"}),
        text_key("initial",
                 "before the first step: base or free; on switch planes free, first or cold",
                 "free"),
        {"restore",
         Kind::flag,
         true,
         Domain::any,
         "whether the base is set up again after the collective",
         "true",
         {}},
    };
}

std::vector<KeyEntry> physical_keys() {
    constexpr Domain non_negative = Domain::non_negative;
    constexpr Domain positive = Domain::positive;
    return {
        physical_key("message", Kind::bytes, non_negative, "bytes of the whole vector", "8MiB"),
        physical_key("item", Kind::bytes, non_negative, "bytes of one node's item", "64KiB"),
        physical_key("bandwidth", Kind::rate, positive, "whole node, one direction", "800Gbps"),
        physical_key("link_rate", Kind::rate, positive, "one link", "400Gbps"),
        physical_key("plane_bandwidth", Kind::rate, positive, "one plane of a node", "200Gbps"),
        physical_key("wavelength_bandwidth", Kind::rate, positive, "one wavelength", "40Gbps"),
        physical_key("per_step_latency", Kind::seconds, non_negative, "start-up of a step",
                     "100ns"),
        physical_key("per_hop_latency", Kind::seconds, non_negative, "one link of a route",
                     "100ns"),
        hop_cost_key(),
        optional_key("port_delay", "added for every transmit port whose target changes", "10ns"),
        optional_key("compute_time", "computation before every step", "5us"),
        optional_key("wdm_reconfiguration_delay",
                     "of WDM rings in the place of reconfiguration_delay (rules = common)", "10us"),
        physical_key("reconfiguration_delay", Kind::seconds, non_negative,
                     "time without light while the topology changes", "10us"),
    };
}

/// Values of keys that are not given.
constexpr std::pair<std::string_view, std::string_view> fallbacks[] = {
    {"order", "the usual one of the algorithm"},
    {"ports", "1"},
    {"radix", "2"},
    {"volumes", "exact"},
    {"mirrored", "false"},
    {"degree", "as many as the topology has links"},
    {"transmitters", "no limit"},
    {"split", "rounds"},
    {"seed", "0"},
    {"flow_gap", "0"},
    {"pool_size", "all"},
    {"switch_ports", "2 nodes"},
    {"plane_speeds", "100 each"},
    {"plane_delays", "100 each"},
    {"stages", "by the option k_rule"},
    {"items_per_node", "1"},
    {"standing", "charged"},
    {"link_bandwidth", "full"},
    {"route", "dor; flow under rules = common"},
    {"initial", "base; free for subrings and planes"},
    {"restore", "false"},
    {"hop_cost", "1"},
    {"port_delay", "0"},
    {"compute_time", "0"},
    {"conversion", "none"},
    {"flit", "32B"},
    {"cycle", "1ns"},
    {"packet", "none"},
    {"wdm_reconfiguration_delay", "reconfiguration_delay"}};

}  // namespace

const std::vector<KeyEntry>& standard_keys() {
    static const std::vector<KeyEntry> keys = [] {
        std::vector<KeyEntry> all = collective_keys();
        for (const auto& group : {fabric_keys(), conversion_keys(), physical_keys()}) {
            all.insert(all.end(), group.begin(), group.end());
        }
        for (auto& key : all)
            for (const auto& [name, value] : fallbacks)
                if (key.name == name) key.fallback = value;
        return all;
    }();
    return keys;
}

}  // namespace lightsweep::sweeps
