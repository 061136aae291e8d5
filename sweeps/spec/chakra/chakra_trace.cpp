#include "sweeps/spec/chakra/chakra_trace.hpp"

#include <filesystem>
#include <unordered_map>

#include "engine/io/errors.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::uint64_t longest_message = std::uint64_t{64} << 20U;
constexpr std::size_t most_traces = 4096, most_nodes = 50'000'000, most_unmet = 100'000;
constexpr unsigned as_int32 = 7, as_int64 = 9, as_bool = 27, as_text = 29;

/// The numbers of a node by name, with the types in which they are written.
struct NumberRow {
    const char* name;
    unsigned type;
    std::optional<std::int64_t> TraceNode::*value;
};
constexpr NumberRow numbers[] = {{"comm_type", as_int64, &TraceNode::kind},
                                 {"comm_size", as_int64, &TraceNode::bytes},
                                 {"comm_src", as_int32, &TraceNode::source},
                                 {"comm_dst", as_int32, &TraceNode::target},
                                 {"comm_tag", as_int32, &TraceNode::tag}};

void put_attribute(std::string& text, unsigned field, const char* name, unsigned type, auto value) {
    std::string attribute;
    put_bytes(attribute, 1, name);
    if constexpr (std::is_convertible_v<decltype(value), std::string_view>)
        put_bytes(attribute, type, value);
    else
        put_number(attribute, type, static_cast<std::uint64_t>(value));
    put_bytes(text, field, attribute);
}

std::string written(const TraceNode& one) {
    std::string node, waits;
    if (one.id > 0) put_number(node, 1, one.id);
    put_bytes(node, 2, one.name);
    put_number(node, 3, static_cast<std::uint64_t>(one.type));
    for (const auto wait : one.waits) put_varint(waits, wait);
    if (!waits.empty()) put_bytes(node, 5, waits);
    if (one.micros > 0) put_number(node, 7, one.micros);
    put_attribute(node, 10, "is_cpu_op", as_bool, one.on_cpu);
    for (const auto& row : numbers)
        if (one.*row.value) put_attribute(node, 10, row.name, row.type, *(one.*row.value));
    if (!one.group.empty())
        put_attribute(node, 10, "pg_name", as_text, std::string_view(one.group));
    return node;
}

/// An attribute's name and its value, whichever type it has.
struct Attribute {
    std::string name, text;
    std::optional<std::int64_t> whole{};
};

Attribute attribute_in(WireReader reader) {
    Attribute one;
    while (!reader.at_end()) {
        const auto field = reader.field();
        const auto number = static_cast<unsigned>(field.number);
        if (number == 1) one.name = field.bytes;
        if (number == as_text) one.text = field.bytes;
        const bool is_zigzag = number == 15 || number == 17;
        if (number >= as_int32 && number <= as_bool && number % 2 == 1)
            one.whole = static_cast<std::int64_t>(
                is_zigzag ? (field.value >> 1U) ^ -(field.value & 1U) : field.value);
    }
    return one;
}

void take(TraceNode& node, const Attribute& one) {
    if (one.name == "is_cpu_op") node.on_cpu = one.whole.value_or(0) != 0;
    if (one.name == "pg_name") node.group = one.text;
    for (const auto& row : numbers)
        if (one.name == row.name) node.*row.value = one.whole;
}

TraceNode node_in(WireReader reader) {
    TraceNode node;
    while (!reader.at_end()) {
        const auto field = reader.field();
        if (field.number == 1) node.id = field.value;
        if (field.number == 2) node.name = field.bytes;
        if (field.number == 3 && field.value > 7)
            reader.refuse("node " + std::to_string(node.id) +
                          ": type = " + std::to_string(field.value) + ", at most 7");
        if (field.number == 3) node.type = static_cast<TraceType>(field.value);
        if (field.number == 4 || field.number == 5) reader.append(field, node.waits);
        if (field.number == 7) node.micros = field.value;
        if (field.number == 8)
            for (auto inputs = reader.inside(field.bytes); !inputs.at_end();)
                if (const auto one = inputs.field(); one.number == 1) node.values = one.bytes;
        if (field.number == 10) take(node, attribute_in(reader.inside(field.bytes)));
    }
    return node;
}

}  // namespace

std::string written(const TraceFile& trace) {
    std::string head, all;
    put_bytes(head, 1, "0.0.4");
    for (const auto& [name, value] : trace.attributes)
        put_attribute(head, 2, name.c_str(), as_text, std::string_view(value));
    put_varint(all, head.size());
    all += head;
    for (const auto& node : trace.nodes) {
        const auto message = written(node);
        put_varint(all, message.size());
        all += message;
    }
    return all;
}

TraceFile read_trace(std::string_view text, const std::string& file, std::size_t before) {
    if (text.starts_with("\x1f\x8b"))
        throw engine::BadInput(file + ": is compressed by gzip; run gunzip first");
    WireReader all(text, file);
    if (all.at_end()) all.refuse("is empty");
    TraceFile trace;
    for (bool is_head = true; !all.at_end(); is_head = false) {
        const auto length = all.varint(5);
        if (length > longest_message) all.refuse("has a message above 64 MiB");
        auto message = all.inside(all.take(length));
        if (!is_head) trace.nodes.push_back(node_in(std::move(message)));
        if (const auto n = trace.nodes.size();
            n > 1 && trace.nodes[n - 1].id == trace.nodes[n - 2].id)
            all.refuse("has node " + std::to_string(trace.nodes.back().id) + " twice in a row");
        if (before + trace.nodes.size() > most_nodes)
            all.refuse("is the one with which the traces have more than 5e7 nodes");
        while (is_head && !message.at_end())
            if (const auto field = message.field(); field.number == 2) {
                auto one = attribute_in(message.inside(field.bytes));
                trace.attributes.emplace_back(std::move(one.name), std::move(one.text));
            }
    }
    return trace;
}

std::vector<std::vector<std::size_t>> waits_in(const TraceFile& trace, const std::string& place,
                                               std::vector<std::string>& faults) {
    const auto& nodes = trace.nodes;
    const auto fault = [&](const TraceNode& node, const std::string& what) {
        if (faults.size() >= most_unmet) return;
        faults.push_back(place + ": node " + std::to_string(node.id) + " (" +
                         node.name.substr(0, 60) + "): " + what);
    };
    std::vector<std::vector<std::size_t>> waits(nodes.size());
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!places.emplace(nodes[i].id, i).second) fault(nodes[i], "its id stands twice");
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const auto id : nodes[i].waits)
            if (const auto found = places.find(id); found == places.end())
                fault(nodes[i], "waits for node " + std::to_string(id) + ", which is not there");
            else
                waits[i].push_back(found->second);
    return waits;
}

std::vector<TraceFile> read_traces(const std::string& prefix) {
    std::vector<TraceFile> all;
    std::size_t nodes = 0;
    const auto name = [&] { return prefix + "." + std::to_string(all.size()) + ".et"; };
    do {
        if (all.size() == most_traces)
            throw engine::BadInput(name() + ": is beyond 4096 ranks; remove it");
        all.push_back(read_trace(file_text(name()), name(), nodes));
        nodes += all.back().nodes.size();
    } while (std::filesystem::exists(name()));
    return all;
}

}  // namespace lightsweep::sweeps
