// The parallel loop: all items, and no more of them after an exception.
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <stdexcept>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_CASE(for_each_does_every_item_once) {
    std::vector<std::atomic<int>> done(1000);
    kernels::parallel::for_each(done.size(), [&](std::size_t i) { ++done[i]; });
    for (const auto& count : done) BOOST_TEST(count == 1);
}

BOOST_AUTO_TEST_CASE(for_each_begins_nothing_after_an_exception) {
    kernels::parallel::limit_threads(1);
    std::atomic<int> begun{0};
    const auto work = [&](std::size_t i) {
        ++begun;
        if (i == 3) throw std::runtime_error("enough");
    };
    BOOST_CHECK_THROW(kernels::parallel::for_each(100000, work), std::runtime_error);
    BOOST_TEST(begun < 100);
}

}  // namespace
}  // namespace lightsweep::tests
