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

class WireWriter {
  public:
    void varint(std::uint64_t value);
    void raw(std::string_view value) { text_ += value; }
    /// A field of wire type 0.
    void number(int field, std::uint64_t value);
    /// As number, but nothing where the value is the default.
    void number_unless_zero(int field, std::uint64_t value);
    void bytes(int field, std::string_view value);
    /// One field with all values; nothing where there are none.
    void packed(int field, const std::vector<std::uint64_t>& values);
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

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
