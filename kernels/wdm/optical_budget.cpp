#include "kernels/wdm/optical_budget.hpp"

#include <array>
#include <cmath>

namespace lightsweep::kernels {

namespace {

constexpr std::array presets{
    DevicePreset{"ring-1000",
                 "assumed: modulator 1 dB, 0.02 dB per interface, penalty 4 dB, budget 25 dB",
                 {1.0, 0.02, 4.0, 0.0, 25.0, -60.0, -45.0, -50.0}},
    DevicePreset{"lossy-rings",
                 "assumed: as ring-1000 with 0.1 dB per interface and crosstalk of -50 dBm",
                 {1.0, 0.1, 4.0, 0.0, 25.0, -50.0, -45.0, -50.0}},
    DevicePreset{"sensitive-receiver",
                 "assumed: as ring-1000 with 10 dBm of laser and a receiver for -20 dBm",
                 {1.0, 0.02, 4.0, -20.0, 10.0, -60.0, -45.0, -50.0}}};

}  // namespace

std::span<const DevicePreset> device_presets() {
    return presets;
}

const DevicePreset* find_device_preset(std::string_view name) {
    for (const auto& preset : presets)
        if (preset.name == name) return &preset;
    return nullptr;
}

double longest_path_printed(std::int64_t nodes, std::int64_t stages) {
    const auto n = static_cast<double>(nodes);
    return 1 + n - std::pow(n, 1 - 1.0 / static_cast<double>(stages));
}

double insertion_loss(const OpticalDevices& devices, double interfaces) {
    return devices.modulator_loss + interfaces * devices.pass_loss;
}

bool within_loss_budget(const OpticalDevices& devices, double interfaces) {
    return devices.laser_power - devices.receiver_sensitivity >=
           insertion_loss(devices, interfaces) + devices.power_penalty;
}

std::int64_t longest_path_by_loss(const OpticalDevices& devices) {
    const double left = devices.laser_power - devices.receiver_sensitivity - devices.power_penalty -
                        devices.modulator_loss;
    return static_cast<std::int64_t>(std::floor(left / devices.pass_loss + 1e-9));
}

double crosstalk_power(const OpticalDevices& devices, double interfaces) {
    return interfaces * milliwatts(devices.receiver_crosstalk) +
           milliwatts(devices.transmitter_crosstalk);
}

double bit_error_rate(double snr) {
    return 0.5 * std::exp(-snr / 4);
}

double snr_for(double bit_error_rate) {
    return -4 * std::log(2 * bit_error_rate);
}

double laser_power_for(const OpticalDevices& devices, double interfaces, double bit_error_rate) {
    const double noise = crosstalk_power(devices, interfaces) + milliwatts(devices.other_noise);
    return dbm(snr_for(bit_error_rate) * noise) + insertion_loss(devices, interfaces) +
           devices.power_penalty;
}

std::int64_t longest_path(const OpticalDevices& devices, double bit_error_rate) {
    std::int64_t low = -1, high = longest_path_by_loss(devices);
    if (high < 0) return high;
    while (low < high) {  // the laser power for that rate grows with the length of the path
        const auto middle = low + (high - low + 1) / 2;
        const auto needed = laser_power_for(devices, static_cast<double>(middle), bit_error_rate);
        if (needed <= devices.laser_power)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

double milliwatts(double dbm) {
    return std::pow(10.0, dbm / 10);
}

double dbm(double milliwatts) {
    return 10 * std::log10(milliwatts);
}

}  // namespace lightsweep::kernels
