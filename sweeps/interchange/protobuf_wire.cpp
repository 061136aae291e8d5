#include "sweeps/interchange/protobuf_wire.hpp"

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

void WireWriter::varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7U) text_ += static_cast<char>(value | 128U);
    text_ += static_cast<char>(value);
}

void WireWriter::number(int field, std::uint64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3U);
    varint(value);
}

void WireWriter::number_unless_zero(int field, std::uint64_t value) {
    if (value != 0) number(field, value);
}

void WireWriter::bytes(int field, std::string_view value) {
    varint((static_cast<std::uint64_t>(field) << 3U) | 2U);
    varint(value.size());
    text_ += value;
}

void WireWriter::packed(int field, const std::vector<std::uint64_t>& values) {
    if (values.empty()) return;
    WireWriter all;
    for (const auto value : values) all.varint(value);
    bytes(field, all.text());
}

std::uint64_t WireReader::varint(int most_bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < most_bytes; ++i) {
        const auto byte = static_cast<unsigned char>(take(1)[0]);
        if (i == 9 && byte > 1) break;
        value |= static_cast<std::uint64_t>(byte & 127U) << (7U * static_cast<unsigned>(i));
        if (byte < 128) return value;
    }
    refuse("has a number of more than " + std::to_string(most_bytes) + " bytes");
}

std::string_view WireReader::take(std::uint64_t length) {
    if (length > text_.size() - at_)
        refuse("ends within a message: " + std::to_string(length) + " bytes are announced, " +
               std::to_string(text_.size() - at_) + " are there");
    const auto taken = text_.substr(at_, length);
    at_ += length;
    return taken;
}

WireField WireReader::field() {
    const auto key = varint();
    if (key >> 3U == 0 || key >> 3U > 536870911) refuse("has a field without a legal number");
    WireField found{static_cast<int>(key >> 3U), static_cast<int>(key & 7U), 0, {}};
    switch (found.wire) {
        case 0:
            found.value = varint();
            break;
        case 1:
        case 5: {
            const auto bytes = take(found.wire == 1 ? 8 : 4);
            for (std::size_t i = bytes.size(); i-- > 0;)
                found.value = found.value << 8U | static_cast<unsigned char>(bytes[i]);
            break;
        }
        case 2:
            found.bytes = take(varint());
            break;
        default:
            refuse("has a field of wire type " + std::to_string(found.wire));
    }
    return found;
}

void WireReader::append(const WireField& field, std::vector<std::uint64_t>& all) const {
    if (field.wire != 2) return all.push_back(field.value);
    for (auto inner = inside(field.bytes); !inner.at_end();) all.push_back(inner.varint());
}

void WireReader::refuse(const std::string& problem) const {
    throw engine::BadInput(place_ + ": byte " + std::to_string(start_ + at_) + ": " + problem +
                           "; give a whole trace of Chakra (uncompressed)");
}

}  // namespace lightsweep::sweeps
