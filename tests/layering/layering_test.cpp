// The folders, what each may include, and who alone may use which library.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace lightsweep::tests {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

const fs::path root = LIGHTSWEEP_SOURCE_DIR;

/// rooms.txt: every room, and the rooms that it may include beside itself.
std::map<std::string, Names> read_rooms() {
    std::map<std::string, Names> rooms;
    std::ifstream in(root / "tests/layering/rooms.txt");
    for (std::string line; std::getline(in, line);) {
        const auto colon = line.find(':');
        if (line.empty() || line[0] == '#' || colon == std::string::npos) continue;
        std::istringstream names(line.substr(colon + 1));
        Names& allowed = rooms[line.substr(0, colon)];
        for (std::string name; names >> name;) allowed.insert(name);
    }
    return rooms;
}
const auto rooms = read_rooms();

const Names top_folders{"kernels", "solvers", "engine", "analysis", "sweeps"};

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
    {"ISA-L", std::regex("isa-l"), {"engine/"}},
    {"zlib", std::regex("zlib\\.h"), {}},
    {"xxhash", std::regex("xxh.*\\.h"), {"engine/", "solvers/external/"}},
    {"OpenMP", std::regex("omp\\.h"), {"kernels/parallel/"}},
    {"COIN-OR", std::regex("(Cbc|Clp|Osi|Coin).*"), {"solvers/milp/"}},
    {"toml++", std::regex("toml.*"), {"sweeps/"}},
    {"CLI11", std::regex("CLI/.*"), {"sweeps/"}},
    {"Boost",
     std::regex("boost/.*"),
     {"kernels/exact/", "kernels/wdm/", "solvers/optree/windows/"}},
    {"nlohmann-json", std::regex("nlohmann/.*"), {"solvers/external/", "sweeps/"}},
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

/// "kernels/flow/ring_flow.hpp" -> "kernels/flow"
std::string room_of(const std::string& file) {
    return fs::path(file).parent_path().string();
}

BOOST_AUTO_TEST_CASE(rooms_include_only_what_they_may) {
    std::size_t seen = 0;
    for (const auto& folder : top_folders)
        for (const auto& include : includes_of(folder)) {
            if (!include.quoted || include.header == "sweeps/revision.hpp") continue;
            const std::string from = room_of(include.file), to = room_of(include.header);
            BOOST_REQUIRE_MESSAGE(rooms.contains(from),
                                  include.file << ": its folder is no room of rooms.txt");
            BOOST_TEST((to == from || rooms.at(from).contains(to)),
                       include.file << " includes " << include.header << ", and rooms.txt lets "
                                    << from << " include nothing of " << to);
            ++seen;
        }
    BOOST_TEST(seen > 1000u);
}

BOOST_AUTO_TEST_CASE(rooms_stand_below_those_that_include_them) {
    Names below;
    for (std::size_t placed = rooms.size(); placed > 0;) {
        Names next = below;
        for (const auto& [room, allowed] : rooms)
            if (std::includes(below.begin(), below.end(), allowed.begin(), allowed.end()))
                next.insert(room);
        placed = next.size() - below.size();
        below = next;
    }
    for (const auto& [room, allowed] : rooms)
        BOOST_TEST(below.contains(room), room << " is part of a circle in rooms.txt");
}

BOOST_AUTO_TEST_CASE(the_map_allows_nothing_that_nobody_includes) {
    std::map<std::string, Names> used;
    for (const auto& folder : top_folders)
        for (const auto& include : includes_of(folder))
            used[room_of(include.file)].insert(room_of(include.header));
    for (const auto& [room, allowed] : rooms) {
        BOOST_TEST(fs::is_directory(root / room), room << " of rooms.txt is no folder");
        for (const auto& name : allowed)
            BOOST_TEST(used[room].contains(name), room << " includes nothing of " << name);
    }
}

BOOST_AUTO_TEST_CASE(no_room_is_a_hall) {
    for (const auto& [room, allowed] : rooms) {
        Names pieces;
        for (const auto& entry : fs::directory_iterator(root / room))
            if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
                pieces.insert(entry.path().stem().string());
        BOOST_TEST(pieces.size() <= 25u, room << " holds " << pieces.size() << " pieces");
    }
}

/// The line that a room's page prints for it: "kernels/flow: kernels/parallel kernels/vector".
std::string line_of(const std::string& room) {
    std::string line = room + ":";
    for (const auto& name : rooms.at(room)) line += " " + name;
    return line;
}

BOOST_AUTO_TEST_CASE(pages_print_the_map) {
    for (const auto& folder : top_folders) {
        const auto lines = lines_of(root / folder / "README.md");
        const Names printed(lines.begin(), lines.end());
        for (const auto& [room, allowed] : rooms)
            if (room == folder || room.starts_with(folder + "/"))
                BOOST_TEST(printed.contains(line_of(room)),
                           folder << "/README.md lacks the line: " << line_of(room));
    }
}

BOOST_AUTO_TEST_CASE(libraries_stay_where_they_belong) {
    for (const auto& folder : top_folders)
        for (const auto& include : includes_of(folder))
            for (const auto& library : libraries)
                if (!include.quoted && std::regex_match(include.header, library.header))
                    BOOST_TEST(starts_with_any(include.file, library.only_in),
                               include.file << " uses " << library.name);
}

BOOST_AUTO_TEST_CASE(pragmas_live_in_the_launchers) {
    const std::regex pragma(R"(^\s*#\s*pragma\s+(omp|GCC|clang))");
    for (const auto& folder : top_folders)
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

std::vector<std::string> matches(const fs::path& file, const std::regex& pattern) {
    std::vector<std::string> found;
    for (const auto& line : lines_of(file)) {
        std::smatch match;
        if (std::regex_search(line, match, pattern)) found.push_back(match[1]);
    }
    std::sort(found.begin(), found.end());
    return found;
}

// The build declares the judges that the texts name, and the linker finds them. Here: no judge is
// without a text. A judge that reads rows may serve several.
BOOST_AUTO_TEST_CASE(every_judge_has_its_text_and_every_text_its_judge) {
    const std::regex defined(
        R"(^Judgement (\w+)\(const FigureData& data(, const Rows& rows)?\) \{)"),
        named(R"re("judge": "\w+::(\w+)")re");
    for (const std::string paper : {"addanki", "bridge", "optree", "pccl", "swot"}) {
        std::vector<std::string> judges;
        for (const auto& file : sources("analysis/claims/" + paper))
            for (const auto& name : matches(file, defined)) judges.push_back(name);
        std::sort(judges.begin(), judges.end());
        BOOST_TEST(judges.size() >= 12u);
        auto texts = matches(root / "sweeps" / paper / "claims.json", named);
        texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
        BOOST_TEST(judges == texts, boost::test_tools::per_element());
    }
}

/// The line without a comment behind two slashes.
std::string code_of(const std::string& line) {
    return line.substr(0, line.find("//"));
}

// What differs between sets of rules is asked of their object (sweeps/rules/rules.hpp): nothing
// else knows a name.
BOOST_AUTO_TEST_CASE(only_the_rooms_of_the_rules_name_a_set_of_rules) {
    const std::regex predicate(R"re(rules == "|\bis_common\(|\bhas_rings\(|\bAccounting::)re"),
        of_rules_alone(R"re("(common|optree)")re"),
        also_a_scheduler(R"re("(addanki|bridge|pccl|swot)")re");
    // Papers name their schedulers, and two of them give their name to volumes of bytes. Result
    // files have names of schedulers, not their traits.
    const Names of_papers{"solvers/addanki/",
                          "solvers/bridge/",
                          "solvers/pccl/",
                          "solvers/swot/",
                          "solvers/one_accounting/",
                          "analysis/claims/",
                          "analysis/envelopes/schedule_costs.cpp",
                          "analysis/read/grid_view.cpp",
                          "analysis/reports/critical_report.cpp",
                          "sweeps/points/grid_points.cpp",
                          "sweeps/spec/values/standard_keys.cpp",
                          "sweeps/studies/back_to_back_study.cpp"};
    for (const std::string folder : {"kernels", "solvers", "sweeps", "analysis"})
        for (const auto& file : sources(folder)) {
            const std::string name = fs::relative(file, root).string();
            if (starts_with_any(name, {"sweeps/rules/", "solvers/rules/"})) continue;
            const bool of_paper = starts_with_any(name, of_papers);
            for (const auto& line : lines_of(file)) {
                const std::string code = code_of(line);
                BOOST_TEST(!std::regex_search(code, predicate), name << ": " << line);
                BOOST_TEST(!std::regex_search(code, of_rules_alone), name << ": " << line);
                BOOST_TEST((of_paper || !std::regex_search(code, also_a_scheduler)),
                           name << ": " << line);
            }
        }
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

/// The first line below `#pragma once` that is not empty; empty if the pragma is not the first
/// line.
std::string opening_of(const fs::path& header) {
    const auto lines = lines_of(header);
    if (lines.size() < 3 || lines[0] != "#pragma once") return {};
    return lines[1].empty() ? lines[2] : lines[1];
}

BOOST_AUTO_TEST_CASE(headers_open_with_a_sentence) {
    const std::regex sentence("///? [A-Z].{21,}");
    for (const auto& folder : top_folders)
        for (const auto& file : sources(folder))
            if (file.extension() == ".hpp")
                BOOST_TEST(std::regex_match(opening_of(file), sentence),
                           file.string() << ": say in its second line what it is");
}

}  // namespace
}  // namespace lightsweep::tests
