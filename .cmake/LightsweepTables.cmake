# Tables that ship inside of the program: every line of a text becomes one string of
#     std::span<const char* const> FUNCTION();
# which HEADER declares in NAMESPACE.
function(lightsweep_table target file header namespace function)
    set(text ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${text})
    file(READ ${text} lines)
    string(STRIP "${lines}" lines)
    string(REPLACE "\n" "\",\n        \"" lines "        \"${lines}\"")
    get_filename_component(name ${file} NAME_WE)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}_lines.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"@header@\"

namespace @namespace@ {

std::span<const char* const> @function@() {
    static constexpr const char* lines[] = {
@lines@
    };
    return lines;
}

}  // namespace @namespace@
" @ONLY)
    target_sources(${target} PRIVATE ${source})
endfunction()
