#include "sweeps/spec/text_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

namespace lightsweep::sweeps {
namespace {

constexpr std::uintmax_t largest_file = 256U << 20U;

}  // namespace

std::string resolved_path(const std::string& path, const std::string& directory) {
    const std::filesystem::path given(path);
    if (given.is_absolute() || directory.empty()) return path;
    return (std::filesystem::path(directory) / given).string();
}

std::optional<std::string> read_text_file(const std::string& path, std::string& problem) {
    // A zero byte would silently cut the name in the system call.
    const bool sound_name = path.find('\0') == std::string::npos;
    std::error_code error;
    const bool exists = sound_name && std::filesystem::exists(path, error);
    if (!exists) {
        problem = "there is no such file";
    } else if (!std::filesystem::is_regular_file(path, error)) {
        problem = "is not a file";
    } else if (std::filesystem::file_size(path, error) > largest_file) {
        problem = "is larger than 256 MiB";
    }
    if (!problem.empty()) return std::nullopt;
    std::ifstream stream(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (stream.is_open() && !stream.bad()) return text;
    problem = "cannot be read";
    return std::nullopt;
}

TextFile split_lines(std::string path, const std::string& text) {
    TextFile file{std::move(path), {}, {}, {}};
    std::istringstream stream(text);
    std::string line;
    while (std::getline(stream, line)) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        file.lines.push_back({static_cast<int>(file.lines.size()) + 1, line});
    }
    return file;
}

}  // namespace lightsweep::sweeps
