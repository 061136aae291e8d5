#define BOOST_TEST_MODULE lightsweep
#include <boost/test/unit_test.hpp>
