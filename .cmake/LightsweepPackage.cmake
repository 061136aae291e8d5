# What `cmake --install` puts beside the program, and the Debian package (`cpack -G DEB`).
# Everything finds its place from where it stands: any prefix, also one that is given at installation.
set(data ${CMAKE_INSTALL_DATADIR}/lightsweep)
install(DIRECTORY sweeps/ DESTINATION ${data}/sweeps
        FILES_MATCHING PATTERN "*.toml" PATTERN "README.md" PATTERN "*.schema.json" PATTERN "install" EXCLUDE PATTERN "cli" EXCLUDE PATTERN "spec" EXCLUDE
        PATTERN "studies" EXCLUDE)
install(PROGRAMS sweeps/slurm/one_job.sh sweeps/slurm/array_of_shards.sh sweeps/slurm/merge.sh
        DESTINATION ${data}/sweeps/slurm)
install(PROGRAMS sweeps/cross/claims.sh DESTINATION ${data}/sweeps/cross)
install(FILES README.md CHANGELOG.md engine/FORMAT.md engine/JOURNAL.md TYPE DOC)
install(FILES analysis/README.md TYPE DOC RENAME RESULTS.md)
install(FILES LICENSE TYPE DOC RENAME copyright)
install(FILES sweeps/install/lightsweep.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME lightsweep)
install(FILES sweeps/install/modules/lightsweep.lua DESTINATION ${data}/modules/lightsweep
        RENAME ${PROJECT_VERSION}.lua)
install(FILES sweeps/install/modules/lightsweep.tcl DESTINATION ${data}/modules/lightsweep
        RENAME ${PROJECT_VERSION})

# The manual page is what the program says about itself; without a Python there is none.
find_program(LIGHTSWEEP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(LIGHTSWEEP_PYTHON AND NOT CMAKE_CROSSCOMPILING)
    set(manual ${CMAKE_BINARY_DIR}/lightsweep.1 ${CMAKE_BINARY_DIR}/lightsweep-sweep.5)
    add_custom_command(OUTPUT ${manual} DEPENDS lightsweep ${PROJECT_SOURCE_DIR}/sweeps/install/manual.py
        COMMAND ${LIGHTSWEEP_PYTHON} ${PROJECT_SOURCE_DIR}/sweeps/install/manual.py $<TARGET_FILE:lightsweep> ${CMAKE_BINARY_DIR})
    add_custom_target(manual ALL DEPENDS ${manual})
    install(FILES ${CMAKE_BINARY_DIR}/lightsweep.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
    install(FILES ${CMAKE_BINARY_DIR}/lightsweep-sweep.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 OPTIONAL)
endif()

set(CPACK_PACKAGE_NAME lightsweep)
set(CPACK_PACKAGE_CONTACT "lightsweep developers <lightsweep@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "mpich")  # its launcher; libraries are found by dpkg-shlibdeps
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "python3-numpy, python3-h5py, python3-xarray, python3-h5netcdf, python3-xxhash, python3-matplotlib")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-pandas, hdf5-tools, bash-completion")
include(CPack)
