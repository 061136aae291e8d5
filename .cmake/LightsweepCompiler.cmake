# Language level, warnings and sanitizers for every target; vector builds of single files.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(LIGHTSWEEP_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")
option(LIGHTSWEEP_WERROR "Treat warnings as errors (on in every preset)" OFF)
option(LIGHTSWEEP_UNITY "Compile the files of a room together (a third off a cold build, no quick rebuild of one file)" OFF)

add_library(lightsweep_options INTERFACE)
target_include_directories(lightsweep_options INTERFACE ${PROJECT_SOURCE_DIR})
# No fused multiply-add: stored results must not depend on the vector width (README, "Same bytes").
target_compile_options(lightsweep_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -ffp-contract=off)
# SSE 4.2 and POPCNT take a tenth off searches for plans. Intel's Core has both since 2008, AMD since 2011, small cores since 2013.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(lightsweep_options INTERFACE -msse4.2 -mpopcnt)
endif()
# One set of flags for all rooms, so that they share precompiled headers: the launchers of
# kernels/parallel are templates, and whoever calls them compiles their pragmas.
find_package(OpenMP REQUIRED COMPONENTS CXX)
target_link_libraries(lightsweep_options INTERFACE OpenMP::OpenMP_CXX)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 warns falsely about std::string concatenation (GCC bug 105651), and about inlined vectors and shared
    # pointers where headers are precompiled or rooms compiled as one file.
    target_compile_options(lightsweep_options INTERFACE
        -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    # Rarer collections of the compiler's own garbage: a tenth off a build, for a quarter more memory.
    target_compile_options(lightsweep_options INTERFACE --param=ggc-min-expand=200 --param=ggc-min-heapsize=524288)
endif()
if(LIGHTSWEEP_UNITY)
    # A local name may be that of another file in the same room; builds of single files keep this warning.
    target_compile_options(lightsweep_options INTERFACE -Wno-shadow)
endif()
if(LIGHTSWEEP_WERROR)
    target_compile_options(lightsweep_options INTERFACE -Werror)
endif()
if(LIGHTSWEEP_SANITIZE)
    # Instrumented code makes g++ 12 warn falsely about <regex> and <functional>.
    target_compile_options(lightsweep_options INTERFACE -Wno-maybe-uninitialized
        -fsanitize=${LIGHTSWEEP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
    target_link_options(lightsweep_options INTERFACE -fsanitize=${LIGHTSWEEP_SANITIZE})
endif()

# lightsweep_vector_source(TARGET FILE): compiles FILE once per vector width. Each build defines
# LIGHTSWEEP_VECTOR_WIDTH (baseline | avx2 | avx512), which names the namespace of that build;
# the width is chosen at run time. Such a file must hold no inline function with external linkage.
function(lightsweep_vector_source target file)
    get_filename_component(stem ${file} NAME_WE)
    foreach(width baseline avx2 avx512)
        set(copy ${CMAKE_CURRENT_BINARY_DIR}/${stem}_${width}.cpp)
        file(CONFIGURE OUTPUT ${copy}
             CONTENT "#define LIGHTSWEEP_VECTOR_WIDTH ${width}\n#include \"${CMAKE_CURRENT_SOURCE_DIR}/${file}\"\n")
        target_sources(${target} PRIVATE ${copy})
        set(flags "-O3 -Wno-psabi")  # wide vectors pass between functions of this file only
        if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
            if(width STREQUAL "avx2")
                set(flags "${flags} -mavx2")
            elseif(width STREQUAL "avx512")
                set(flags "${flags} -mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512")
            endif()
        endif()
        set_source_files_properties(${copy} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_FLAGS "${flags}" SKIP_PRECOMPILE_HEADERS ON)
    endforeach()
endfunction()
