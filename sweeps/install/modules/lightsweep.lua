-- Lmod: the prefix is five steps up from PREFIX/share/lightsweep/modules/lightsweep/VERSION.lua.
help([[lightsweep: sweeps over schedulers for collectives on reconfigurable optical networks.
Start sweeps with the launcher of the MPI that it was built with: mpirun lightsweep run SWEEP.toml -o OUT.h5]])
whatis("Name: lightsweep")
whatis("Description: parameter sweeps over schedulers for reconfigurable optical networks")
local prefix = myFileName()
for _ = 1, 5 do prefix = prefix:match("^(.*)/[^/]*$") end
prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
prepend_path("PYTHONPATH", pathJoin(prefix, "lib/python3/dist-packages"))
setenv("LIGHTSWEEP_SWEEPS", pathJoin(prefix, "share/lightsweep/sweeps"))
