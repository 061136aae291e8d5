#include "kernels/rack/rack.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace lightsweep::kernels {

namespace {

/// Place i of `count` spread evenly over 0 .. length - 1.
Node spread(Node i, Node count, Node length) {
    return static_cast<Node>((2 * std::int64_t{i} + 1) * length / (2 * std::int64_t{count}));
}

void require_rack(const Rack& rack) {
    const auto refuse = [](const std::string& what) { throw std::invalid_argument(what); };
    if (rack.servers.rows < 1 || rack.servers.columns < 1)
        refuse("servers: the grid needs rows and columns >= 1");
    if (rack.devices < 1)
        refuse("devices_per_server = " + std::to_string(rack.devices) + ": must be >= 1");
    if (rack.mesh < 2) refuse("mesh = " + std::to_string(rack.mesh) + ": must be >= 2");
    if (rack.wavelengths < 1)
        refuse("wavelengths = " + std::to_string(rack.wavelengths) + ": must be >= 1");
    const GridShape places = device_places(rack.devices);
    const Node longer = std::max(places.rows, places.columns);
    if (longer > rack.mesh)
        refuse("mesh = " + std::to_string(rack.mesh) + ": too small for " +
               std::to_string(rack.devices) + " devices, give at least " + std::to_string(longer));
}

/// Positions of devices and fibres on a server's mesh.
class MeshLayout {
  public:
    MeshLayout(const Rack& rack, int fibres)
        : mesh_{rack.mesh, rack.mesh}, places_(device_places(rack.devices)), fibres_(fibres) {}

    const GridShape& shape() const { return mesh_; }
    Node device(Node number) const {
        return at(spread(number / places_.columns, places_.rows, mesh_.rows),
                  spread(number % places_.columns, places_.columns, mesh_.columns));
    }
    /// Position of the fibre on the side towards the neighbouring server.
    Node port(const GridShape& servers, Node server, Node neighbour, int fibre) const {
        const Node along = spread(fibre, fibres_, mesh_.rows), last = mesh_.rows - 1;
        if (neighbour == server + 1 && servers.columns > 1) return at(along, last);
        if (neighbour == server - 1 && servers.columns > 1) return at(along, 0);
        return neighbour > server ? at(last, along) : at(0, along);
    }

  private:
    Node at(Node row, Node column) const { return row * mesh_.columns + column; }
    GridShape mesh_, places_;
    int fibres_;
};

/// Ways through the meshes, by server and wavelength.
using Ways = std::map<std::pair<Node, int>, std::vector<Pair>>;

void add_way(Ways& ways, Node server, int wavelength, Node from, Node to) {
    if (from != to) ways[{server, wavelength}].push_back({from, to});
}

int unrouted(const Ways& ways, const GridShape& mesh) {
    int failed = 0;
    for (const auto& [place, pairs] : ways)
        failed += static_cast<int>(route_mesh_around_full(mesh, pairs, 1).failed.size());
    return failed;
}

struct Split {
    std::vector<Pair> between;     ///< servers
    std::vector<Pair> of_between;  ///< the nodes that these circuits join
    std::vector<Pair> inside;      ///< circuits inside one server
};

Split split(const Rack& rack, const std::vector<Pair>& circuits) {
    Split result;
    const Node nodes = rack.servers.nodes() * rack.devices;
    for (const Pair& circuit : circuits) {
        if (const std::string fault = circuit_fault(circuit, nodes); !fault.empty())
            throw std::invalid_argument(fault);
        const Pair servers{circuit.from / rack.devices, circuit.to / rack.devices};
        if (servers.from == servers.to) {
            result.inside.push_back(circuit);
            continue;
        }
        result.between.push_back(servers);
        result.of_between.push_back(circuit);
    }
    return result;
}

/// Follows the routes between servers; circuits take fibres in their order.
void add_outside(const Rack& rack, const Split& parts, const WavelengthRoutes& found,
                 const MeshLayout& plan, Ways& ways) {
    std::map<std::pair<int, std::size_t>, int> taken;  // by wavelength and edge
    for (std::size_t i = 0; i < parts.between.size(); ++i) {
        const auto& route = found.routes[i];
        const int wavelength = found.wavelength[i];
        Node at = plan.device(parts.of_between[i].from % rack.devices);
        for (std::size_t hop = 1; hop < route.size(); ++hop) {
            const int fibre = taken[{wavelength, rack.servers.edge(route[hop - 1], route[hop])}]++;
            const Node out = plan.port(rack.servers, route[hop - 1], route[hop], fibre);
            add_way(ways, route[hop - 1], wavelength, at, out);
            at = plan.port(rack.servers, route[hop], route[hop - 1], fibre);
        }
        add_way(ways, route.back(), wavelength, at,
                plan.device(parts.of_between[i].to % rack.devices));
    }
}

/// How often each node uses each wavelength.
class WavelengthUse {
  public:
    WavelengthUse(const Rack& rack, const Split& parts, const WavelengthRoutes& found)
        : wavelengths_(static_cast<std::size_t>(rack.wavelengths)),
          uses_(wavelengths_ * static_cast<std::size_t>(rack.servers.nodes() * rack.devices), 0) {
        for (std::size_t i = 0; i < parts.of_between.size(); ++i)
            add(parts.of_between[i], static_cast<std::size_t>(found.wavelength[i]));
    }
    /// The wavelength that both ends use least; both now use it once more.
    int take(const Pair& circuit) {
        std::size_t best = 0;
        for (std::size_t w = 1; w < wavelengths_; ++w)
            if (uses(circuit, w) < uses(circuit, best)) best = w;
        add(circuit, best);
        return static_cast<int>(best);
    }

  private:
    int& of(Node node, std::size_t wavelength) {
        return uses_[static_cast<std::size_t>(node) * wavelengths_ + wavelength];
    }
    int uses(const Pair& circuit, std::size_t wavelength) {
        return of(circuit.from, wavelength) + of(circuit.to, wavelength);
    }
    void add(const Pair& circuit, std::size_t wavelength) {
        ++of(circuit.from, wavelength);
        ++of(circuit.to, wavelength);
    }

    std::size_t wavelengths_;
    std::vector<int> uses_;
};

void add_inside(const Rack& rack, const Split& parts, const MeshLayout& plan, WavelengthUse use,
                Ways& ways) {
    for (const Pair& circuit : parts.inside)
        add_way(ways, circuit.from / rack.devices, use.take(circuit),
                plan.device(circuit.from % rack.devices), plan.device(circuit.to % rack.devices));
}

FibreRoutes joint_routes(const Rack& rack, const Split& parts) {
    return parts.between.empty() ? FibreRoutes{} : route_fibres(rack.servers, parts.between);
}

RackFit fit_parts(const Rack& rack, const Split& parts, const FibreRoutes& joint) {
    RackFit fit{static_cast<int>(parts.between.size() + parts.inside.size()),
                static_cast<int>(parts.between.size())};
    WavelengthRoutes found;
    if (!parts.between.empty())
        found = route_by_wavelength(rack.servers, parts.between, joint, rack.wavelengths);
    fit.fibres = found.fibres;
    fit.fibre_bound = found.bound;
    const MeshLayout plan(rack, std::max(1, found.fibres));
    Ways ways;
    add_outside(rack, parts, found, plan, ways);
    add_inside(rack, parts, plan, {rack, parts, found}, ways);
    fit.unrouted = unrouted(ways, plan.shape());
    return fit;
}

}  // namespace

GridShape device_places(Node devices) {
    const auto columns = static_cast<Node>(std::ceil(std::sqrt(devices)));
    return {(devices + columns - 1) / columns, columns};
}

RackVerdict judge_rack(const Rack& rack, const std::vector<Pair>& circuits, int fibres) {
    using Answer = RackVerdict::Answer;
    require_rack(rack);
    const Split parts = split(rack, circuits);
    const FibreRoutes joint = joint_routes(rack, parts);
    const auto enough = [&](const RackFit& fit) { return fibres == 0 || fit.fibres <= fibres; };
    RackVerdict verdict{Answer::unknown, fit_parts(rack, parts, joint)};
    if (fibres > 0 && verdict.best.fibre_bound > fibres) verdict.answer = Answer::fails;
    Rack fewer = rack;
    RackFit fit = verdict.best;
    while (verdict.answer == Answer::unknown) {
        verdict.best.unrouted = std::min(verdict.best.unrouted, fit.unrouted);
        if (enough(fit) && fit.unrouted == 0) verdict.answer = Answer::fits;
        if (--fewer.wavelengths == 0) break;
        // Fewer wavelengths need at least as many fibres.
        fit = fit_parts(fewer, parts, joint);
        if (fibres > 0 && fit.fibre_bound > fibres) break;
    }
    return verdict;
}

}  // namespace lightsweep::kernels
