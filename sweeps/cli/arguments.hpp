#pragma once
// Values of flags and names of files as people give them, checked before anything is done.

#include <cstdint>
#include <string>

namespace lightsweep::sweeps {

/// The number of a flag, e.g. --limit 40. Throws BadInput naming flag, value and what is legal.
///
/// legal  how messages put the range: "0 (all rows) or more"
std::int64_t read_whole(const std::string& flag, const std::string& text, std::int64_t least,
                        std::int64_t most, const std::string& legal);

/// Throws BadInput if a folder has that name.
void refuse_folder(const std::string& path);

/// Throws BadInput if there is no file of that name, or if it is a folder, and IoError if it may
/// not be read. What the file holds is its reader's to check.
void require_file(const std::string& path);

}  // namespace lightsweep::sweeps
