# Refuses folders with sources that tests/layering/rooms.txt does not list: their functions would be missing when the
# program is linked. Also a script: cmake -DPROJECT_SOURCE_DIR=... -P UnlistedRooms.cmake
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${PROJECT_SOURCE_DIR}/tests/layering/rooms.txt listed REGEX "^[a-z]")
list(TRANSFORM listed REPLACE ":.*" "")
foreach(top kernels solvers engine analysis sweeps)
    file(GLOB sources RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${top}/*/*.cpp ${PROJECT_SOURCE_DIR}/${top}/*/*/*.cpp)
    foreach(source ${sources})
        get_filename_component(folder ${source} DIRECTORY)
        if(NOT folder IN_LIST listed)
            message(FATAL_ERROR "${source}: its folder is no room; add the line '${folder}: ...' with the rooms that it includes to "
                                "tests/layering/rooms.txt, and '${folder}' to the lines of the rooms that include it")
        endif()
    endforeach()
endforeach()
