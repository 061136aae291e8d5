#include "engine/farm/transfers.hpp"

#include <mpi.h>

#include <chrono>
#include <thread>

#include "engine/farm/stopping.hpp"

namespace lightsweep::engine {

struct Transfers::State {
    std::vector<MPI_Comm> places;
    MPI_Comm group = MPI_COMM_NULL;
    std::vector<MPI_Request> requests;
    std::vector<std::size_t> numbers;  ///< of the requests
    SignalCatcher catcher{};

    MPI_Request* add(std::size_t number) {
        numbers.push_back(number);
        return &requests.emplace_back(MPI_REQUEST_NULL);
    }
};

Transfers::Transfers(std::size_t places, int group, int place) : state_(std::make_unique<State>()) {
    state_->places.assign(places, MPI_COMM_NULL);
    for (auto& one : state_->places) MPI_Comm_idup(MPI_COMM_WORLD, &one, state_->add(0));
    while (!state_->requests.empty()) ended();
    MPI_Comm_split(MPI_COMM_WORLD, group < 0 ? MPI_UNDEFINED : group, place, &state_->group);
}

Transfers::~Transfers() {
    for (auto& place : state_->places) MPI_Comm_free(&place);
    if (state_->group != MPI_COMM_NULL) MPI_Comm_free(&state_->group);
}

void Transfers::send(std::size_t number, int rank, int tag, const Bytes& bytes) {
    MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, MPI_COMM_WORLD,
              state_->add(number));
}

void Transfers::receive(std::size_t number, int rank, int tag, Bytes& bytes) {
    MPI_Irecv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, MPI_COMM_WORLD,
              state_->add(number));
}

void Transfers::meet(std::size_t number, std::size_t place) {
    MPI_Ibarrier(state_->places[place], state_->add(number));
}

std::vector<std::size_t> Transfers::ended() {
    auto& s = *state_;
    std::vector<int> places(s.requests.size());
    int count = 0;
    if (!places.empty())
        MPI_Testsome(static_cast<int>(places.size()), s.requests.data(), &count, places.data(),
                     MPI_STATUSES_IGNORE);
    std::vector<std::size_t> ended;
    for (int i = 0; i < count; ++i) ended.push_back(s.numbers[static_cast<std::size_t>(places[i])]);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < s.requests.size(); ++i)
        if (s.requests[i] != MPI_REQUEST_NULL) {
            s.requests[kept] = s.requests[i];
            s.numbers[kept++] = s.numbers[i];
        }
    s.requests.resize(kept);
    s.numbers.resize(kept);
    if (SignalCatcher::caught() != 0) MPI_Abort(MPI_COMM_WORLD, 128 + SignalCatcher::caught());
    if (ended.empty()) std::this_thread::sleep_for(std::chrono::microseconds(50));
    return ended;
}

Bytes Transfers::result(Operation operation, int root, const Bytes& mine,
                        const std::vector<int>& cuts) {
    using enum Operation;
    const MPI_Comm all = state_->group;
    int rank = 0;
    MPI_Comm_rank(all, &rank);
    std::vector<int> counts, own_cuts;
    for (std::size_t r = 0; r + 1 < cuts.size(); ++r) counts.push_back(cuts[r + 1] - cuts[r]);
    const int n = static_cast<int>(counts.size()), whole = cuts.back();
    const int own = counts[static_cast<std::size_t>(rank)];
    for (int r = 0; r < n; ++r) own_cuts.push_back(r * own);
    const std::vector<int> own_counts(counts.size(), own);
    const auto *from = mine.data(), *block = from + cuts[static_cast<std::size_t>(rank)];
    const bool to_root = operation == reduce || operation == gather;
    int size = to_root && rank != root ? 0 : whole;
    if (operation == reduce_scatter || operation == scatter) size = own;
    if (operation == all_to_all) size = n * own;
    Bytes out = operation == broadcast ? mine : Bytes(static_cast<std::size_t>(size));
    auto* to = out.data();
    MPI_Request* const request = state_->add(0);
    const auto byte = MPI_BYTE, number = MPI_UINT8_T;
    if (operation == all_reduce)
        MPI_Iallreduce(from, to, whole, number, MPI_SUM, all, request);
    else if (operation == reduce_scatter)
        MPI_Ireduce_scatter(from, to, counts.data(), number, MPI_SUM, all, request);
    else if (operation == all_gather)
        MPI_Iallgatherv(block, own, byte, to, counts.data(), cuts.data(), byte, all, request);
    else if (operation == all_to_all)
        MPI_Ialltoallv(from, counts.data(), cuts.data(), byte, to, own_counts.data(),
                       own_cuts.data(), byte, all, request);
    else if (operation == broadcast)
        MPI_Ibcast(to, whole, byte, root, all, request);
    else if (operation == reduce)
        MPI_Ireduce(from, to, whole, number, MPI_SUM, root, all, request);
    else if (operation == gather)
        MPI_Igatherv(block, own, byte, to, counts.data(), cuts.data(), byte, root, all, request);
    else
        MPI_Iscatterv(from, counts.data(), cuts.data(), byte, to, own, byte, root, all, request);
    while (ended().empty()) continue;
    return out;
}

}  // namespace lightsweep::engine
