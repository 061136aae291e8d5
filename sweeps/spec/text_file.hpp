#pragma once
// Reads the files that a sweep names.

#include <optional>
#include <string>

#include "sweeps/spec/custom_steps.hpp"

namespace lightsweep::sweeps {

/// The path itself if it is absolute, otherwise the path below the directory.
std::string resolved_path(const std::string& path, const std::string& directory);

/// The content; or nullopt with the reason: the file does not exist, is not a regular file, or is
/// larger than 256 MiB.
std::optional<std::string> read_text_file(const std::string& path, std::string& problem);

/// The text split into lines, numbered from 1, without line ends (\n or \r\n).
TextFile split_lines(std::string path, const std::string& text);

}  // namespace lightsweep::sweeps
