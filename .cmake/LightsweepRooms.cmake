# One static library per room of tests/layering/rooms.txt, which links the rooms that it may include and no others.
# A room without sources is an INTERFACE library. lightsweep_<folder> stands for all rooms of a top-level folder.
set(rooms_map ${PROJECT_SOURCE_DIR}/tests/layering/rooms.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rooms_map})

# lightsweep_room_target(RESULT ROOM): kernels/flow -> lightsweep_kernels_flow
function(lightsweep_room_target result room)
    string(REPLACE "/" "_" name ${room})
    set(${result} lightsweep_${name} PARENT_SCOPE)
endfunction()

# lightsweep_room_links(RESULT ALLOWED): targets of the rooms in a line of the map
function(lightsweep_room_links result allowed)
    set(links)
    separate_arguments(names UNIX_COMMAND "${allowed}")
    foreach(name ${names})
        lightsweep_room_target(target ${name})
        list(APPEND links ${target})
    endforeach()
    set(${result} ${links} PARENT_SCOPE)
endfunction()

# Files that stay by themselves where a room is compiled as one: rows of a table, which all define keys(), check(),
# row(), ...; replays, which share no code with what they replay but its words; and a class whose members are of a
# nameless namespace, which g++ takes for one of a header (-Wsubobject-linkage).
set(files_apart
    "_(rules|study)\\.cpp$|/relayed_execution(_check)?\\.cpp$|/plane_groups\\.cpp$|/(uniform_sweep|computing)\\.cpp$")

# Rooms that wait for people, files, messages and programs: -Og compiles them in half of the time of -O3 and loses none that
# counts; readers of results would lose a tenth, so engine/file and analysis/read compute. There g++ warns of <regex> by mistake (-Wmaybe-uninitialized); other builds have that warning.
set(rooms_that_wait
    "^(engine/(io|journal|farm)|analysis/(claims|reports)|solvers/external|sweeps/(spec|checks|cli|events|farm|interchange|problem|rules|studies))(/|$)")

set(flags_that_wait $<$<CONFIG:Release>:-Og -Wno-maybe-uninitialized>)

# Rooms that wait have precompiled headers of their own: g++ takes the level of optimisation from precompiled headers, whatever
# the command line of the file says. Those that read problems and grids parse the headers of both once.
set(rooms_of_points "^sweeps/(rules|studies|checks|problem|events|interchange|farm|cli)$")
lightsweep_precompiled_set(lightsweep_waiting_headers)
lightsweep_precompiled_set(lightsweep_point_headers "${PROJECT_SOURCE_DIR}/sweeps/points/structure_cache.hpp"
    "${PROJECT_SOURCE_DIR}/sweeps/points/grid_check.hpp")
if(LIGHTSWEEP_PRECOMPILE)
    target_compile_options(lightsweep_waiting_headers PRIVATE ${flags_that_wait})
    target_compile_options(lightsweep_point_headers PRIVATE ${flags_that_wait})
endif()

function(lightsweep_make_room room allowed)
    lightsweep_room_target(target ${room})
    lightsweep_room_links(links "${allowed}")
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "/sweeps/main\\.cpp$|/kernels/vector/")
    if(sources OR room STREQUAL "kernels/vector")
        add_library(${target} STATIC ${sources})
        target_link_libraries(${target} PUBLIC lightsweep_options ${links})
        if(sources)
            if(room MATCHES "${rooms_that_wait}")
                target_compile_options(${target} PRIVATE ${flags_that_wait})
            else()
                set_property(GLOBAL APPEND PROPERTY lightsweep_rooms_that_compute ${target})
            endif()
            if(room MATCHES "${rooms_of_points}")
                lightsweep_precompile(${target} lightsweep_point_headers)
            elseif(room MATCHES "${rooms_that_wait}")
                lightsweep_precompile(${target} lightsweep_waiting_headers)
            else()
                lightsweep_precompile(${target})
            endif()
            list(FILTER sources INCLUDE REGEX "${files_apart}")
            set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
            set_target_properties(${target} PROPERTIES UNITY_BUILD ${LIGHTSWEEP_UNITY} UNITY_BUILD_BATCH_SIZE 0)
        endif()
    else()
        add_library(${target} INTERFACE)
        target_link_libraries(${target} INTERFACE lightsweep_options ${links})
    endif()
endfunction()

# lightsweep_link_computing_first(TARGET): of a function that several files compile from a header, the linker takes the
# first. The rooms that compute stand before all others, so that none of theirs runs at the level of one that waits (-Og).
function(lightsweep_link_computing_first target)
    get_property(rooms GLOBAL PROPERTY lightsweep_rooms_that_compute)
    list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
    set(options LINKER:--whole-archive ${files} LINKER:--no-whole-archive)
    target_link_options(${target} PRIVATE "$<$<CONFIG:Release>:${options}>")
    add_dependencies(${target} ${rooms})
endfunction()

file(STRINGS ${rooms_map} lines REGEX "^[a-z]")
set(folders kernels solvers engine analysis sweeps)
foreach(folder ${folders})
    add_library(lightsweep_${folder}_rooms INTERFACE)
endforeach()
foreach(line ${lines})
    string(REGEX MATCH "^([^:]*):(.*)$" whole "${line}")
    set(room ${CMAKE_MATCH_1})
    lightsweep_make_room(${room} "${CMAKE_MATCH_2}")
    string(REGEX MATCH "^[a-z]*" folder ${room})
    lightsweep_room_target(target ${room})
    target_link_libraries(lightsweep_${folder}_rooms INTERFACE ${target})
endforeach()
