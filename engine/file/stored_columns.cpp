#include "engine/file/stored_columns.hpp"

#include "engine/io/errors.hpp"
#include "engine/journal/codec.hpp"

namespace lightsweep::engine {

std::vector<ColumnView> columns_of(const TaskSpace& tasks, const StoredRecord& record) {
    const Task task = record.head.task;
    auto views = split_columns(record.payload, tasks.columns(task).size());
    if (views.empty() || (record.head.kind == RecordKind::row) != tasks.is_ragged(task))
        throw IoError("a journal record does not hold its columns");
    return views;
}

void check_sizes(const TaskSpace& tasks, const StoredRecord& record) {
    const std::uint64_t points = product(tasks.array(record.head.task).chunk);
    const auto& columns = tasks.columns(record.head.task);
    const auto views = columns_of(tasks, record);
    for (std::size_t column = 0; column < views.size(); ++column) {
        const auto& one = columns[column];
        const std::uint64_t stored = views[column].bytes.size(), whole = points * one.point_bytes();
        const bool is_whole = views[column].filter_mask == unfiltered_mask(size_of(one.type));
        if (is_whole ? stored != whole
                     : views[column].filter_mask != 0 || stored == 0 || stored > whole)
            throw IoError("a journal record holds a column of a wrong size");
    }
}

}  // namespace lightsweep::engine
