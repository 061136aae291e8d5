// Files that a sweep names.
#pragma once

#include <optional>
#include <string>

#include "sweeps/spec/custom_steps.hpp"

namespace lightsweep::sweeps {

/// The path as it is if absolute, else below the directory.
std::string resolved_path(const std::string& path, const std::string& directory);

/// The contents, or nullopt with the reason: not there, no regular file, larger than 256 MiB.
std::optional<std::string> read_text_file(const std::string& path, std::string& problem);

/// The text cut into lines, numbered from 1, without line ends (\n or \r\n).
TextFile split_lines(std::string path, const std::string& text);

}  // namespace lightsweep::sweeps
