#pragma once
// Overrides: values from the command line, --set axis=value.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

/// Keys at the top of a sweep file, besides the tables of the schedulers.
const std::vector<std::string>& top_level_keys();

/// A value as typed in a shell: TOML ("[8, 16]", "{ from = 1, ... }"), a bare word or quantity
/// (ring, 8MiB), or a list of these with or without brackets (8MiB,16MiB). nullopt after adding a
/// fault that names the source.
std::optional<Value> parse_assigned_value(std::string_view text, const std::string& source,
                                          Faults& faults);

/// Applies overrides "key=value" to a parsed sweep before it is validated:
///
///     grid.NAME.key=value     that grid only
///     fabric.key=value        [fabric] only
///     SCHEDULER.option=value  an option of a scheduler
///     title=..., seed=...     a top-level key
///     key=value               [fabric] and every grid that has it; added to [fabric] if none has
///
/// Faults name the option ("--set nodes=12") instead of a line.
void apply_overrides(Value& root, const std::vector<std::string>& overrides,
                     const Vocabulary& vocabulary, Faults& faults);

}  // namespace lightsweep::sweeps
