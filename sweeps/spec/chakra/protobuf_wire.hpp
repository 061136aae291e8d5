#pragma once
// Fields of protobuf messages as they stand in a file: written and read without generated code.
//
// A field is a key (8 number + wire type as a varint) and a value: wire type 0 a varint, 1 eight
// bytes, 2 a length and so many bytes, 5 four bytes. Negative numbers are varints of ten bytes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lightsweep::sweeps {

/// Append to a text: a varint, a field of wire type 0, and one of wire type 2.
void put_varint(std::string& text, std::uint64_t value);
void put_number(std::string& text, unsigned field, std::uint64_t value);
void put_bytes(std::string& text, unsigned field, std::string_view value);

struct WireField {
    int number, wire;
    std::uint64_t value;     ///< wire types 0, 1 and 5
    std::string_view bytes;  ///< wire type 2
};

/// Reads fields one after the other. Throws engine::BadInput with the byte at fault; `place` stands
/// before it in messages, `start` is the text's own place in the file.
class WireReader {
  public:
    WireReader(std::string_view text, std::string place, std::size_t start = 0)
        : text_(text), place_(std::move(place)), start_(start) {}

    bool at_end() const { return at_ == text_.size(); }
    std::uint64_t varint(int most_bytes = 10);
    /// So many of the next bytes.
    std::string_view take(std::uint64_t length);
    WireField field();
    /// A message inside this one, read with places in the whole file.
    WireReader inside(std::string_view bytes) const {
        return {bytes, place_, start_ + static_cast<std::size_t>(bytes.data() - text_.data())};
    }
    /// The numbers of a repeated field, packed or one by one.
    void append(const WireField& field, std::vector<std::uint64_t>& all) const;
    [[noreturn]] void refuse(const std::string& problem) const;

  private:
    std::string_view text_;
    std::string place_;
    std::size_t start_, at_ = 0;
};

}  // namespace lightsweep::sweeps
