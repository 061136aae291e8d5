#include "sweeps/spec/chakra/protobuf_wire.hpp"

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

void put_varint(std::string& text, std::uint64_t value) {
    for (; value >= 128; value >>= 7U) text += static_cast<char>(value | 128U);
    text += static_cast<char>(value);
}

void put_number(std::string& text, unsigned field, std::uint64_t value) {
    put_varint(text, field << 3U);
    put_varint(text, value);
}

void put_bytes(std::string& text, unsigned field, std::string_view value) {
    put_varint(text, field << 3U | 2U);
    put_varint(text, value.size());
    text += value;
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
    at_ += length;
    return text_.substr(at_ - length, length);
}

WireField WireReader::field() {
    const auto key = varint();
    if (key >> 3U == 0 || key >> 3U > 536870911) refuse("has a field without a legal number");
    WireField found{static_cast<int>(key >> 3U), static_cast<int>(key & 7U), 0, {}};
    if (found.wire == 0)
        found.value = varint();
    else if (found.wire == 2)
        found.bytes = take(varint());
    else if (found.wire == 1 || found.wire == 5)
        for (unsigned shift = 0; const char byte : take(found.wire == 1 ? 8 : 4)) {
            found.value |= static_cast<std::uint64_t>(static_cast<unsigned char>(byte)) << shift;
            shift += 8;
        }
    else
        refuse("has a field of wire type " + std::to_string(found.wire));
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
