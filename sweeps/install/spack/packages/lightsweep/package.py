# From a checkout:  spack repo add sweeps/install/spack  and  spack dev-build lightsweep@0.1.0
from spack.package import *


class Lightsweep(CMakePackage):
    """Parameter sweeps over schedulers for collectives on reconfigurable optical networks, under MPI, to HDF5."""

    version("0.1.0")

    variant("figures", default=True, description="What lightsweep-figures needs to draw")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python", type="build")
    depends_on("mpi")
    depends_on("hdf5@1.10:+mpi+hl")
    depends_on("boost@1.74:", type="build")
    depends_on("tbb")
    depends_on("libdeflate")
    depends_on("isa-l")
    depends_on("xxhash")
    depends_on("cbc@2.10:")
    depends_on("clp")
    depends_on("osi")
    depends_on("tomlplusplus@3.3:", type="build")
    depends_on("cli11@2:", type="build")
    depends_on("nlohmann-json@3:", type="build")
    with when("+figures"):
        for name in ("numpy", "h5py", "xarray", "h5netcdf", "matplotlib", "xxhash"):
            depends_on(f"py-{name}", type="run")

    conflicts("%gcc@:11", msg="a C++20 compiler is needed, such as g++ 12")

    generator("ninja")

    def cmake_args(self):
        mpi, hdf5 = self.spec["mpi"], self.spec["hdf5"]
        return [
            self.define("BUILD_TESTING", self.run_tests),
            self.define("MPI_C_COMPILER", mpi.mpicc),
            self.define("MPI_CXX_COMPILER", mpi.mpicxx),
            self.define("HDF5_ROOT", hdf5.prefix),
        ]
