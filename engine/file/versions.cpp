#include "engine/file/versions.hpp"

#include <hdf5.h>
#include <libdeflate.h>
#include <mpi.h>
#include <tbb/version.h>
#include <xxhash.h>

namespace lightsweep::engine {
namespace {

// From the header: verbs other than `run` never call MPI.
std::string mpi_version() {
#if defined(MPICH_VERSION)
    return std::string("MPICH ") + MPICH_VERSION;
#elif defined(OPEN_MPI)
    return "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + "." +
           std::to_string(OMPI_MINOR_VERSION);
#else
    return "MPI " + std::to_string(MPI_VERSION) + "." + std::to_string(MPI_SUBVERSION);
#endif
}

std::string hdf5_version() {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    return "HDF5 " + std::to_string(major) + "." + std::to_string(minor) + "." +
           std::to_string(release);
}

std::string xxhash_version() {
    const unsigned number = XXH_versionNumber();
    return "xxHash " + std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) +
           "." + std::to_string(number % 100);
}

}  // namespace

std::string library_versions() {
    return mpi_version() + ", " + hdf5_version() + ", oneTBB " + TBB_runtime_version() +
           ", libdeflate " LIBDEFLATE_VERSION_STRING ", " + xxhash_version();
}

}  // namespace lightsweep::engine
