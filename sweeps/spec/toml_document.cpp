#include <toml++/toml.h>

#include <exception>
#include <sstream>

#include "sweeps/spec/document.hpp"

namespace lightsweep::sweeps {
namespace {

struct TooDeep : std::exception {
    explicit TooDeep(int at) : line(at) {}
    int line;
};

Value convert(const toml::node& node, const std::string& source, int depth);

void convert_scalar(const toml::node& node, Value& out) {
    if (const auto* text = node.as_string()) {
        out.type = Value::Type::text;
        out.text = text->get();
    } else if (const auto* integer = node.as_integer()) {
        out.type = Value::Type::integer;
        out.integer = integer->get();
    } else if (const auto* real = node.as_floating_point()) {
        out.type = Value::Type::real;
        out.real = real->get();
    } else if (const auto* flag = node.as_boolean()) {
        out.type = Value::Type::boolean;
        out.boolean = flag->get();
    } else {
        out.text = "a date or time";
    }
}

void convert_table(const toml::table& table, Value& out, const std::string& source, int depth) {
    out.type = Value::Type::table;
    for (const auto& [key, child] : table) {
        out.members.push_back({std::string(key.str()), convert(child, source, depth + 1)});
    }
}

Value convert(const toml::node& node, const std::string& source, int depth) {
    Value out;
    out.place = {static_cast<int>(node.source().begin.line), source};
    if (depth > max_document_depth) throw TooDeep(out.place.line);
    if (const auto* table = node.as_table()) {
        convert_table(*table, out, source, depth);
    } else if (const auto* array = node.as_array()) {
        out.type = Value::Type::list;
        for (const auto& child : *array) out.items.push_back(convert(child, source, depth + 1));
    } else {
        convert_scalar(node, out);
    }
    return out;
}

}  // namespace

std::optional<Value> parse_toml(std::string_view text, const std::string& source, Faults& faults) {
    try {
        return convert(toml::parse(text), source, 0);
    } catch (const toml::parse_error& error) {
        const int line = static_cast<int>(error.source().begin.line);
        faults.add({line, source}, "", "", "not TOML: " + std::string(error.description()));
    } catch (const TooDeep& error) {
        faults.add({error.line, source}, "", "", "nested too deeply");
    }
    return std::nullopt;
}

}  // namespace lightsweep::sweeps
