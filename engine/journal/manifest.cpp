#include "engine/journal/manifest.hpp"

#include <xxhash.h>

#include <cstdio>

#include "engine/journal/archive.hpp"

namespace lightsweep::engine {

std::uint64_t identity_of(const std::string& fingerprint, const Layout& layout) {
    Layout structure = layout;
    structure.attributes.clear();
    for (auto& group : structure.arrays) group.attributes.clear();
    for (auto& group : structure.ragged) group.attributes.clear();
    Saver saver;
    saver(fingerprint, structure);
    const std::string bytes = saver.take();
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::string to_hex(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

}  // namespace lightsweep::engine
