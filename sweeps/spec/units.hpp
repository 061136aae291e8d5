// Quantities with units: what people write ("8 MiB", "421.7ns", "800Gbps") and SI doubles inside.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lightsweep::sweeps {

/// What a key holds. Numbers are SI doubles: counts, bytes [B], seconds [s], rates [B/s].
///
/// flag   true or false, stored as 1 or 0
/// tuple  a list of integers that is one value: dims = [8, 16]
enum class Kind { count, bytes, seconds, rate, text, flag, tuple };

/// True for the kinds whose values are doubles on an axis (count, bytes, seconds, rate, flag).
bool is_numeric(Kind kind);

/// "count", "bytes", "seconds", "bytes/s", "text", "flag", "tuple".
std::string_view kind_name(Kind kind);

/// A parsed quantity, or why the text is none; exactly one of the two is set.
struct ParsedQuantity {
    std::optional<double> value;  ///< SI
    std::string problem;          ///< "unknown unit 'Mib'"
    std::string remedy;           ///< "did you mean MiB"

    /// "'8 Mib': unknown unit 'Mib'; did you mean MiB", empty on success.
    std::string message(std::string_view text) const;
};

/// Reads a number and an optional unit of the kind; a bare number is SI.
///
/// The decimal exponent of the unit is added to that of the number before the one rounding, so
/// "421.7ns" is the double nearest to 421.7e-9. Units: B kB KB MB GB TB KiB MiB GiB TiB; ps ns us
/// ms s min h; bps Kbps .. Tbps (8 bits per byte), B/s kB/s .. TB/s, KiB/s .. TiB/s.
/// 800Gbps = 1e11 B/s. Only finite values; the sign and the range are the caller's to check.
ParsedQuantity parse_quantity(std::string_view text, Kind kind);

/// A number with whatever unit it carries: "1MiB" is bytes, "2us" seconds; no unit gives nullopt
/// as kind. For expressions in which the unit decides the kind.
struct FreeQuantity {
    ParsedQuantity parsed;
    std::optional<Kind> kind;
};
FreeQuantity parse_free_quantity(std::string_view text);

/// For people, four significant digits: "8 MiB", "421.7 us", "100 GB/s", "64".
std::string format_quantity(double value, Kind kind);

/// As above in powers of ten alone: "1.9 MB", never "1.8 MiB".
std::string format_decimal_bytes(double value);

/// Shortest text that reads back as the same double: for messages that quote a value.
std::string format_exact(double value);

/// 1000000000000 -> "1,000,000,000,000".
std::string with_thousands_separators(unsigned long long value);

}  // namespace lightsweep::sweeps
