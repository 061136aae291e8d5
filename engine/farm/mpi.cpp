#include "engine/farm/mpi.hpp"

#include <mpi.h>
#include <cstddef>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <chrono>
#include <cstdlib>
#include <initializer_list>
#include <list>
#include <string>
#include <thread>

#include "engine/farm/stopping.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::engine {

namespace {

constexpr auto poll_interval = std::chrono::microseconds(200);

void sleep_until_poll() {
    std::this_thread::sleep_for(poll_interval);
}

// Solvers take and return the same few megabytes for every point; a heap that gives its top back to
// the kernel each time halves their speed (measured: 6.5 s -> 3.4 s). To be called after MPI_Init,
// which sets the allocator up anew. Padding that is not touched costs no memory.
void keep_freed_memory() {
#if defined(__GLIBC__)
    mallopt(M_TOP_PAD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

// Name that MPI_Get_library_version of the compiled-for MPI begins with.
std::string compiled_for() {
#if defined(MPICH_VERSION)
    return "MPICH";
#elif defined(OPEN_MPI)
    return "Open MPI";
#else
    return "";
#endif
}

std::string library_version() {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string whole(text, static_cast<std::size_t>(length));
    return whole.substr(0, whole.find('\n'));
}

int count_neighbours() {
    MPI_Comm host = MPI_COMM_NULL;
    int size = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &size);
    MPI_Comm_free(&host);
    return size;
}

void check_library() {
    const std::string version = library_version();
    if (version.find(compiled_for()) == std::string::npos)
        throw BadInput("MPI: this program was compiled for " + compiled_for() +
                       " but the library loaded is " + version +
                       "; load the MPI module it was built with, or build it again");
}

void check_launcher(int size) {
    const auto expected = launcher_size();
    if (expected && *expected != size)
        throw BadInput("MPI: the launcher started " + std::to_string(*expected) +
                       " processes but MPI sees " + std::to_string(size) +
                       ", so each would run the whole sweep; use the launcher of " +
                       compiled_for() + " (mpiexec.mpich, mpirun.mpich, or srun --mpi=pmi2)");
}

void finish(MPI_Request request) {
    for (int done = 0; !done;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done) sleep_until_poll();
    }
}

}  // namespace

namespace {

/// The first variable that is set, if it is a whole number of at least 0.
std::optional<int> number_of(std::initializer_list<const char*> variables) {
    for (const char* name : variables) {
        const char* text = std::getenv(name);
        if (!text || !*text) continue;
        char* end = nullptr;
        const long value = std::strtol(text, &end, 10);
        if (*end == '\0' && value >= 0) return static_cast<int>(value);
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<int> launcher_size() {
    const auto size = number_of({"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"});
    return size == 0 ? std::nullopt : size;
}

std::optional<int> launcher_rank() {
    return number_of({"PMI_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"});
}

struct Mpi::State {
    struct Pending {
        std::string bytes;  // must not move while MPI reads it: hence the list
        MPI_Request request = MPI_REQUEST_NULL;
    };
    std::list<Pending> pending;
    int rank = 0, size = 1, on_this_host = 1;

    void drop_sent() {
        for (auto send = pending.begin(); send != pending.end();) {
            int done = 0;
            MPI_Test(&send->request, &done, MPI_STATUS_IGNORE);
            send = done ? pending.erase(send) : std::next(send);
        }
    }
};

Mpi::Mpi(int* argc, char*** argv) : state_(std::make_unique<State>()) {
    int provided = 0;
    hold_stop_signals();  // MPI's own threads too
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    keep_freed_memory();
    MPI_Comm_rank(MPI_COMM_WORLD, &state_->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &state_->size);
    state_->on_this_host = count_neighbours();
    try {
        check_library();
        check_launcher(state_->size);
        if (provided < MPI_THREAD_FUNNELED)
            throw BadInput(
                "MPI: the library offers no MPI_THREAD_FUNNELED; use one built with "
                "thread support");
    } catch (...) {
        MPI_Finalize();
        throw;
    }
}

Mpi::~Mpi() {
    flush();
    MPI_Finalize();
}

int Mpi::rank() const {
    return state_->rank;
}
int Mpi::size() const {
    return state_->size;
}
int Mpi::ranks_on_this_host() const {
    return state_->on_this_host;
}

std::optional<int> Mpi::first_rank_where(bool mine) {
    const int candidate = mine ? rank() : size();
    int lowest = 0;
    MPI_Request request;
    MPI_Iallreduce(&candidate, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
    finish(request);
    return lowest < size() ? std::optional(lowest) : std::nullopt;
}

void Mpi::broadcast(std::string& text) {
    const auto share = [](void* data, int count, MPI_Datatype type) {
        MPI_Request request;
        MPI_Ibcast(data, count, type, 0, MPI_COMM_WORLD, &request);
        finish(request);
    };
    auto length = static_cast<std::uint64_t>(text.size());
    share(&length, 1, MPI_UINT64_T);
    text.resize(length);
    share(text.data(), static_cast<int>(length), MPI_CHAR);
}

void Mpi::send(int rank, int tag, std::string bytes) {
    auto& entry = state_->pending.emplace_back(State::Pending{std::move(bytes), MPI_REQUEST_NULL});
    MPI_Isend(entry.bytes.data(), static_cast<int>(entry.bytes.size()), MPI_CHAR, rank, tag,
              MPI_COMM_WORLD, &entry.request);
}

std::optional<Message> Mpi::poll() {
    state_->drop_sent();
    int arrived = 0, count = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
    if (!arrived) return std::nullopt;
    MPI_Get_count(&status, MPI_CHAR, &count);
    Message message{status.MPI_SOURCE, status.MPI_TAG,
                    std::string(static_cast<std::size_t>(count), '\0')};
    MPI_Recv(message.bytes.data(), count, MPI_CHAR, message.rank, message.tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
}

Message Mpi::wait() {
    for (;;) {
        if (auto message = poll()) return std::move(*message);
        sleep_until_poll();
    }
}

void Mpi::leave(int exit_code) {
    flush();
    MPI_Finalize();
    std::_Exit(exit_code);
}

void Mpi::flush() {
    for (state_->drop_sent(); !state_->pending.empty(); state_->drop_sent()) sleep_until_poll();
}

}  // namespace lightsweep::engine
