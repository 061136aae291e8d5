# Headers of the standard library parsed once per target instead of once per file: a third of a cold
# build. Off where a compiler cache is in front, which cannot cache such builds and needs none; those
# builds also see a file that forgot an include, and alone make warnings errors.
set(precompile_default ON)
if(CMAKE_CXX_COMPILER_LAUNCHER)
    set(precompile_default OFF)
endif()
option(LIGHTSWEEP_PRECOMPILE "Precompile standard headers" ${precompile_default})

# g++ 12, once more GCC bug 105651: it no longer knows that these headers are the system's.
set(precompile_false_warnings -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)

# lightsweep_precompile(TARGET HEADERS...): the usual standard headers, and these.
function(lightsweep_precompile target)
    if(LIGHTSWEEP_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE
            <algorithm> <array> <cmath> <cstdint> <functional> <iomanip> <limits> <map> <memory> <numeric> <optional>
            <set> <span> <sstream> <stdexcept> <string> <string_view> <utility> <variant> <vector> ${ARGN})
        target_compile_options(${target} PRIVATE ${precompile_false_warnings})
    endif()
endfunction()

# lightsweep_precompiled_as(TARGET OTHER): takes the headers of OTHER, which has the same compile flags.
function(lightsweep_precompiled_as target other)
    if(LIGHTSWEEP_PRECOMPILE)
        target_precompile_headers(${target} REUSE_FROM ${other})
        target_compile_options(${target} PRIVATE ${precompile_false_warnings})
    endif()
endfunction()
