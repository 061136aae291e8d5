#include "engine/file/hdf5_files.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <span>

namespace lightsweep::engine::hdf5 {

// The common base of the two HDF5 file drivers.

/// HDF5's view of a file that belongs to an Owner. Self adds query, get_eof, read, write and, if it
/// can, truncate. HDF5 casts between H5FD_t and the driver, so `base` must be the first member.
template <class Self, class Owner>
struct Driver {
    H5FD_t base;
    Owner* owner;
    haddr_t end_of_allocation;

    static Self& of(H5FD_t* file) { return static_cast<Self&>(*reinterpret_cast<Driver*>(file)); }
    static const Self& of(const H5FD_t* file) {
        return static_cast<const Self&>(*reinterpret_cast<const Driver*>(file));
    }
    static H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
        const auto* owner = static_cast<Owner* const*>(H5Pget_driver_info(access));
        if (owner == nullptr) return nullptr;  // HDF5 follows a link to another file
        auto* driver = new Self{};
        driver->owner = *owner;
        return &driver->base;
    }
    static herr_t close(H5FD_t* file) {
        delete &of(file);
        return 0;
    }
    static haddr_t get_eoa(const H5FD_t* file, H5FD_mem_t) { return of(file).end_of_allocation; }
    static herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t address) {
        of(file).end_of_allocation = address;
        return 0;
    }

    /// A property list that opens files through this driver for that owner.
    static Handle access(Owner* owner) {
        static const H5FD_class_t methods = table();
        static const hid_t id = H5FDregister(&methods);
        Handle list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
        need(H5Pset_driver(list, id, &owner), "choose the file driver");
        return list;
    }

  private:
    static H5FD_class_t table() {
        H5FD_class_t driver{};
        driver.name = Self::name;
        driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
        driver.fc_degree = H5F_CLOSE_WEAK;
        driver.fapl_size = sizeof(Owner*);
        driver.open = open;
        driver.close = close;
        driver.query = Self::query;
        driver.get_eoa = get_eoa;
        driver.set_eoa = set_eoa;
        driver.get_eof = Self::get_eof;
        driver.read = Self::read;
        driver.write = Self::write;
        if constexpr (requires { Self::truncate; }) driver.truncate = Self::truncate;
        for (auto& kind : driver.fl_map) kind = H5FD_MEM_DEFAULT;
        return driver;
    }
};

namespace {

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

struct InputDriver : Driver<InputDriver, InputFile> {
    static constexpr const char* name = "lightsweep_input";

    static herr_t query(const H5FD_t*, unsigned long* flags) {
        if (flags)
            *flags = H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
                     H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
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

std::vector<H5Z_filter_t> filters_of(hid_t properties) {
    std::vector<H5Z_filter_t> filters(
        static_cast<std::size_t>(std::max(0, H5Pget_nfilters(properties))));
    for (unsigned i = 0; i < filters.size(); ++i) {
        std::size_t n_values = 0;
        unsigned flags = 0, config = 0;
        filters[i] = H5Pget_filter2(properties, i, &flags, &n_values, nullptr, 0, nullptr, &config);
    }
    return filters;
}

std::vector<H5Z_filter_t> filters_of_results(std::size_t element_bytes) {
    if (element_bytes > 1) return {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE};
    return {H5Z_FILTER_DEFLATE};
}

InputFile::InputFile(const std::string& path) : path_(refuse_what_is_no_file(path)), reader_(path) {
    silence();
    refuse_other_formats(reader_, path);
    reading([&] {
        const Handle access = InputDriver::access(this);
        id_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "open the file");
    });
}

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
