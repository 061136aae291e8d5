#pragma once
// Internal state of an open result file, for the functions that read it.

#include <map>
#include <string>

#include "engine/file/hdf5_files.hpp"
#include "engine/file/result_file.hpp"

namespace lightsweep::engine {

/// State of an open result file. Internal to the engine, because this header includes HDF5's own.
struct ResultFile::State {
    explicit State(const std::string& path) : file(path) {}
    hdf5::InputFile file;
    Layout layout;
};

/// Gives merge() and verify() access to the open file of a reader.
struct ChunkSource {
    static const hdf5::InputFile& file(const ResultFile& result) { return result.state_->file; }
};

namespace hdf5 {

/// Reads the groups of an open result file, with axes, columns and attributes, and checks them; of
/// a file that no checksums seal also every chunk.
void read_groups(hid_t file, bool sealed, Layout& layout);

/// Opens a dataset of a group.
Handle open_dataset(hid_t file, const std::string& group, const std::string& name);

/// The datasets of a group, each opened at its first use and closed with this object.
class Datasets {
  public:
    explicit Datasets(hid_t group) : group_(group) {}
    hid_t operator[](const std::string& name);

  private:
    hid_t group_;
    std::map<std::string, Handle> open_;
};

std::vector<std::size_t> shape_of(hid_t dataset);
/// "(3 x 5)".
std::string shape_text(const std::vector<std::size_t>& shape);

/// Throws IoError that names the place, what is wrong there, and the remedy.
[[noreturn]] void refuse(const std::string& place, const std::string& what);
/// Whether a name or a text would do something to the terminal that shows it; and its refusal.
bool holds_controls(const std::string& text);
[[noreturn]] void refuse_controls(const std::string& place);
/// Path of an object in its file.
std::string name_of(hid_t object);

/// Reads an attribute of any object; false if it is absent or not a single string or number.
bool read_attribute(hid_t object, const std::string& name, Attribute& value);
/// An attribute that is one string; empty if it is absent or something else.
std::string text_attribute(hid_t object, const std::string& name);
/// All attributes that are a single string or number.
Attributes read_attributes(hid_t object);

}  // namespace hdf5
}  // namespace lightsweep::engine
