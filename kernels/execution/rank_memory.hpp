#pragma once
// The buffers of all ranks while a plan is executed, with symbols for data: who may touch which
// bytes while transfers run, and whether every rank ends with what the collective promises.

#include <tuple>

#include "kernels/collectives/collective.hpp"
#include "kernels/execution/execution_plan.hpp"
#include "kernels/execution/symbolic_buffer.hpp"

namespace lightsweep::kernels {

class RankMemory {
  public:
    /// Before the first step: each rank has its own contributions, own all-to-all blocks are
    /// copied. bytes: per step, what every sender sends. All three must outlive it.
    RankMemory(const ExecutionPlan& plan, const std::vector<double>& bytes,
               const Collective& promise);

    /// Symbols of the bytes that the origin sends; what is wrong with them goes to `fault`.
    std::vector<SymbolPiece> read(const Stream& stream, std::string& fault) const;
    /// Puts them where the target receives them; what is wrong, or "".
    std::string write(const Stream& stream, const std::vector<SymbolPiece>& data);
    /// At the end of a step: what waits in scratch goes to the vector; what is wrong, or "".
    std::string apply_scratch(const Stream& received);

    /// While a stream runs nobody writes what it reads, and nobody touches what it writes; what is
    /// wrong, or "".
    std::string lock(const Stream& stream);
    void unlock(const Stream& stream);

    /// The first byte that is not as promised, or "".
    std::string broken_promise() const;

  private:
    /// Part, buffer, and step where every step has its own.
    using Place = std::tuple<std::size_t, Buffer, std::size_t>;
    struct Lock {
        Place place;
        std::int64_t begin, end;
        bool writes;
    };
    static Place place_of(const Stream& stream, Buffer buffer);
    std::string lock(Node rank, const Stream& stream, bool writes);
    void unlock(Node rank, const Stream& stream, bool writes);
    std::string put(Node rank, Place place, std::int64_t offset, const SymbolPiece& piece,
                    bool reduce);
    std::string differs(Node rank, Place place, std::int64_t offset, std::int64_t bytes,
                        const Symbols& wanted) const;
    void start_part(std::size_t part, const Collective& collective);
    std::string broken_part(std::size_t part, const Collective& collective) const;
    std::string broken_step(std::size_t step) const;

    const ExecutionPlan& plan_;
    const std::vector<double>& bytes_;
    const Collective& promise_;
    std::vector<const Collective*> parts_;
    std::vector<std::map<Place, SymbolicBuffer>> buffers_;  ///< per rank
    std::vector<std::vector<Lock>> locks_;                  ///< per rank
};

}  // namespace lightsweep::kernels
