#include "engine/hdf5_output.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "engine/seal.hpp"

namespace lightsweep::engine::hdf5 {

// HDF5's view of an OutputFile. `base` must come first: HDF5 casts between the two.
struct OutputDriver {
    H5FD_t base;
    OutputFile* owner;
    haddr_t end_of_allocation, end_of_file;

    static OutputDriver& of(H5FD_t* file) { return *reinterpret_cast<OutputDriver*>(file); }
    static const OutputDriver& of(const H5FD_t* file) {
        return *reinterpret_cast<const OutputDriver*>(file);
    }
    template <class Action>
    void guarded(Action action) {
        if (owner->failure_) return;
        try {
            action();
        } catch (const std::exception& error) {
            owner->failure_ = error.what();
        }
    }

    static H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
        const auto* owner = static_cast<OutputFile* const*>(H5Pget_driver_info(access));
        auto* driver = new OutputDriver{};
        driver->owner = *owner;
        return &driver->base;
    }
    static herr_t close(H5FD_t* file) {
        delete &of(file);
        return 0;
    }
    static herr_t query(const H5FD_t*, unsigned long* flags) {
        if (flags)
            *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
                     H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
                     H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
        return 0;
    }
    static haddr_t get_eoa(const H5FD_t* file, H5FD_mem_t) { return of(file).end_of_allocation; }
    static herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t address) {
        of(file).end_of_allocation = address;
        return 0;
    }
    static haddr_t get_eof(const H5FD_t* file, H5FD_mem_t) { return of(file).end_of_file; }
    static herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size,
                       void* buffer) {
        auto& driver = of(file);
        std::memset(buffer, 0, size);
        driver.guarded([&] {
            driver.owner->file_.read_at(address, {static_cast<std::byte*>(buffer), size});
        });
        return 0;
    }
    static herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size,
                        const void* buffer) {
        auto& driver = of(file);
        driver.guarded([&] {
            driver.owner->file_.write_at(address, {static_cast<const std::byte*>(buffer), size});
        });
        driver.end_of_file = std::max(driver.end_of_file, static_cast<haddr_t>(address + size));
        return 0;
    }
    static herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
        auto& driver = of(file);
        driver.guarded([&] { driver.owner->file_.resize(driver.end_of_allocation); });
        driver.end_of_file = driver.end_of_allocation;
        return 0;
    }
};

namespace {

H5FD_class_t driver_class() {
    H5FD_class_t driver{};
    driver.name = "lightsweep_output";
    driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(OutputFile*);
    driver.open = OutputDriver::open;
    driver.close = OutputDriver::close;
    driver.query = OutputDriver::query;
    driver.get_eoa = OutputDriver::get_eoa;
    driver.set_eoa = OutputDriver::set_eoa;
    driver.get_eof = OutputDriver::get_eof;
    driver.read = OutputDriver::read;
    driver.write = OutputDriver::write;
    driver.truncate = OutputDriver::truncate;
    for (auto& kind : driver.fl_map) kind = H5FD_MEM_DEFAULT;
    return driver;
}

hid_t driver_id() {
    static const H5FD_class_t driver = driver_class();
    static const hid_t id = H5FDregister(&driver);
    return id;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : file_(io::File::create(path)) {
    silence();
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
    OutputFile* self = this;
    need(H5Pset_driver(access, driver_id(), &self), "choose the file driver");
    id_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose,
                 "create " + path);
}

void OutputFile::check() const {
    if (failure_) throw IoError(*failure_);
}

void OutputFile::close() {
    const herr_t status = id_.reset();
    check();
    need(status, "close " + file_.path());
    append_seal(file_);
    file_.sync();
    file_.close();
}

}  // namespace lightsweep::engine::hdf5
