#pragma once
// Interface between envelope.cpp and its builds for the vector widths: plain pointers only, so
// that no inline function of the standard library is compiled for a wider processor than it runs
// on.

#include <cstddef>
#include <cstdint>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

/// intercept[k] = per_step * startups[k] + per_hop * hops[k] + transmission
///                + message_time * congestion[k].
struct InterceptTask {
    double per_step, per_hop, transmission, message_time;
    const double* startups;
    const double* hops;
    const double* congestion;
    std::size_t n;
    double* intercept;
    double *startup, *propagation, *congestion_time;  ///< the summands, for fill_lines alone
};

/// Lines that a row's lookup takes: columns of fewer are read up to here.
inline constexpr std::size_t looked_up_lines = 8;

/// Cost lines over the delay, intercept + slope * delay: slopes increase, intercepts decrease,
/// every line is least somewhere. With what each line puts into the other columns. n_lines >= 1.
/// Columns of lines have room for looked_up_lines at least. Delays and outputs have room for
/// lane_count more elements than n_delays; the rest is scribbled on.
struct LineTask {
    const double *intercept, *slope, *startup, *propagation, *congestion;
    const std::uint64_t* decision;  ///< first words
    const std::uint64_t* second;    ///< second words, null if decisions have one
    const std::int32_t* schedule;
    std::size_t startup_step;  ///< 0 if all lines have the first one's start-up, else 1
    std::size_t n_lines;
    double* breaks;  ///< scratch
    const double* delays;
    std::size_t n_delays;
    double transmission;  ///< the same for every line
    double *completion, *lower_bound, *startup_out, *propagation_out, *transmission_out;
    double *congestion_out, *reconfiguration;
    std::int32_t* n_reconfigurations;
    std::int32_t* plane_out;      ///< null if not wanted
    std::uint64_t* decision_out;  ///< one or two words per delay; null if not wanted
};

LIGHTSWEEP_AT_EVERY_WIDTH(void fill_intercepts(const InterceptTask& task);
                          void fill_lines(const InterceptTask& task);
                          void fill_least_lines(const LineTask& task);)

}  // namespace lightsweep::kernels
