# Tables that ship inside of the program.
#     std::span<const std::string_view> FUNCTION();
# returns the lines of a text; HEADER declares it in NAMESPACE. The text is one string and its lines are found
# at the first use: with a pointer per line the dynamic linker would have to set all of them at every start.
function(lightsweep_table target file header namespace function)
    set(text ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${text})
    file(READ ${text} lines)
    string(STRIP "${lines}" lines)
    string(REPLACE "\n" "\\n\"\n        \"" lines "        \"${lines}\"")
    get_filename_component(name ${file} NAME_WE)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}_lines.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"@header@\"

#include <algorithm>
#include <string_view>
#include <vector>

namespace @namespace@ {

std::span<const std::string_view> @function@() {
    static constexpr char characters[] =
@lines@;
    static constexpr std::string_view text(characters, sizeof characters - 1);
    static const auto lines = [] {
        std::vector<std::string_view> all;
        for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
            end = std::min(text.find('\\n', at), text.size());
            all.push_back(text.substr(at, end - at));
        }
        return all;
    }();
    return lines;
}

}  // namespace @namespace@
" @ONLY)
    target_sources(${target} PRIVATE ${source})
endfunction()
