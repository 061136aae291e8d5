#include "engine/file/hdf5_output.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "engine/file/hdf5_driver.hpp"
#include "engine/journal/seal.hpp"

namespace lightsweep::engine::hdf5 {

struct OutputDriver : Driver<OutputDriver, OutputFile> {
    static constexpr const char* name = "lightsweep_output";
    haddr_t end_of_file;

    template <class Action>
    void guarded(Action action) {
        if (owner->failure_) return;
        try {
            action();
        } catch (const std::exception& error) {
            owner->failure_ = error.what();
        }
    }

    static herr_t query(const H5FD_t*, unsigned long* flags) {
        if (flags)
            *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
                     H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
                     H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
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

OutputFile::OutputFile(const std::string& path) : file_(io::File::create_new(path)) {
    silence();
    const Handle access = OutputDriver::access(this);
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
