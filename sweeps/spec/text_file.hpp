#pragma once
// Text files that a sweep names.

#include <optional>
#include <string>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

/// A file named in a sweep, read but not parsed: `edges = "file"`.
///
///   place, key  where the sweep names it, and its name in messages: "grid.ring.edges"
struct TextFile {
    struct Line {
        int number = 0;  ///< 1-based
        std::string text;
    };
    std::string path;  ///< resolved against the folder of the sweep file
    std::vector<Line> lines;
    Place place{};
    std::string key{};
};

/// The path itself if it is absolute, otherwise the path below the directory.
std::string resolved_path(const std::string& path, const std::string& directory);

/// The content; or nullopt with the reason: the file does not exist, is not a regular file, or is
/// larger than 256 MiB.
std::optional<std::string> read_text_file(const std::string& path, std::string& problem);

/// The text split into lines, numbered from 1, without line ends (\n or \r\n).
TextFile split_lines(std::string path, const std::string& text);

}  // namespace lightsweep::sweeps
