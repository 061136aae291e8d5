#include "engine/hdf5_input.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

namespace lightsweep::engine::hdf5 {

// HDF5's view of an InputFile. `base` must come first: HDF5 casts between the two.
struct InputDriver {
    H5FD_t base;
    InputFile* owner;
    haddr_t end_of_allocation;

    static InputDriver& of(H5FD_t* file) { return *reinterpret_cast<InputDriver*>(file); }
    static const InputDriver& of(const H5FD_t* file) {
        return *reinterpret_cast<const InputDriver*>(file);
    }
    static H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
        const auto* owner = static_cast<InputFile* const*>(H5Pget_driver_info(access));
        auto* driver = new InputDriver{};
        driver->owner = *owner;
        return &driver->base;
    }
    static herr_t close(H5FD_t* file) {
        delete &of(file);
        return 0;
    }
    static herr_t query(const H5FD_t*, unsigned long* flags) {
        if (flags)
            *flags = H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
                     H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
        return 0;
    }
    static haddr_t get_eoa(const H5FD_t* file, H5FD_mem_t) { return of(file).end_of_allocation; }
    static herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t address) {
        of(file).end_of_allocation = address;
        return 0;
    }
    static haddr_t get_eof(const H5FD_t* file, H5FD_mem_t) {
        return of(file).owner->reader_.size();
    }
    static herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size,
                       void* buffer) {
        InputFile& owner = *of(file).owner;
        try {
            owner.reader_.read_at(address, {static_cast<std::byte*>(buffer), size});
            return 0;
        } catch (const std::exception& error) {
            if (!owner.failure_) owner.failure_ = error.what();
            return -1;
        }
    }
    static herr_t write(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, size_t, const void*) { return -1; }
};

namespace {

H5FD_class_t driver_class() {
    H5FD_class_t driver{};
    driver.name = "lightsweep_input";
    driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(InputFile*);
    driver.open = InputDriver::open;
    driver.close = InputDriver::close;
    driver.query = InputDriver::query;
    driver.get_eoa = InputDriver::get_eoa;
    driver.set_eoa = InputDriver::set_eoa;
    driver.get_eof = InputDriver::get_eof;
    driver.read = InputDriver::read;
    driver.write = InputDriver::write;
    for (auto& kind : driver.fl_map) kind = H5FD_MEM_DEFAULT;
    return driver;
}

hid_t driver_id() {
    static const H5FD_class_t driver = driver_class();
    static const hid_t id = H5FDregister(&driver);
    return id;
}

const std::string& refuse_what_is_no_file(const std::string& path) {
    const auto kind = std::filesystem::status(path).type();
    if (kind == std::filesystem::file_type::not_found)
        throw BadInput(path + ": no such file; give a result file that `run` has finished");
    if (kind == std::filesystem::file_type::directory)
        throw BadInput(path + ": is a folder; give a result file (OUT.h5)");
    return path;
}

void refuse_other_formats(SealedReader& reader, const std::string& path) {
    constexpr std::array<unsigned char, 8> signature{0x89, 'H', 'D', 'F', 0x0d, 0x0a, 0x1a, 0x0a};
    std::array<unsigned char, 8> begin{};
    reader.read_at(0, std::as_writable_bytes(std::span(begin)));
    if (begin != signature)
        throw IoError(path + ": is not an HDF5 file; give a result file that `run` has finished");
}

}  // namespace

InputFile::InputFile(const std::string& path) : path_(refuse_what_is_no_file(path)), reader_(path) {
    silence();
    refuse_other_formats(reader_, path);
    reading([&] {
        const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
        InputFile* self = this;
        need(H5Pset_driver(access, driver_id(), &self), "choose the file driver");
        id_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "open the file");
    });
}

}  // namespace lightsweep::engine::hdf5
