#pragma once
// Mutations of texts and files, and the campaign that reads thousands of them in one process.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <functional>
#include <iterator>

#include "engine/io/errors.hpp"
#include "tests/faults/campaign.hpp"

namespace lightsweep::tests {

using Random = std::mt19937_64;

inline std::string text_of(const std::string& path) {
    std::ifstream file(std::string(LIGHTSWEEP_SOURCE_DIR "/") + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline const std::string& word(Random& random) {
    static const std::vector<std::string> words{"0",          "-1",
                                                "1e308",      "1e-320",
                                                "2147483648", "-9223372036854775808",
                                                "1e400",      "nan",
                                                "\"\"",       "[]",
                                                "{}",         "null",
                                                "\"1KiB\"",   "\"ring\"",
                                                "\xff",       "[1, 2]",
                                                "[[grid]]\n", "nodes = ",
                                                "# ",         std::string(300, '9'),
                                                "\n"};
    return words[random() % words.size()];
}

/// One to three changes: a byte, a part removed or repeated, a word put in the place of another.
inline std::string mutated(std::string text, Random& random) {
    for (auto left = 1 + random() % 3; left > 0; --left) {
        const std::size_t at = random() % (text.size() + 1);
        const std::size_t length = 1 + random() % (random() % 4 == 0 ? 40 : 3);
        switch (random() % 4) {
            case 0:
                if (at < text.size()) text[at] = static_cast<char>(random());
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(at, length));
                break;
            default:
                constexpr const char* value = "+-._\"0123456789abcdefghijklmnopqrstuvwxyz";
                const auto begin = text.find_first_of(value, at);
                if (begin == std::string::npos) break;
                text.replace(begin, text.find_first_not_of(value, begin) - begin, word(random));
        }
    }
    return text;
}

/// Reads `n` mutations of the texts and asserts that each is read or refused in words; returns how
/// many were read. `read` gives the fault in words, or nothing.
[[nodiscard]] inline int campaign(const std::vector<std::string>& originals, int n,
                                  const std::function<std::string(const std::string&)>& read) {
    Random random(seed());
    int sound = 0;
    for (int trial = 0; trial < n; ++trial) {
        const std::string text = mutated(originals[random() % originals.size()], random);
        try {
            const std::string fault = read(text);
            sound += fault.empty();
            BOOST_TEST((fault.size() < 100'000 && fault.find("bad_alloc") == std::string::npos),
                       "trial " << trial << ": " << text << "\n"
                                << fault);
        } catch (const std::invalid_argument& fault) {
            BOOST_TEST(*fault.what() != '\0', "trial " << trial << ": " << text);
        } catch (const engine::BadInput& fault) {
            BOOST_TEST(*fault.what() != '\0', "trial " << trial << ": " << text);
        } catch (const std::exception& fault) {
            BOOST_ERROR("trial " << trial << ": " << text << "\n" << fault.what());
        }
    }
    BOOST_TEST_MESSAGE(n << " mutations: " << sound << " were read, " << n - sound << " refused");
    return sound;
}

}  // namespace lightsweep::tests
