#include "sweeps/spec/filters/filter_meaning.hpp"

namespace lightsweep::sweeps {

Meaning meaning_of(Kind kind) {
    switch (kind) {
        case Kind::bytes:
            return {Meaning::Sort::number, 1, 0, false};
        case Kind::seconds:
            return {Meaning::Sort::number, 0, 1, false};
        case Kind::rate:
            return {Meaning::Sort::number, 1, -1, false};
        case Kind::text:
        case Kind::tuple:
            return {Meaning::Sort::text, 0, 0, false};
        case Kind::flag:
            return {Meaning::Sort::truth, 0, 0, false};
        default:
            return {};
    }
}

std::string unit_text(const Meaning& meaning) {
    if (meaning.bytes == 0 && meaning.seconds == 0) return "a plain number";
    if (meaning.bytes == 1 && meaning.seconds == 0) return "bytes";
    if (meaning.bytes == 0 && meaning.seconds == 1) return "seconds";
    if (meaning.bytes == 1 && meaning.seconds == -1) return "bytes/s";
    return "bytes^" + std::to_string(meaning.bytes) + " s^" + std::to_string(meaning.seconds);
}

bool same_unit(const Meaning& a, const Meaning& b) {
    return a.bare || b.bare || (a.bytes == b.bytes && a.seconds == b.seconds);
}

Meaning product_of(const Meaning& a, const Meaning& b, bool divide) {
    const int sign = divide ? -1 : 1;
    Meaning meaning = a;
    meaning.bytes += sign * b.bytes;
    meaning.seconds += sign * b.seconds;
    meaning.bare = a.bare && b.bare;
    return meaning;
}

}  // namespace lightsweep::sweeps
