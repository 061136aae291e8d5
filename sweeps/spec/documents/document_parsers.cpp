// Parsers of TOML and JSON texts into documents.
#include <toml++/toml.h>
#include <exception>

#include "engine/io/errors.hpp"
#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/documents/json_place.hpp"

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

bool is_key_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '"' || c == '\'';
}

/// Where a comment or a text of one line that begins here ends: its last character, or the line's.
std::size_t end_of_stretch(std::string_view text, std::size_t begin) {
    const char kind = text[begin];
    std::size_t i = begin + 1;
    while (i < text.size() && text[i] != '\n' && (kind == '#' || text[i] != kind))
        i += kind == '"' && text[i] == '\\' ? 2 : 1;
    return i;
}

/// Throws TooDeep for a key of many dotted parts: the library nests a table per part, and takes
/// them apart by recursion.
void require_short_keys(std::string_view text) {
    int line = 1, dots = 0;
    bool is_part = false;  // a part of a key ends here
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '#' || c == '"' || c == '\'') i = end_of_stretch(text, i);
        line += i < text.size() && text[i] == '\n';
        if (c == ' ' || c == '\t') continue;
        dots = c == '.' && is_part ? dots + 1 : is_key_character(c) ? dots : 0;
        is_part = is_key_character(c);
        if (dots >= max_document_depth) throw TooDeep(line);
    }
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

using nlohmann::json;

Value convert(const json& node) {
    Value out;
    if (node.is_object()) {
        out.type = Value::Type::table;
        for (const auto& [key, child] : node.items()) {
            out.members.push_back({key, convert(child)});
        }
    } else if (node.is_array()) {
        out.type = Value::Type::list;
        for (const json& child : node) out.items.push_back(convert(child));
    } else if (node.is_string()) {
        out = text_value(node.get<std::string>());
    } else if (node.is_boolean()) {
        out.type = Value::Type::boolean;
        out.boolean = node.get<bool>();
    } else if (node.is_number_integer() &&
               (!node.is_number_unsigned() || node.get<std::uint64_t>() <= INT64_MAX)) {
        out.type = Value::Type::integer;
        out.integer = node.get<std::int64_t>();
    } else if (node.is_number()) {
        out.type = Value::Type::real;
        out.real = node.get<double>();
    } else {
        out.text = "null";
    }
    return out;
}

nlohmann::ordered_json written(const Value& value) {
    nlohmann::ordered_json out;
    if (value.is(Value::Type::boolean)) return value.boolean;
    if (value.is(Value::Type::integer)) return value.integer;
    if (value.is(Value::Type::real)) return value.real;
    if (value.is(Value::Type::text)) return value.text;
    if (value.is(Value::Type::list)) out = nlohmann::ordered_json::array();
    if (value.is(Value::Type::table)) out = nlohmann::ordered_json::object();
    for (const auto& item : value.items) out.push_back(written(item));
    for (const auto& member : value.members) out[member.key] = written(member.value);
    return out;
}

}  // namespace

std::optional<Value> parse_toml(std::string_view text, const std::string& source, Faults& faults) {
    try {
        require_short_keys(text);
        Value root = convert(toml::parse(text), source, 0);
        root.rename("");
        return root;
    } catch (const toml::parse_error& error) {
        add_syntax_fault(error, source, faults);
    } catch (const TooDeep& error) {
        faults.add({error.line, source}, "", "", "nested too deeply",
                   "at most " + std::to_string(max_document_depth) + " levels");
    }
    return std::nullopt;
}

std::string json_of(const Value& value) {
    return written(value).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::optional<Value> parse_json_scalar(std::string_view text) {
    const auto read = json::parse(text, nullptr, false);
    if (read.is_discarded() || read.is_structured()) return std::nullopt;
    return convert(read);
}

std::optional<Value> parse_json(std::string_view text, std::string& error) {
    try {
        Value root = convert(parsed_json(std::string(text), "problem"));
        if (root.is(Value::Type::table)) return root;
        error = "one JSON object is needed, not " + std::string(root.type_name());
    } catch (const engine::BadInput& fault) {
        error = fault.what();
    }
    return std::nullopt;
}

}  // namespace lightsweep::sweeps
