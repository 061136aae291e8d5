// The folders, what each may include, and who alone may use which library.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace lightsweep::tests {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

const fs::path root = LIGHTSWEEP_SOURCE_DIR;

/// Folder -> folders that it may include, itself aside.
const std::map<std::string, Names> may_include{
    {"kernels", {}},
    {"solvers", {"kernels"}},
    {"engine", {}},
    {"analysis", {"engine"}},
    {"sweeps", {"kernels", "solvers", "engine", "analysis"}}};

struct Library {
    const char* name;
    std::regex header;
    Names only_in;  ///< path prefixes
};
const std::vector<Library> libraries{
    {"MPI", std::regex("mpi\\.h"), {"engine/"}},
    {"HDF5", std::regex("hdf5.*\\.h|H5.*\\.h"), {"engine/"}},
    {"TBB", std::regex("(oneapi/)?tbb/.*|tbb\\.h"), {"engine/"}},
    {"libdeflate", std::regex("libdeflate\\.h"), {"engine/"}},
    {"zlib", std::regex("zlib\\.h"), {}},
    {"xxhash", std::regex("xxh.*\\.h"), {"engine/"}},
    {"OpenMP", std::regex("omp\\.h"), {"kernels/parallel/"}},
    {"COIN-OR", std::regex("(Cbc|Clp|Osi|Coin).*"), {"solvers/milp/"}},
    {"toml++", std::regex("toml.*"), {"sweeps/"}},
    {"CLI11", std::regex("CLI/.*"), {"sweeps/"}},
    {"nlohmann-json", std::regex("nlohmann/.*"), {"sweeps/"}},
};

struct Include {
    std::string file;  ///< relative to the root
    std::string header;
    bool quoted;
};

std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::vector<fs::path> sources(const std::string& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
            found.push_back(entry.path());
    return found;
}

std::vector<Include> includes_of(const std::string& folder) {
    static const std::regex pattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
    std::vector<Include> found;
    for (const auto& file : sources(folder))
        for (const auto& line : lines_of(file)) {
            std::smatch match;
            if (std::regex_search(line, match, pattern))
                found.push_back({fs::relative(file, root).string(), match[2], match[1] == "\""});
        }
    return found;
}

bool starts_with_any(const std::string& file, const Names& prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const std::string& prefix) { return file.rfind(prefix, 0) == 0; });
}

BOOST_AUTO_TEST_CASE(folders_include_only_what_they_may) {
    std::size_t seen = 0;
    for (const auto& [folder, allowed] : may_include)
        for (const auto& include : includes_of(folder)) {
            if (!include.quoted) continue;
            const std::string target = include.header.substr(0, include.header.find('/'));
            BOOST_TEST((target == folder || allowed.contains(target)),
                       include.file << " includes " << include.header);
            ++seen;
        }
    BOOST_TEST(seen > 100u);
}

BOOST_AUTO_TEST_CASE(libraries_stay_where_they_belong) {
    for (const auto& [folder, allowed] : may_include)
        for (const auto& include : includes_of(folder))
            for (const auto& library : libraries)
                if (!include.quoted && std::regex_match(include.header, library.header))
                    BOOST_TEST(starts_with_any(include.file, library.only_in),
                               include.file << " uses " << library.name);
}

BOOST_AUTO_TEST_CASE(pragmas_live_in_the_launchers) {
    const std::regex pragma(R"(^\s*#\s*pragma\s+(omp|GCC|clang))");
    for (const auto& [folder, allowed] : may_include)
        for (const auto& file : sources(folder))
            for (const auto& line : lines_of(file))
                if (std::regex_search(line, pragma))
                    BOOST_TEST(
                        starts_with_any(fs::relative(file, root).string(), {"kernels/parallel/"}),
                        file.string() << ": " << line);
}

BOOST_AUTO_TEST_CASE(the_engine_knows_nothing_of_the_domain) {
    const std::regex domain("topolog|optical|bandwidth|permutation|reconfigur|latenc",
                            std::regex::icase);
    for (const auto& file : sources("engine"))
        for (const auto& line : lines_of(file))
            BOOST_TEST(!std::regex_search(line, domain), file.string() << ": " << line);
}

BOOST_AUTO_TEST_CASE(top_level_is_the_contract) {
    const Names folders{"engine",   "kernels", "solvers", "sweeps",
                        "analysis", "tests",   "build",   "out"};
    for (const auto& entry : fs::directory_iterator(root)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_directory() || name[0] == '.') continue;
        BOOST_TEST(folders.contains(name), "folder " << name);
    }
}

}  // namespace
}  // namespace lightsweep::tests
