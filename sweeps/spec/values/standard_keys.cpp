#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

// A row: name, kind, domain, description, example, value where it is not given, legal texts.
// In canonical order, which is the order of a grid's dimensions.

std::vector<KeyEntry> structural_keys() {
    using enum Kind;
    using enum Domain;
    return {
        {"collective", text, any, "primitive/algorithm, several joined by +, or custom",
         "\"allreduce/halving-doubling\""},
        {"primitive", text, any, "collective operation, with algorithm", "\"allreduce\""},
        {"algorithm", text, any, "algorithm of the primitive", "\"swing\""},
        word_key("order", "distance order of the reduce-scatter", "\"near\"",
                 "the usual one of the algorithm", {"near", "far"}),
        {"ports", count, natural,
         "nodes that a step of alltoall/shift or of Bruck sends to at once", "2", "1"},
        {"chunks",
         count,
         natural,
         "chunks that follow each other through a tree or chain; best: the number, at most 65,536, "
         "that is best for one-shot on switch planes that never change",
         "16",
         "best under rules = swot, else 16",
         {"best"}},
        {"root", count, whole, "root of a broadcast, reduce, gather or scatter", "3", "0"},
        word_key("shares",
                 "bucket-multiport: equal shares of the message for all ports, or the best ones",
                 "\"best\"", "equal", {"equal", "best"}),
        {"dims", tuple, natural,
         "extents of a torus or grid, and of algorithms along as many dimensions", "[8, 16]"},
        {"radix", count, at_least_two, "radix of Bruck's algorithm: ports + 1", "2", "2"},
        word_key(
            "volumes",
            "as the blocks need, or as a paper counts: bridge (Bruck), swot (Bruck, shift, ring)",
            "\"exact\"", "exact", {"exact", "bridge", "swot"}),
        {"mirrored", flag, any,
         "Bruck and ring: half of the message goes the other way round at the same time", "true",
         "false"},
        {"matrix", text, any,
         "bytes from every node to every other one: CSV files, n lines of n numbers; or one matrix "
         "as a list of lists",
         "\"traffic.csv\""},
        word_key("generator",
                 "how a matrix is made: generator = { kind = \"zipf\", seed = 1, scale = \"1MiB\", "
                 "skew = 100 }, each a value or an axis",
                 "\"zipf\"", "", {"uniform", "zipf", "moe"}),
        {"generator_seed", count, whole, "seed of the generator", "1", "0"},
        {"generator_scale", bytes, natural, "scale of its entries", "\"1MiB\"", "1MiB"},
        {"generator_skew", count, whole,
         "percent of the bytes that it distributes; the rest is spread evenly", "100", "100"},
        word_key("cut", "how a matrix becomes steps, for schedulers that take steps", "\"shifts\"",
                 "shifts", {"shifts", "fewest", "birkhoff", "solstice"}),
        word_key(
            "permutations",
            "birkhoff: the exact decomposition, the fewest permutations, or the best prefix of "
            "the one before the other",
            "\"best\"", "best", {"exact", "best", "fewest"}),
        {"topology", text, any, "base topology", "\"ring\""},
        {"offsets", tuple, integer, "signed offsets of a circulant", "[1, -1]"},
        {"nodes", count, natural, "number of nodes", "64"},
        {"groups", text, any,
         "the collective runs in all groups of nodes at once; message is one group's: groups = { "
         "size = 8, stride = 1 }, each a value or an axis, or lists of nodes",
         "[[0, 1], [2, 3]]", "all nodes"},
        {"group_size", count, at_least_two, "nodes of a group", "8", "all nodes"},
        {"group_stride", count, natural, "from one member of a group to the next", "1", "1"},
        {"degree", count, natural, "optical ports per node", "2",
         "as many as the topology has links"},
        {"transmitters", count, natural,
         "circuits that a node may have out, and in, during a round (rules = pccl), or in "
         "each direction during a step (optree)",
         "1", "no limit"},
        word_key("split", "a round of more circuits becomes several rounds, or circuits share",
                 "\"rounds\"", "rounds", {"rounds", "circuits"}),
        {"seed", count, whole, "which random-regular graph", "1", "0"},
        {"flow_gap", count, fraction, "largest certified gap of concurrent flow; 0: exact", "0.05",
         "0"},
        {"pool_size", count, natural, "bases that the best pool may keep", "3", "all"},
        {"switch_ports", count, natural,
         "ports of the switch, 2 nodes to 2 each: fewer make electrical blocks", "128", "2 nodes"},
        {"technology", text, any, "optical switch, for its delay and its ports", "\"rotornet\""},
        {"planes", count, natural, "optical planes, or equal lanes, per node", "4"},
        {"plane_speeds", tuple, whole,
         "bandwidth of each plane in percent of an ordinary one; 0: it has failed",
         "[100, 100, 50]", "100 each"},
        {"plane_delays", tuple, whole,
         "reconfiguration delay of each plane in percent of the given one", "[100, 100, 1000]",
         "100 each"},
        {"wavelengths", count, natural, "wavelengths per fibre and direction", "64"},
        {"stages", count, natural,
         "k of OpTree's formula; the best, by the option k_rule, if not given", "6",
         "by the option k_rule"},
        {"items_per_node", count, natural,
         "equal parts that a node's item is cut into, each a lightpath's load", "2", "1"},
        word_key("standing", "circuits that stand are charged with every step, or held for nothing",
                 "\"charged\"", "charged", {"charged", "held"}),
        word_key("link_bandwidth", "every link has the full bandwidth, or its share", "\"full\"",
                 "full", {"full", "split"}),
        word_key("route", "route rule", "\"dor\"", "dor; flow under rules = common",
                 {"dor", "lex", "ecmp", "path", "flow"}),
        word_key(
            "hops",
            "under route = flow a step is charged the links between its farthest pair, or those "
            "of the farthest way that the flow takes; rotor: 1, or 2 over an intermediate node",
            "\"ways\"", "pairs; 1 with alltoall/matrix", {"pairs", "ways", "1", "2"}),
        {"initial", text, any,
         "before the first step: base or free; on switch planes free, first or cold", "\"free\"",
         "base; free for subrings and planes"},
        {"restore", flag, any, "whether the base is set up again after the collective", "true",
         "false"},
    };
}

/// Keys of OpTree's eq. 3 for O/E/O conversion and packets come first; they are optional.
std::vector<KeyEntry> physical_keys() {
    using enum Kind;
    using enum Domain;
    return {
        word_key("conversion", "O/E/O conversion of a step: none, one cycle, or one cycle per flit",
                 "\"pipelined\"", "none", {"none", "pipelined", "per-flit"}),
        {"flit", bytes, positive, "bytes that one cycle converts", "\"32B\"", "32B"},
        {"cycle", seconds, positive, "duration of one cycle of the conversion", "\"1ns\"", "1ns"},
        {"packet", bytes, positive, "items are filled up to whole packets of so many bytes",
         "\"128B\"", "none"},
        {"message", bytes, non_negative, "bytes of the whole vector", "\"8MiB\""},
        {"item", bytes, non_negative, "bytes of one node's item", "\"64KiB\""},
        {"bandwidth", rate, positive, "whole node, one direction", "\"800Gbps\""},
        {"link_rate", rate, positive, "one link", "\"400Gbps\""},
        {"plane_bandwidth", rate, positive, "one plane of a node", "\"200Gbps\""},
        {"wavelength_bandwidth", rate, positive, "one wavelength", "\"40Gbps\""},
        {"per_step_latency", seconds, non_negative, "start-up of a step", "\"100ns\""},
        {"per_hop_latency", seconds, non_negative, "one link of a route", "\"100ns\""},
        {"hop_cost", count, non_negative, "multiplies per_hop_latency, for sensitivity", "2", "1"},
        {"port_delay", seconds, non_negative, "added for every transmit port whose target changes",
         "\"10ns\"", "0"},
        {"compute_time", seconds, non_negative, "computation before every step", "\"5us\"", "0"},
        {"wdm_reconfiguration_delay", seconds, non_negative,
         "of WDM rings in the place of reconfiguration_delay (rules = common)", "\"10us\"",
         "reconfiguration_delay"},
        {"reconfiguration_delay", seconds, non_negative,
         "time without light while the topology changes", "\"10us\""},
    };
}

}  // namespace

KeyEntry word_key(std::string name, std::string description, std::string example,
                  std::string fallback, std::vector<std::string> words) {
    return {std::move(name),    Kind::text,          Domain::any,     std::move(description),
            std::move(example), std::move(fallback), std::move(words)};
}

const std::vector<KeyEntry>& standard_keys() {
    static const std::vector<KeyEntry> keys = [] {
        std::vector<KeyEntry> all = structural_keys();
        for (KeyEntry& key : physical_keys()) {
            key.structural = false;
            key.optional = !key.fallback.empty();
            all.push_back(std::move(key));
        }
        return all;
    }();
    return keys;
}

const std::vector<GridKey>& other_grid_keys() {
    static const std::vector<GridKey> keys = {
        {"name", "a name", "a fault", "\"ring\"", "name of the grid's groups in the result file",
         "every grid", false},
        {"study", "name", "none", "\"fibres\"",
         "asks a study, whose keys `lightsweep list studies` prints", "every grid", true},
        {"zip", "list of keys", "none", "[\"planes\", \"plane_bandwidth\"]",
         "keys that vary together, value by value", "every grid", false},
        {"where", "condition, or a list of them", "all points", "\"nodes <= 64\"",
         "the points that are kept", "every grid", false},
        {"steps", "list of steps", "none", "[{ shift = 1, bytes = \"1MiB\" }]",
         "steps of the collective: shift, xor, peer or cfg, and bytes; lists for several peers",
         "custom", true},
        {"file", "path", "none", "\"steps.toml\"",
         "file of the steps, in the place of steps; paths start at the sweep file's folder",
         "custom", true},
        {"parallel", "list of entries", "none",
         "[{ collective = \"allreduce/ring\", groups = { size = 4 }, message = \"1MB\" }]",
         "collectives side by side: collective, groups, message or steps, and name of each",
         "every grid", true},
        {"edges", "path", "none", "\"links.txt\"", "file of lines `from to [capacity]`", "edges",
         true},
        {"pool", "list of topologies", "none", "[\"ring\", \"circulant(1,9)\"]",
         "bases that the switches can take beside topology", "schedulers with a pool", true},
        {"switching", "whole, links, or a matrix of factors", "whole", "\"links\"",
         "price of a change within pool: one delay, its share of the links, or a factor on the "
         "delay from each member (row) to each other",
         "schedulers with a pool", true}};
    return keys;
}

}  // namespace lightsweep::sweeps
