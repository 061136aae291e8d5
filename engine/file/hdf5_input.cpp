#include "engine/file/hdf5_input.hpp"

#include <array>
#include <filesystem>
#include <span>

#include "engine/file/hdf5_driver.hpp"

namespace lightsweep::engine::hdf5 {

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

InputFile::InputFile(const std::string& path) : path_(refuse_what_is_no_file(path)), reader_(path) {
    silence();
    refuse_other_formats(reader_, path);
    reading([&] {
        const Handle access = InputDriver::access(this);
        id_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "open the file");
    });
}

}  // namespace lightsweep::engine::hdf5
