#include "engine/journal/manifest.hpp"

#include <xxhash.h>

#include <cstdio>

#include "engine/journal/archive.hpp"

namespace lightsweep::engine {

template <class A>
void fields(A& archive, Coordinate& c) {
    archive(c.name, c.units, c.long_name, c.values);
}
template <class A>
void fields(A& archive, Axis& axis) {
    archive(axis.index, axis.auxiliary);
}
template <class A>
void fields(A& archive, Column& c) {
    archive(c.name, c.units, c.long_name, c.type, c.fill, c.flags, c.width, c.width_name);
}
template <class A>
void fields(A& archive, ArrayGroup& group) {
    archive(group.path, group.axes, group.columns, group.chunk, group.attributes);
}
template <class A>
void fields(A& archive, RaggedGroup& group) {
    archive(group.path, group.axes, group.columns, group.attributes);
}
template <class A>
void fields(A& archive, Layout& layout) {
    archive(layout.attributes, layout.arrays, layout.ragged);
}
template <class A>
void fields(A& archive, Shard& shard) {
    archive(shard.index, shard.count);
}
template <class A>
void fields(A& archive, Manifest& manifest) {
    archive(manifest.fingerprint, manifest.shard, manifest.layout);
}
template <class A>
void fields(A& archive, Start& start) {
    archive(start.generation, start.rank, start.ranks, start.threads, start.host);
}
template <class A>
void fields(A& archive, Timing& timing) {
    archive(timing.process, timing.computing_s, timing.encoding_s, timing.waiting_s, timing.tasks);
}

namespace {

template <class T>
std::string save(const T& value) {
    Saver saver;
    saver(value);
    return saver.take();
}

template <class T>
T load(std::string_view bytes) {
    T value;
    Loader loader(bytes);
    loader(value);
    return value;
}

}  // namespace

std::string to_bytes(const Manifest& manifest) {
    return save(manifest);
}
std::string to_bytes(const Start& start) {
    return save(start);
}
std::string to_bytes(const Timing& timing) {
    return save(timing);
}
std::string to_bytes(const Preparation& preparation) {
    return save(preparation);
}
Manifest manifest_from(std::string_view bytes) {
    return load<Manifest>(bytes);
}
Start start_from(std::string_view bytes) {
    return load<Start>(bytes);
}
Timing timing_from(std::string_view bytes) {
    return load<Timing>(bytes);
}

Preparation preparation_from(std::string_view bytes) {
    return load<Preparation>(bytes);
}

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
