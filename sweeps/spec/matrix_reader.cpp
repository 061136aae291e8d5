// Reads the matrices of collective = "alltoall/matrix": files, a list of lists, or a generator.
#include <algorithm>

#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

bool is_table_of_numbers(const Value& value) {
    return value.is(Type::list) && !value.items.empty() && value.items.front().is(Type::list);
}

/// Rows as the lines of a file.
std::string lines_of(const Value& rows) {
    std::string text;
    for (const auto& row : rows.items) {
        for (std::size_t j = 0; j < row.items.size(); ++j) {
            const auto& one = row.items[j];
            text += j == 0 ? "" : ",";
            text += one.is(Type::real) ? format_exact(one.real) : one.quoted();
        }
        text += '\n';
    }
    return text;
}

void keep(const Value& named, const std::string& path, const std::string& text, GridSpec& out) {
    out.matrices.push_back(split_lines(path, text));
    out.matrices.back().place = named.place;
    out.matrices.back().key = named.path;
}

void read_matrix_files(Value& matrix, GridSpec& out, const ReadContext& context) {
    if (is_table_of_numbers(matrix)) {
        keep(matrix, "the list of lists", lines_of(matrix), out);
        auto inline_matrix = text_value("inline", matrix.place);
        inline_matrix.path = matrix.path;
        matrix = std::move(inline_matrix);
        return;
    }
    const bool listed = matrix.is(Type::list);
    for (std::size_t i = 0; i < (listed ? matrix.items.size() : 1); ++i) {
        Value file = listed ? matrix.items[i] : matrix;
        if (listed) file.path = matrix.path + "[" + std::to_string(i) + "]";
        const auto text = read_named_file(file, context);
        keep(file, text ? resolved_path(file.text, context.directory) : "", text.value_or(""), out);
    }
}

/// { kind = "zipf", seed = 1 } as generator = "zipf", generator_seed = 1.
void spread_generator(Value& grid, const ReadContext& context) {
    const Value table = *grid.find("generator");
    if (!table.is(Type::table)) return;
    const std::vector<std::string> words{"kind", "seed", "scale", "skew"};
    if (!table.find("kind"))
        table.refuse("has no kind", "for example generator = { kind = \"zipf\", seed = 1 }",
                     context.faults);
    grid.erase("generator");
    for (const Member& member : table.members) {
        Value value = member.value;
        value.path = table.path + "." + member.key;
        if (!contains(words, member.key))
            context.faults.add(value.place, value.path, value.quoted(),
                               "unknown key of a generator", suggest(member.key, words));
        else
            grid.set(member.key == "kind" ? "generator" : "generator_" + member.key,
                     std::move(value));
    }
}

}  // namespace

Value read_matrices(Value grid, GridSpec& out, const ReadContext& context) {
    if (grid.find("generator")) spread_generator(grid, context);
    Value* matrix = grid.find("matrix");
    if (matrix) read_matrix_files(*matrix, out, context);
    const Value* collective = grid.find("collective");
    const bool wanted =
        collective && collective->is(Type::text) && collective->text == matrix_collective;
    if (wanted && (matrix != nullptr) == (grid.find("generator") != nullptr))
        context.faults.add(grid.place, grid.path, "",
                           "collective = \"alltoall/matrix\" needs either matrix or generator",
                           "for example matrix = \"traffic.csv\", or generator = { kind = "
                           "\"zipf\", seed = 1 }");
    return grid;
}

}  // namespace lightsweep::sweeps
