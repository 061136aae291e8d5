#include "kernels/exact/power_compare.hpp"

#include <boost/multiprecision/cpp_int.hpp>

namespace lightsweep::kernels {

bool reaches(Power a, Power b, Power c) {
    const auto value = [](Power x) {
        return boost::multiprecision::cpp_int(
            pow(boost::multiprecision::cpp_int(x.base), x.exponent));
    };
    return value(a) >= value(b) * value(c);
}

}  // namespace lightsweep::kernels
