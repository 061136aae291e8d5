#pragma once
// Rows of a study (/studies/<grid> and /timing/<grid>): the keys of each row, and a value.

#include <map>
#include <string>
#include <vector>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// One value of a column, with every key of its axes and every constant of its group.
///
/// numbers  keys with numbers [SI]
/// names    keys with names: "topology", "collective"
struct StudyCell {
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> names;
    double value;

    /// The value under a key; NaN, or an empty text, if the key is absent.
    double number(const std::string& key) const;
    std::string name(const std::string& key) const;
};

/// All cells of a column in the order of the file; empty if the file has no such group or column.
/// Rows without a value are NaN or -1, as stored.
std::vector<StudyCell> study_cells(const engine::ResultFile& file, const std::string& group,
                                   const std::string& column);

/// Paths of the groups below /studies whose attribute study is `kind`: "studies/training/pccl".
std::vector<std::string> studies_of(const engine::ResultFile& file, const std::string& kind);

}  // namespace lightsweep::analysis
