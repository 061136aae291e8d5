#include <toml++/toml.h>

#include <exception>

#include "sweeps/spec/documents/document.hpp"

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

/// The quoted name in a message of the library; empty if there is none.
std::string quoted_name(std::string_view text) {
    const std::size_t open = text.find('\'');
    const std::size_t close = open == text.npos ? text.npos : text.find('\'', open + 1);
    if (close == text.npos) return "";
    return std::string(text.substr(open + 1, close - open - 1));
}

void add_syntax_fault(const toml::parse_error& error, const std::string& source, Faults& faults) {
    const Place place{static_cast<int>(error.source().begin.line), source};
    const std::string_view description = error.description();
    constexpr std::string_view repeated = "cannot redefine existing ";
    const std::size_t at = description.find(repeated);
    const std::string name = at == description.npos ? "" : quoted_name(description.substr(at));
    if (name.empty()) {
        faults.add(place, "", "", "not TOML: " + std::string(description),
                   "write key = value, texts in \"quotes\", lists in [brackets]");
    } else if (description.substr(at + repeated.size()).starts_with("table")) {
        faults.add(place, "", "", "table [" + name + "] is given twice",
                   "put all its keys below one [" + name + "]");
    } else {
        faults.add(place, "", "", "key '" + name + "' is given twice", "remove one");
    }
}

}  // namespace

std::optional<Value> parse_toml(std::string_view text, const std::string& source, Faults& faults) {
    try {
        return convert(toml::parse(text), source, 0);
    } catch (const toml::parse_error& error) {
        add_syntax_fault(error, source, faults);
    } catch (const TooDeep& error) {
        faults.add({error.line, source}, "", "", "nested too deeply",
                   "at most " + std::to_string(max_document_depth) + " levels");
    }
    return std::nullopt;
}

}  // namespace lightsweep::sweeps
