#pragma once
// Quantities with units: texts of people ("8 MiB", "421.7ns", "800Gbps") as SI doubles.

#include <optional>
#include <string>
#include <string_view>

namespace lightsweep::sweeps {

/// Kind of a key's values. Numbers are SI doubles: counts, bytes [B], seconds [s], rates [B/s].
///
///   flag   true or false, stored as 1 or 0
///   tuple  a list of integers that is one value: dims = [8, 16]
enum class Kind { count, bytes, seconds, rate, text, flag, tuple };

/// Whether values of this kind are doubles on an axis (count, bytes, seconds, rate, flag).
bool is_numeric(Kind kind);

/// What messages and files say of a kind: its name, what a value must be, an example as in TOML,
/// and its unit in a result file.
struct KindTexts {
    std::string_view name, needed, example, unit;
};
const KindTexts& texts_of(Kind kind);

/// A parsed quantity, or the reason why the text is not one; exactly one of the two is set.
struct ParsedQuantity {
    std::optional<double> value;  ///< SI
    std::string problem;          ///< "unknown unit 'Mib'"
    std::string remedy;           ///< "did you mean MiB"

    /// The error as text: "'8 Mib': unknown unit 'Mib'; did you mean MiB"; empty on success.
    std::string message(std::string_view text) const;
};

/// Reads a number and an optional unit of the kind; a bare number is in SI units.
///
/// The decimal exponent of the unit is added to that of the number before the only rounding, so
/// "421.7ns" is the double nearest to 421.7e-9. Units: B kB KB MB GB TB KiB MiB GiB TiB; ps ns us
/// ms s min h; bps Kbps .. Tbps (8 bits per byte), B/s kB/s .. TB/s, KiB/s .. TiB/s. 800Gbps = 1e11
/// B/s. Values must be finite; the caller checks sign and range.
ParsedQuantity parse_quantity(std::string_view text, Kind kind);

/// A number with any unit: "1MiB" is bytes, "2us" seconds; without a unit the kind is nullopt. For
/// expressions, in which the unit decides the kind.
struct FreeQuantity {
    ParsedQuantity parsed;
    std::optional<Kind> kind;
};
FreeQuantity parse_free_quantity(std::string_view text);

/// Text for people with four significant digits: "8 MiB", "421.7 us", "100 GB/s", "64".
std::string format_quantity(double value, Kind kind);
/// "421.7 us".
std::string seconds_text(double value);

/// Like format_quantity, but in powers of ten only: "1.9 MB", never "1.8 MiB".
std::string format_decimal_bytes(double value);

/// The shortest text that reads back as the same double, for messages that quote a value.
std::string format_exact(double value);

/// Adds separators: 1000000000000 -> "1,000,000,000,000".
std::string with_thousands_separators(unsigned long long value);

}  // namespace lightsweep::sweeps
