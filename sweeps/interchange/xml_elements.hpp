#pragma once
// Elements and attributes of an XML text with their lines; the subset that algorithms are written
// in. Text between elements, comments and processing instructions are skipped.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

struct XmlElement {
    std::string_view name;
    int line = 0;
    std::vector<std::pair<std::string_view, std::string_view>> attributes;
    std::vector<XmlElement> children;

    const std::string_view* find(std::string_view attribute) const;
};

/// The root element; nullopt with a fault where the text is no XML. The text must outlive it.
std::optional<XmlElement> read_xml(std::string_view text, Faults& faults);

}  // namespace lightsweep::sweeps
