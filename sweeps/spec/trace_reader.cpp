// Reads traces: a list of entries, or files of them, in TOML or CSV; and the entries of collectives
// side by side.
#include <algorithm>
#include <charconv>

#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

/// One key of an entry.
struct EntryKey {
    const char* name;
    Kind kind;
    Domain domain;
    const char* example;
    bool in_turn = false;  ///< means something between entries that follow each other
};
constexpr EntryKey entry_keys[] = {
    {"name", Kind::text, Domain::any, "\"attention\""},
    {"compute_time", Kind::seconds, Domain::non_negative, "\"50us\"", true},
    {"collective", Kind::text, Domain::any, "\"allreduce/ring\""},
    {"message", Kind::bytes, Domain::non_negative, "\"8MiB\""},
    {"group_size", Kind::count, Domain::natural, "8"},
    {"group_stride", Kind::count, Domain::natural, "1"},
    {"overlap", Kind::flag, Domain::any, "true", true},
    {"count", Kind::count, Domain::natural, "32", true}};

class TraceReader {
  public:
    /// side_by_side: entries of `parallel`, which have no order.
    explicit TraceReader(const ReadContext& context, bool side_by_side = false)
        : context_(context), side_by_side_(side_by_side) {}

    Trace read(const Value& list) {
        Trace trace;
        if (!list.is(Type::list) || list.items.empty())
            list.refuse("is no list of entries",
                        "for example " + list.path +
                            " = [{ collective = \"allreduce/ring\", message = \"8MiB\" }]",
                        context_.faults);
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            Value entry = list.items[i];
            entry.path = list.path + "[" + std::to_string(i) + "]";
            append(entry, trace);
        }
        return trace;
    }

  private:
    /// The entry as often as it runs; an entry with a trace of its own stands for that.
    void append(Value& entry, Trace& trace) {
        if (!entry.is(Type::table))
            return entry.refuse("is no table", "{ collective = ..., message = ... }",
                                context_.faults);
        if (Value* groups = entry.find("groups")) groups->path = entry.path + ".groups";
        const Groups lists = spread_groups(entry, context_.faults);
        Trace once;
        if (Value* inner = side_by_side_ ? nullptr : entry.find("trace")) {
            inner->path = entry.path + ".trace";
            once = read(*inner);
        } else {
            once.push_back(entry_of(entry, lists));
        }
        const auto count = static_cast<std::size_t>(number(entry, "count", 1));
        if (count * once.size() + trace.size() > most_trace_entries)
            return entry.refuse("makes more than 100,000 entries", "a smaller count",
                                context_.faults);
        for (std::size_t i = 0; i < count; ++i) trace.insert(trace.end(), once.begin(), once.end());
    }

    TraceEntry entry_of(Value& entry, const Groups& lists) {
        check_names(entry);
        TraceEntry out;
        out.collective = text(entry, "collective");
        out.name = text(entry, "name");
        out.compute_time = number(entry, "compute_time", 0);
        out.overlap = number(entry, "overlap", 0) != 0;
        out.message = number(entry, "message", 0);
        out.groups = {static_cast<std::int64_t>(number(entry, "group_size", 0)),
                      static_cast<std::int64_t>(number(entry, "group_stride", 1)), lists.lists};
        if (!side_by_side_ && !entry.find("collective") && !entry.find("message") &&
            !entry.find("steps") && out.compute_time > 0 && !out.overlap)
            return out;  // computation alone
        const bool custom = out.collective == "custom";
        const auto known = context_.vocabulary.resolve_collective(out.collective);
        if (!known)
            context_.faults.add(entry.place, entry.path + ".collective", out.collective,
                                "is not known",
                                suggest(out.collective, names_of(context_.vocabulary.collectives)));
        else
            out.collective = *known;
        for (const char* key : {"steps", "file"})
            if (Value* value = entry.find(key)) value->path = entry.path + "." + key;
        GridSpec read;
        read_custom_steps(entry, custom, read, context_);
        out.steps = std::move(read.steps);
        if (!custom && !entry.find("message"))
            context_.faults.add(entry.place, entry.path, "", "its message is missing",
                                "for example message = \"8MiB\"");
        return out;
    }

    void check_names(const Value& entry) const {
        std::vector<std::string> known{"steps", "file", "groups"};
        for (const auto& key : entry_keys)
            if (!side_by_side_ || !key.in_turn) known.emplace_back(key.name);
        for (const Member& member : entry.members)
            if (!contains(known, member.key))
                context_.faults.add(
                    member.value.place, entry.path + "." + member.key, member.value.quoted(),
                    side_by_side_ ? "unknown key of parallel" : "unknown key of a trace",
                    suggest(member.key, known));
    }

    std::optional<Scalar> scalar(const Value& entry, const std::string& name) const {
        const Value* value = entry.find(name);
        const auto& key = *std::ranges::find(entry_keys, name, &EntryKey::name);
        if (!value) return std::nullopt;
        const bool needs_unit = side_by_side_ && !context_.scalars_only;
        auto read = read_scalar(*value, {key.kind, key.domain, {}, key.example, needs_unit});
        if (!read.scalar)
            context_.faults.add(value->place, entry.path + "." + name, value->quoted(),
                                read.problem, read.remedy);
        return std::move(read.scalar);
    }
    double number(const Value& entry, const std::string& name, double usual) const {
        const auto read = scalar(entry, name);
        return read ? read->number : usual;
    }
    std::string text(const Value& entry, const std::string& name) const {
        const auto read = scalar(entry, name);
        return read ? read->label : "";
    }

    const ReadContext& context_;
    bool side_by_side_;
};

/// A cell of a CSV file: a number, or a text such as "50us".
Value cell_of(std::string text, const Place& place) {
    const auto begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
    text = begin == text.npos ? "" : text.substr(begin, end - begin + 1);
    Value cell = text_value(text, place);
    double number = 0;
    const auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || next != text.data() + text.size()) return cell;
    cell.type = Type::real;
    cell.real = number;
    return cell;
}

std::vector<Value> cells_of(const TextFile::Line& line, const std::string& file) {
    std::vector<Value> cells;
    for (std::size_t begin = 0; begin <= line.text.size();) {
        const auto end = std::min(line.text.find(',', begin), line.text.size());
        cells.push_back(cell_of(line.text.substr(begin, end - begin), {line.number, file}));
        begin = end + 1;
    }
    return cells;
}

/// A line of names, then a line per entry; empty cells are not given.
Value rows_of(const std::string& text, const std::string& file) {
    Value list;
    list.type = Type::list;
    list.path = "trace";
    std::vector<Value> names;
    for (const auto& line : split_lines(file, text).lines) {
        if (line.text.find_first_not_of(" \t\r") == std::string::npos || line.text[0] == '#')
            continue;
        auto cells = cells_of(line, file);
        if (names.empty()) {
            names = std::move(cells);
            continue;
        }
        Value entry;
        entry.type = Type::table;
        entry.place = {line.number, file};
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (!cells[i].is(Type::text) || !cells[i].text.empty())
                entry.set(i < names.size() ? names[i].text : "", std::move(cells[i]));
        list.items.push_back(std::move(entry));
    }
    return list;
}

Trace read_trace_file(const Value& file, const ReadContext& context) {
    const auto text = read_named_file(file, context);
    if (!text) return {};
    if (file.text.ends_with(".csv")) return TraceReader(context).read(rows_of(*text, file.text));
    auto root = parse_toml(*text, file.text, context.faults);
    if (!root) return {};
    Value* list = root->find("trace");
    if (!list) {
        file.refuse("has no trace", "trace = [{ compute_time = ..., ... }]", context.faults);
        return {};
    }
    list->path = "trace";
    return TraceReader(context).read(*list);
}

}  // namespace

Value read_parallel(Value grid, GridSpec& out, const ReadContext& context) {
    const Value* entries = grid.find("parallel");
    if (!entries) return grid;
    for (const char* key : {"collective", "primitive", "algorithm", "groups", "group_size"})
        if (const Value* value = grid.find(key))
            value->refuse("every entry of parallel has its own", "remove it", context.faults);
    out.parallel = TraceReader(context, true).read(*entries);
    out.parallel_place = entries->place;
    grid.set("collective", text_value("custom", entries->place));
    return grid;
}

namespace {

/// A member that leaves the table.
std::optional<Value> taken(Value& table, const char* key) {
    const auto* found = table.find(key);
    if (!found) return std::nullopt;
    auto value = *found;
    table.erase(key);
    return value;
}

}  // namespace

Value read_traces(Value grid, GridSpec& out, const ReadContext& context) {
    if (!grid.find("trace")) return grid;
    const auto groups = taken(grid, "groups"), algorithm = taken(grid, "algorithm");
    const Value trace = *grid.find("trace");
    const bool listed = trace.is(Type::list) && !trace.items.empty();
    const bool is_inline = listed && trace.items.front().is(Type::table);
    bool of_chakra = false;
    const auto read = [&](const Value& file) {
        if (!is_chakra(file, context)) return read_trace_file(file, context);
        of_chakra = true;
        return read_chakra(file, groups ? &*groups : nullptr, algorithm ? algorithm->text : "",
                           grid, context);
    };
    const auto keep = [&](Trace one) {
        out.traces.push_back(std::make_shared<const Trace>(std::move(one)));
    };
    if (is_inline) keep(TraceReader(context).read(trace));
    for (std::size_t i = 0; i < (is_inline ? 0 : listed ? trace.items.size() : 1); ++i) {
        Value file = listed ? trace.items[i] : trace;
        if (listed) file.path = trace.path + "[" + std::to_string(i) + "]";
        keep(read(file));
    }
    for (const auto* key : {&groups, &algorithm})
        if (*key && (!of_chakra || !(*key)->is(Type::text) || (*key)->text.empty()))
            (*key)->refuse("is read with traces of Chakra alone, as a text", "remove it",
                           context.faults);
    if (is_inline) {
        grid.set("trace", text_value("inline", trace.place));
        grid.find("trace")->path = trace.path;
    }
    return grid;
}

}  // namespace lightsweep::sweeps
