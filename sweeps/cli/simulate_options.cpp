#include "sweeps/cli/simulate_options.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <vector>

#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& value,
                         const std::string& legal) {
    throw engine::BadInput(key + " = " + value + ": give " + legal);
}

/// The place of the value among the legal ones.
std::size_t choice(const std::string& key, const std::string& value,
                   const std::vector<std::string>& legal) {
    const auto at = std::ranges::find(legal, value);
    std::string all;
    for (const auto& one : legal) all += (all.empty() ? "" : ", ") + one;
    if (at == legal.end()) refuse(key, value, "one of " + all);
    return static_cast<std::size_t>(at - legal.begin());
}

template <typename Number>
Number number(const std::string& key, const std::string& text, Number least, Number most) {
    Number value{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size() || !(value >= least) ||
        !(value <= most)) {
        std::ostringstream legal;
        legal << "a number from " << least << " to " << most;
        refuse(key, text, legal.str());
    }
    return value;
}

/// seed=7,step=0.5,reconfiguration=0.5,law=exponential,planes=4,stragglers=0.02x20
simulation::Jitter jitter_of(const std::string& text) {
    simulation::Jitter jitter;
    std::istringstream words(text);
    std::set<std::string> given;
    for (std::string word; std::getline(words, word, ',');) {
        const auto equals = std::min(word.find('='), word.size());
        const std::string key = word.substr(0, equals);
        const std::string value = equals < word.size() ? word.substr(equals + 1) : "";
        if (!given.insert(key).second)
            throw engine::BadInput("--jitter " + text + ": " + key + " is given twice; remove one");
        switch (choice("jitter", key,
                       {"seed", "step", "reconfiguration", "law", "planes", "stragglers"})) {
            case 0:
                jitter.seed = number<std::uint64_t>(key, value, 0, ~std::uint64_t{0});
                break;
            case 1:
                jitter.step = number(key, value, 0.0, 1e6);
                break;
            case 2:
                jitter.reconfiguration = number(key, value, 0.0, 1e6);
                break;
            case 3:
                jitter.exponential = choice(key, value, {"uniform", "exponential"}) == 1;
                break;
            case 4:
                jitter.planes = number(key, value, 0, 4096);
                break;
            default:
                const auto times = value.find('x');
                if (times == std::string::npos)
                    refuse(key, value, "a share and a factor, as 0.02x20");
                jitter.straggler_share = number(key, value.substr(0, times), 0.0, 1.0);
                jitter.straggler_factor = number(key, value.substr(times + 1), 1.0, 1e9);
        }
    }
    return jitter;
}

bool flag(const std::string& key, const std::string& value) {
    if (value == "true" || value == "false") return value == "true";
    return choice(key, value, {"off", "on"}) == 1;
}

}  // namespace

int read_planes(const std::string& key, const std::string& value) {
    return number(key, value, 1, 4096);
}

bool take(SimulateSettings& settings, const std::string& key, const std::string& value) {
    auto& run = settings.run;
    if (key == "barriers")
        settings.plan.barriers = flag(key, value);
    else if (key == "routes")
        settings.plan.routes = static_cast<simulation::Routes>(
            choice(key, value, {"plan", "single", "ecmp", "optimal"}));
    else if (key == "forwarding")
        run.store = choice(key, value, {"cut-through", "store"}) == 1;
    else if (key == "sharing")
        run.weighted = choice(key, value, {"fair", "weighted"}) == 1;
    else if (key == "hops" && (value == "real" || value == "counted"))
        run.by_distance = choice(key, value, {"real", "counted"}) == 1;
    else if (key == "acknowledged")
        run.acknowledged = flag(key, value);
    else if (key == "relay_startup")
        run.relay_startup = flag(key, value);
    else if (key == "mtu")
        run.mtu = read_positive("--mtu", value, Kind::bytes, "1500B");
    else if (key == "jitter")
        run.jitter = jitter_of(value);
    else if (key == "runs")
        settings.runs = number(key, value, 1, 1000000);
    else
        return false;
    return true;
}

void take_all(SimulateSettings& settings, const simulation::Json& options) {
    static const std::vector<std::string> names{
        "barriers",     "routes",        "forwarding", "sharing", "hops",
        "acknowledged", "relay_startup", "mtu",        "jitter",  "runs"};
    if (!options.is_object())
        throw engine::BadInput("simulate = " + options.dump() +
                               ": is no object; give options, as {\"barriers\": \"on\"}");
    for (const auto& [key, json] : options.items()) {
        const auto value = json.is_string() ? json.get<std::string>() : json.dump();
        if (key == "hops") choice(key, value, {"real", "counted"});
        if (!take(settings, key, value))
            throw engine::BadInput("simulate." + key + " is no option; " + suggest(key, names));
    }
}

}  // namespace lightsweep::sweeps
