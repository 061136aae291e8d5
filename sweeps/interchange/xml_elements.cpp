#include "sweeps/interchange/xml_elements.hpp"

#include <algorithm>

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t deepest = 16;
constexpr std::string_view blanks = " \t\r\n";

class XmlReader {
  public:
    XmlReader(std::string_view text, Faults& faults) : text_(text), faults_(faults) {}

    std::optional<XmlElement> run() {
        while (skip_to_tag()) {
            if (!tag()) return std::nullopt;
            if (done_) break;
        }
        if (!done_) return refuse("ends before its elements are closed", "</algo>");
        if (skip_to_tag() || has_text_)
            return refuse("goes on behind its end", "one element <algo>");
        return std::move(root_.children.front());
    }

  private:
    std::nullopt_t refuse(const std::string& problem, const std::string& remedy) {
        faults_.add({line_, ""}, "", "", "is no XML: " + problem, remedy);
        return std::nullopt;
    }
    void advance(std::size_t to) {
        to = std::min(to, text_.size());
        line_ +=
            static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                        text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        at_ = to;
    }
    bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }
    /// Moves behind the next occurrence of a word.
    void skip_past(std::string_view word) {
        const auto found = text_.find(word, at_);
        advance(found == std::string_view::npos ? text_.size() : found + word.size());
    }
    /// Moves to the next tag of an element.
    bool skip_to_tag() {
        while (true) {
            const auto next = std::min(text_.find('<', at_), text_.size());
            has_text_ = text_.substr(at_, next - at_).find_first_not_of(blanks) != text_.npos;
            if (has_text_ && done_) return false;
            advance(next);
            if (at_ == text_.size()) return false;
            if (starts("<!--"))
                skip_past("-->");
            else if (starts("<?"))
                skip_past("?>");
            else
                return true;
        }
    }
    std::string_view word() {
        const auto end = std::min(text_.find_first_of(" \t\r\n=/><\"'", at_), text_.size());
        const auto found = text_.substr(at_, end - at_);
        advance(end);
        return found;
    }
    void skip_blanks() { advance(text_.find_first_not_of(blanks, at_)); }

    bool tag() {
        advance(at_ + 1);
        if (starts("/")) return close();
        XmlElement element;
        element.line = line_;
        element.name = word();
        if (element.name.empty() || open_.size() >= deepest) {
            refuse("has a tag without a name, or more than 16 levels", "<step .../>");
            return false;
        }
        while (true) {
            skip_blanks();
            if (starts(">") || starts("/>")) break;
            if (!attribute(element)) return false;
        }
        const bool is_closed = starts("/>");
        advance(at_ + (is_closed ? 2 : 1));
        auto& parent = open_.empty() ? root_ : *open_.back();
        parent.children.push_back(std::move(element));
        if (!is_closed) open_.push_back(&parent.children.back());
        done_ = open_.empty();
        return true;
    }
    bool close() {
        advance(at_ + 1);
        const auto name = word();
        skip_blanks();
        if (open_.empty() || open_.back()->name != name || !starts(">")) {
            refuse("</" + shortened(std::string(name), 40) + "> closes no open element",
                   "one end for every beginning");
            return false;
        }
        advance(at_ + 1);
        open_.pop_back();
        done_ = open_.empty();
        return true;
    }
    bool attribute(XmlElement& element) {
        const auto name = word();
        skip_blanks();
        const bool assigned = starts("=");
        if (assigned) advance(at_ + 1);
        skip_blanks();
        const char quote = at_ < text_.size() ? text_[at_] : ' ';
        const auto end = text_.find(quote, at_ + 1);
        if (name.empty() || !assigned || (quote != '"' && quote != '\'') ||
            end == std::string_view::npos) {
            refuse("an attribute has no name or no value in quotes", "cnt=\"1\"");
            return false;
        }
        if (element.find(name)) {
            refuse(shortened(std::string(name), 40) + " is given twice", "remove one");
            return false;
        }
        element.attributes.emplace_back(name, text_.substr(at_ + 1, end - at_ - 1));
        advance(end + 1);
        return true;
    }

    std::string_view text_;
    Faults& faults_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool done_ = false;
    bool has_text_ = false;  ///< in front of the tag
    XmlElement root_;
    std::vector<XmlElement*> open_;
};

}  // namespace

const std::string_view* XmlElement::find(std::string_view attribute) const {
    for (const auto& [key, value] : attributes)
        if (key == attribute) return &value;
    return nullptr;
}

std::optional<XmlElement> read_xml(std::string_view text, Faults& faults) {
    return XmlReader(text, faults).run();
}

}  // namespace lightsweep::sweeps
