#include "sweeps/interchange/chakra_trace.hpp"

#include <filesystem>

#include "engine/io/errors.hpp"
#include "sweeps/interchange/json_place.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::uint64_t longest_message = std::uint64_t{64} << 20U;
constexpr std::size_t most_traces = 4096, most_nodes_of_trace = 50'000'000;
constexpr int as_int32 = 7, as_int64 = 9, as_bool = 27, as_text = 29;

WireWriter named(const char* name) {
    WireWriter attribute;
    attribute.bytes(1, name);
    return attribute;
}
void add(WireWriter& node, const char* name, int type, std::optional<std::int64_t> value) {
    if (!value) return;
    auto attribute = named(name);
    attribute.number(type, static_cast<std::uint64_t>(*value));
    node.bytes(10, attribute.text());
}
void add_text(WireWriter& message, int field, const char* name, const std::string& value) {
    auto attribute = named(name);
    attribute.bytes(as_text, value);
    message.bytes(field, attribute.text());
}

std::string written(const TraceNode& one) {
    WireWriter node;
    node.number_unless_zero(1, one.id);
    node.bytes(2, one.name);
    node.number_unless_zero(3, static_cast<std::uint64_t>(one.type));
    node.packed(5, one.waits);
    node.number_unless_zero(7, one.micros);
    add(node, "is_cpu_op", as_bool, one.on_cpu);
    add(node, "comm_type", as_int64, one.kind);
    add(node, "comm_size", as_int64, one.bytes);
    add(node, "comm_src", as_int32, one.source);
    add(node, "comm_dst", as_int32, one.target);
    add(node, "comm_tag", as_int32, one.tag);
    if (!one.group.empty()) add_text(node, 10, "pg_name", one.group);
    return node.text();
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
        if (field.number == 1) one.name = field.bytes;
        if (field.number == as_text) one.text = field.bytes;
        const bool is_zigzag = field.number == 15 || field.number == 17;
        if (field.number >= as_int32 && field.number <= as_bool && field.number % 2 == 1)
            one.whole = static_cast<std::int64_t>(is_zigzag ? (field.value >> 1U) ^ -(field.value & 1U)
                                                            : field.value);
    }
    return one;
}

void take(TraceNode& node, Attribute one) {
    if (one.name == "is_cpu_op") node.on_cpu = one.whole.value_or(0) != 0;
    if (one.name == "comm_type") node.kind = one.whole;
    if (one.name == "comm_size") node.bytes = one.whole;
    if (one.name == "comm_src") node.source = one.whole;
    if (one.name == "comm_dst") node.target = one.whole;
    if (one.name == "comm_tag") node.tag = one.whole;
    if (one.name == "pg_name") node.group = std::move(one.text);
}

TraceNode node_in(WireReader reader) {
    TraceNode node;
    while (!reader.at_end()) {
        const auto field = reader.field();
        switch (field.number) {
            case 1:
                node.id = field.value;
                break;
            case 2:
                node.name = field.bytes;
                break;
            case 3:
                if (field.value > static_cast<std::uint64_t>(TraceType::collective))
                    reader.refuse("node " + std::to_string(node.id) + ": type = " +
                                  std::to_string(field.value) + ", at most 7");
                node.type = static_cast<TraceType>(field.value);
                break;
            case 4:
            case 5:
                reader.append(field, node.waits);
                break;
            case 7:
                node.micros = field.value;
                break;
            case 8:
                for (auto inputs = reader.inside(field.bytes); !inputs.at_end();)
                    if (const auto part = inputs.field(); part.number == 1)
                        node.inputs = part.bytes;
                break;
            case 10:
                take(node, attribute_in(reader.inside(field.bytes)));
                break;
            default:
                break;
        }
    }
    return node;
}

}  // namespace

std::string written(const TraceFile& trace) {
    WireWriter head, all;
    head.bytes(1, trace.version);
    for (const auto& [name, value] : trace.attributes) add_text(head, 2, name.c_str(), value);
    const auto append = [&](const std::string& message) {
        all.varint(message.size());
        all.raw(message);
    };
    append(head.text());
    for (const auto& node : trace.nodes) append(written(node));
    return all.text();
}

TraceFile read_trace(std::string_view text, const std::string& file) {
    if (text.starts_with("\x1f\x8b"))
        throw engine::BadInput(file + ": is compressed by gzip; run gunzip first");
    WireReader all(text, file);
    if (all.at_end()) all.refuse("is empty");
    TraceFile trace;
    bool is_head = true;
    while (!all.at_end()) {
        const auto length = all.varint(5);
        if (length > longest_message) all.refuse("has a message above 64 MiB");
        auto message = all.inside(all.take(length));
        if (!is_head) {
            trace.nodes.push_back(node_in(std::move(message)));
            if (trace.nodes.size() > most_nodes_of_trace) all.refuse("has more than 5e7 nodes");
            continue;
        }
        is_head = false;
        while (!message.at_end()) {
            const auto field = message.field();
            if (field.number == 1) trace.version = field.bytes;
            if (field.number != 2) continue;
            auto one = attribute_in(message.inside(field.bytes));
            trace.attributes.emplace_back(std::move(one.name), std::move(one.text));
        }
    }
    return trace;
}

std::vector<TraceFile> read_traces(const std::string& prefix) {
    std::vector<TraceFile> all;
    const auto name = [&] { return prefix + "." + std::to_string(all.size()) + ".et"; };
    do all.push_back(read_trace(file_text(name()), name()));
    while (all.size() < most_traces && std::filesystem::exists(name()));
    return all;
}

}  // namespace lightsweep::sweeps
