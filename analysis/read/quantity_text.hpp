#pragma once
// Numbers of a result file as text, either in readable units or exact.

#include <string>
#include <string_view>

namespace lightsweep::analysis {

/// A number for people, with four significant digits. `unit` is the CF unit of the file:
///
///     "s"    421.7 us, 10 ms        "B"   1 KiB, 8 MiB, 1.5 GiB; 1 MB if the size is decimal
///     "kB"   bytes in powers of 1000: 1.049 MB
///     "B/s"  800 Gbps (8 bits per byte)   anything else: 1.234
///
/// Infinity is "inf"; a missing value (NaN) is "-".
std::string readable(double value, std::string_view unit);

/// Whether four digits express a number of bytes exactly in powers of 1000, but not of 1024.
bool is_decimal_size(double bytes);

/// A number as std::printf writes it in the form, for example "%.2f".
std::string printed(const char* form, double value);

/// Writers of times [s], and of numbers without a unit.
std::string seconds(double value);
std::string plain(double value);

/// The shortest text that reads back as the same double; "nan", "inf".
std::string exact(double value);

/// A share in percent, 0.1234 -> "12.3 %". Only 0 reads 0.0 % and only 1 reads 100.0 %.
std::string percent(double share);

/// A factor for people: "1.480x", "32.00x", "12460x".
std::string factor(double value);

}  // namespace lightsweep::analysis
