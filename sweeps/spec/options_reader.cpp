#include "sweeps/spec/grid_reader.hpp"

#include <algorithm>

#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

std::string no_such_option(const std::string& name, const SchedulerEntry& scheduler) {
    if (scheduler.options.empty()) return scheduler.name + " has no options";
    return suggest(name, names_of(scheduler.options));
}

}  // namespace

Options read_options(const Value& table, const SchedulerEntry& scheduler, Faults& faults) {
    Options options;
    if (!table.is(Value::Type::table)) {
        table.refuse("is " + std::string(table.type_name()), "a table with options is needed",
                     faults);
        return options;
    }
    for (const Member& member : table.members) {
        const auto entry = std::ranges::find_if(scheduler.options, [&](const OptionEntry& option) {
            return option.name == member.key;
        });
        if (entry == scheduler.options.end()) {
            member.value.refuse("unknown option", no_such_option(member.key, scheduler), faults);
            continue;
        }
        const char* const example = entry->domain == Domain::bit ? "1" : "";
        ReadScalar read =
            read_scalar(member.value, {entry->kind, entry->domain, entry->words, example});
        if (!read.scalar) {
            member.value.refuse(read.problem, read.remedy, faults);
            continue;
        }
        options[member.key] = {entry->kind, read.scalar->number, std::move(read.scalar->label),
                               std::move(read.scalar->tuple)};
    }
    return options;
}

SchedulerTables read_tables(const Value& root, const ReadContext& context,
                            const std::vector<std::string>& other_keys) {
    SchedulerTables tables;
    for (const SchedulerEntry& scheduler : context.vocabulary.schedulers) {
        const Value* table = root.find(scheduler.name);
        if (table != nullptr && !contains(other_keys, scheduler.name) &&
            context.vocabulary.is_current(scheduler, context.rules))
            tables[scheduler.name] = read_options(*table, scheduler, context.faults);
    }
    return tables;
}

}  // namespace lightsweep::sweeps
