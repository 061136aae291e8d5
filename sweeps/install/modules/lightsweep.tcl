#%Module1.0
# Environment Modules: the prefix is four folders above this file's, PREFIX/share/lightsweep/modules/lightsweep/VERSION.
proc ModulesHelp {} {
    puts stderr "lightsweep: sweeps over schedulers for collectives on reconfigurable optical networks."
    puts stderr "Start sweeps with the launcher of the MPI that it was built with."
}
module-whatis "parameter sweeps over schedulers for reconfigurable optical networks"
set prefix [file normalize [file join [file dirname $ModulesCurrentModulefile] .. .. .. ..]]
prepend-path PATH [file join $prefix bin]
prepend-path MANPATH [file join $prefix share man]
prepend-path PYTHONPATH [file join $prefix lib python3 dist-packages]
setenv LIGHTSWEEP_SWEEPS [file join $prefix share lightsweep sweeps]
