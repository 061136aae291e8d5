#pragma once
// Common base of the two HDF5 file drivers of this program.

#include "engine/file/hdf5_handle.hpp"

namespace lightsweep::engine::hdf5 {

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
        auto* driver = new Self{};
        driver->owner = *static_cast<Owner* const*>(H5Pget_driver_info(access));
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

}  // namespace lightsweep::engine::hdf5
