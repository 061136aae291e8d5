#pragma once
// Loss and crosstalk budget of a lightpath: OpTree eq. 4 to 9, in linear units.
//
// The equations are read with three corrections. Eq. 4 takes the long way round; the real length is
// the longest lightpath of the schedule, at most floor(N/2) segments, so loss and crosstalk take
// the number of passed interfaces as an argument. Eq. 6 compares a power with losses; the
// receiver's sensitivity belongs in it (0 dBm gives the paper's form). Eq. 8 adds powers, which is
// done in mW here. Eq. 9 takes the linear ratio: a BER of 1e-9 needs 80.12, i.e. 19.04 dB.

#include <cstdint>
#include <span>
#include <string_view>

namespace lightsweep::kernels {

/// Powers in dBm, losses in dB.
struct OpticalDevices {
    double modulator_loss;         ///< P_m
    double pass_loss;              ///< P_pass, per interface passed, > 0
    double power_penalty;          ///< P_p, of the extinction ratio
    double receiver_sensitivity;   ///< S_rx
    double laser_power;            ///< P_laser
    double receiver_crosstalk;     ///< P_Rx, per interface passed
    double transmitter_crosstalk;  ///< P_Tx
    double other_noise;            ///< P_O
};

/// Device values under a name. All are assumptions, because the paper gives none.
struct DevicePreset {
    std::string_view name;
    std::string_view assumption;  ///< the assumption in words
    OpticalDevices devices;
};
std::span<const DevicePreset> device_presets();
/// The preset of that name; nullptr if there is none.
const DevicePreset* find_device_preset(std::string_view name);

/// Eq. 4 as printed: 1 + (m - 1) N / m with m = N^(1/k) [interfaces].
double longest_path_printed(std::int64_t nodes, std::int64_t stages);

/// Loss by eq. 5: P_m + interfaces * P_pass [dB].
double insertion_loss(const OpticalDevices& devices, double interfaces);
/// Whether eq. 6 holds: P_laser - S_rx >= loss + P_p.
bool within_loss_budget(const OpticalDevices& devices, double interfaces);
/// Largest number of interfaces that eq. 6 allows; negative if it does not even allow 0.
std::int64_t longest_path_by_loss(const OpticalDevices& devices);

/// Crosstalk by eq. 8, worst case: interfaces * P_Rx + P_Tx [mW].
double crosstalk_power(const OpticalDevices& devices, double interfaces);
/// Bit error rate by eq. 9: 1/2 exp(-snr / 4), with snr as a ratio.
double bit_error_rate(double snr);
/// SNR that reaches a bit error rate, the inverse of eq. 9; bit_error_rate in (0, 1/2).
double snr_for(double bit_error_rate);
/// Laser power at which the received signal just reaches this bit error rate [dBm].
double laser_power_for(const OpticalDevices& devices, double interfaces, double bit_error_rate);
/// Largest number of interfaces at which both eq. 6 and the bit error rate hold; negative if they
/// do not even hold at 0.
std::int64_t longest_path(const OpticalDevices& devices, double bit_error_rate);

double milliwatts(double dbm);
double dbm(double milliwatts);

}  // namespace lightsweep::kernels
