#pragma once
// Checks of what people type before any work is done: flag values, file names, sweep files.

#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "engine/io/errors.hpp"
#include "sweeps/spec/sweep_spec.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

/// The number in a flag such as --limit 40. Throws BadInput that names the flag, the value and the
/// legal range.
///
///   legal  text of the range in messages: "0 (all rows) or more"
std::int64_t read_whole(const std::string& flag, const std::string& text, std::int64_t least,
                        std::int64_t most, const std::string& legal);

/// The quantity in a flag such as --walltime 2h, > 0 [SI]. Throws BadInput with the flag, the value
/// and the example.
double read_positive(const std::string& flag, const std::string& text, Kind kind,
                     const std::string& example);

/// Sets the limit of solvers/contract/memory.hpp: the text of --memory, or half of what the machine
/// has for each of the run's processes on it; divided by the threads that may make something at
/// once.
void set_memory_limit(const std::string& text, int processes = 1, int threads = 1);

/// The place of a value among the legal ones. Throws BadInput with the key, the value and these.
std::size_t read_choice(const std::string& key, const std::string& value,
                        const std::vector<std::string>& legal);

/// The number in such a value. Throws BadInput with the key, the value and the legal range.
template <typename Number>
Number read_number(const std::string& key, const std::string& text, Number least, Number most) {
    Number value{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size() || !(value >= least) ||
        !(value <= most)) {
        std::ostringstream legal;
        legal << "a number from " << least << " to " << most;
        throw engine::BadInput(key + " = " + text + ": give " + legal.str());
    }
    return value;
}

/// Bounds the memory of this process to its share of three quarters of the machine's: a file that
/// needs more is refused (std::bad_alloc), and no other process is ended for it.
void bound_memory(int processes = 1);

/// Throws BadInput if `path` is a folder.
void refuse_folder(const std::string& path);

/// Throws BadInput if the file does not exist or is a folder, and IoError if it may not be read.
/// Its reader checks the content.
void require_file(const std::string& path);

/// Reads a sweep file and checks it against everything that this build knows: the sweep, or all of
/// its faults, faults of the reader, and of the grids that it could read.
ReadResult load_sweep(const std::string& path, const std::vector<std::string>& overrides);

}  // namespace lightsweep::sweeps
