#pragma once
// A value of a JSON file together with its place, so that a wrong value is refused by name:
// "plan.json: steps[3].bytes = -1: is negative; give 0 or more".

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lightsweep::sweeps {

/// The content of a file of at most 1 GiB. Throws engine::BadInput with the reason and a remedy.
std::string file_text(const std::string& path);

/// The value of a text of JSON. Throws engine::BadInput with byte and cause where it is none, gives
/// a key twice, has more than 16 levels, or may not fit into two thirds of the memory that this
/// process may take (nlohmann's destructor must not run out of it).
nlohmann::json parsed_json(const std::string& text, const std::string& file);

class JsonPlace {
  public:
    /// Parses a text; `file` is its name in messages. Throws engine::BadInput where it is no JSON.
    static JsonPlace root(const std::string& text, const std::string& file);
    /// A value that is parsed already and lives as long.
    static JsonPlace of(const nlohmann::json& value, const std::string& file);

    bool has(const char* key) const { return value_->is_object() && value_->contains(key); }
    /// A member that must be there.
    JsonPlace at(const char* key) const;
    std::vector<JsonPlace> items() const;
    bool is_null() const { return value_->is_null(); }
    const nlohmann::json& json() const { return *value_; }

    std::int64_t whole(std::int64_t least, std::int64_t most = INT64_MAX) const;
    /// A finite number, at least so much.
    double number(double least) const;
    std::string text() const;
    bool flag() const;
    std::vector<std::int64_t> wholes(std::int64_t least, std::int64_t most = INT64_MAX) const;

    [[noreturn]] void refuse(const std::string& problem, const std::string& remedy) const;

  private:
    struct File {
        std::string name;
        nlohmann::json parsed;
        const nlohmann::json* root = nullptr;  ///< of a file that is parsed elsewhere
    };
    JsonPlace(std::shared_ptr<const File> file, const nlohmann::json* value)
        : file_(std::move(file)), value_(value) {}
    /// The file and the way to this value, or to a member of it. Only faults need it: it is found
    /// by a search of the whole file.
    std::string name(const char* member = nullptr) const;

    std::shared_ptr<const File> file_;
    const nlohmann::json* value_;
};

}  // namespace lightsweep::sweeps
