#pragma once
// The reference of all keys of a sweep file, written from the tables that the reader uses.

#include <iosfwd>
#include <string>

namespace lightsweep::sweeps {

/// For a terminal: a paragraph per key.
void print_keys(std::ostream& out);

/// The paragraph of one key; false if there is none of that name.
bool print_key_called(const std::string& name, std::ostream& out);

/// As a table in Markdown: key, value, value where it is not given, example, meaning, who reads it.
void print_keys_as_markdown(std::ostream& out);

}  // namespace lightsweep::sweeps
