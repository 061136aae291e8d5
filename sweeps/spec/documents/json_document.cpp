#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "sweeps/spec/documents/document.hpp"

namespace lightsweep::sweeps {
namespace {

using nlohmann::json;

Value convert(const json& node, int depth) {
    if (depth > max_document_depth)
        throw std::invalid_argument("nested too deeply (at most 32 levels)");
    Value out;
    if (node.is_object()) {
        out.type = Value::Type::table;
        for (const auto& [key, child] : node.items()) {
            out.members.push_back({key, convert(child, depth + 1)});
        }
    } else if (node.is_array()) {
        out.type = Value::Type::list;
        for (const json& child : node) out.items.push_back(convert(child, depth + 1));
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

/// The library keeps the last of two equal keys, but a problem with two sizes must not run
/// silently.
class RepeatedKeys {
  public:
    bool operator()(int, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) seen_.emplace_back();
        if (event == json::parse_event_t::object_end && !seen_.empty()) seen_.pop_back();
        if (event == json::parse_event_t::key) check(parsed.get<std::string>());
        return true;
    }

  private:
    void check(const std::string& key) {
        if (seen_.empty() || seen_.back().insert(key).second) return;
        throw std::invalid_argument("key '" + key + "' is given twice (remove one)");
    }

    std::vector<std::set<std::string>> seen_;
};

/// A message about bytes that are not UTF-8 must itself be printable as JSON.
std::string printable(std::string text) {
    const std::size_t tail = text.find("; last read");
    if (tail != std::string::npos) text.erase(tail);
    const std::size_t head = text.find("] ");
    if (head != std::string::npos) text.erase(0, head + 2);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

}  // namespace

std::optional<Value> parse_json(std::string_view text, std::string& error) {
    constexpr std::size_t longest_message = 300;
    try {
        RepeatedKeys repeated;
        Value root = convert(json::parse(text.begin(), text.end(), std::ref(repeated)), 0);
        if (root.is(Value::Type::table)) return root;
        error = "one JSON object is needed, not " + std::string(root.type_name());
    } catch (const json::exception& failure) {
        error = "not JSON: " + shortened(printable(failure.what()), longest_message);
    } catch (const std::invalid_argument& failure) {
        error = shortened(failure.what(), longest_message);
    }
    return std::nullopt;
}

}  // namespace lightsweep::sweeps
