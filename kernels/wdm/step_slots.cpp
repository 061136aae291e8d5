#include "kernels/wdm/step_slots.hpp"

#include <algorithm>

namespace lightsweep::kernels {

StepSlots::StepSlots(const TorusShape& shape, std::int32_t wavelengths, Dimension dimension)
    : shape_(shape),
      wavelengths_(static_cast<std::size_t>(wavelengths)),
      dimension_(dimension),
      row_words_(static_cast<std::size_t>(shape.ring_length(dimension) + 63) / 64),
      taken_(static_cast<std::size_t>(shape.nodes() / shape.ring_length(dimension)) * 2 *
             wavelengths_ * row_words_) {}

void StepSlots::clear() {
    std::fill(taken_.begin(), taken_.end(), 0);
}

bool StepSlots::take(const Lightpath& path, Node length) {
    const Node ring = shape_.ring_length(dimension_);
    const auto row = (static_cast<std::size_t>(shape_.ring(dimension_, path.source)) * 2 +
                      static_cast<std::size_t>(path.direction)) *
                         wavelengths_ +
                     static_cast<std::size_t>(path.wavelength);
    // Segment v of the other fibre leads from v + 1 to v: the same segments, entered at the far
    // end.
    const Node begin = shape_.position(
        dimension_, path.direction == Direction::clockwise ? path.source : path.destination);
    const Node end = begin + length;
    if (end <= ring) return take_run(row, begin, end);
    const bool tail = take_run(row, begin, ring);
    return take_run(row, 0, end - ring) && tail;
}

bool StepSlots::take_run(std::size_t row, Node begin, Node end) {
    std::uint64_t* words = taken_.data() + row * row_words_;
    std::uint64_t clash = 0;
    for (auto at = static_cast<std::size_t>(begin); at < static_cast<std::size_t>(end);) {
        const std::size_t word = at / 64, stop = std::min<std::size_t>(
                                              static_cast<std::size_t>(end), word * 64 + 64);
        const std::uint64_t bits = (~std::uint64_t{0} >> (64 - (stop - at))) << (at % 64);
        clash |= words[word] & bits;
        words[word] |= bits;
        at = stop;
    }
    return clash == 0;
}

}  // namespace lightsweep::kernels
