#pragma once
// Documents: a parsed TOML or JSON text as plain values that know their place, independent of the
// parser.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

struct Member;

/// One value; `type` says which field is used. `other` stands for dates and null, which are never
/// legal.
struct Value {
    enum class Type { boolean, integer, real, text, list, table, other };
    Type type = Type::other;
    bool boolean = false;
    std::int64_t integer = 0;
    double real = 0.0;
    std::string text;
    std::vector<Value> items;
    std::vector<Member> members;  ///< members of a table, in the order of the parser
    Place place;
    std::string path;  ///< name in messages: "grid.ring.nodes", "grid.ring.nodes[2]"

    bool is(Type wanted) const { return type == wanted; }
    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);
    /// Adds the member, or replaces its value.
    void set(const std::string& key, Value value);
    void erase(std::string_view key);
    /// The value as a message quotes it, shortened: "12", "8MiB", "[8, 16]".
    std::string quoted() const;
    /// The type in words: "a list", "a table", ...
    std::string_view type_name() const;
    /// Sets the place of this value and of everything below it.
    void move_to(const Place& origin);
    /// Sets the path of this value, and below it those of its items and members.
    void rename(const std::string& name);
    /// Adds a fault of this value.
    void refuse(std::string problem, std::string remedy, Faults& faults) const;
};

struct Member {
    std::string key;
    Value value;
};

Value text_value(std::string text, Place place = {});

/// Deepest nesting of TOML.
inline constexpr int max_document_depth = 32;

/// The root table, whose members are named by their keys, or nullopt and one fault with the line.
/// source: name of the file in faults; empty for the sweep file itself.
std::optional<Value> parse_toml(std::string_view text, const std::string& source, Faults& faults);

/// The root object, or nullopt and the error, as parsed_json (json_place.hpp) tells it.
std::optional<Value> parse_json(std::string_view text, std::string& error);

/// A number, text, boolean or null as the member of an object would read; nullopt for other texts.
std::optional<Value> parse_json_scalar(std::string_view text);

/// The value as JSON on one line, members in their order; parse_json reads it back.
std::string json_of(const Value& value);

}  // namespace lightsweep::sweeps
