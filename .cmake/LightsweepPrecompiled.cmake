# Headers of the standard library, parsed once for all rooms instead of once per file: a third of a cold
# build. Off where a compiler cache is in front, which cannot cache such builds and needs none; those
# builds also see a file that forgot an include.
set(precompile_default ON)
if(CMAKE_CXX_COMPILER_LAUNCHER)
    set(precompile_default OFF)
endif()
option(LIGHTSWEEP_PRECOMPILE "Precompile standard headers" ${precompile_default})

set(precompiled_headers <algorithm> <array> <cmath> <cstdint> <functional> <iomanip> <limits> <map> <memory> <numeric>
    <optional> <set> <span> <sstream> <stdexcept> <string> <string_view> <utility> <variant> <vector>)

# lightsweep_precompiled_set(NAME HEADERS...): a target that other targets with the same flags reuse.
function(lightsweep_precompiled_set name)
    if(LIGHTSWEEP_PRECOMPILE)
        set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
        file(CONFIGURE OUTPUT ${source} CONTENT "")
        add_library(${name} OBJECT ${source})
        target_link_libraries(${name} PRIVATE lightsweep_options)
        target_precompile_headers(${name} PRIVATE ${precompiled_headers} ${ARGN})
    endif()
endfunction()

# lightsweep_precompile(TARGET [SET]): takes the headers of the set, lightsweep_headers if none is named.
function(lightsweep_precompile target)
    if(LIGHTSWEEP_PRECOMPILE)
        set(from lightsweep_headers)
        if(ARGC GREATER 1)
            set(from ${ARGV1})
        endif()
        target_precompile_headers(${target} REUSE_FROM ${from})
    endif()
endfunction()
