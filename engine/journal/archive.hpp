#pragma once
// Converts values to bytes and back, for journal records and messages.

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Bytes are little-endian, with a u64 length before strings and lists. A struct takes part through
/// `friend auto fields(Struct& s) { return std::tie(s.a, s.b); }`.
namespace lightsweep::engine {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Saver {
  public:
    std::string take() { return std::move(bytes_); }

    template <Plain T>
    void save(const T& value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void save(const std::string& text) {
        save(static_cast<std::uint64_t>(text.size()));
        bytes_ += text;
    }
    template <class T>
    void save(const std::vector<T>& list) {
        save(static_cast<std::uint64_t>(list.size()));
        for (const T& value : list) save(value);
    }
    template <class A, class B>
    void save(const std::pair<A, B>& pair) {
        save(pair.first);
        save(pair.second);
    }
    template <class K, class V>
    void save(const std::map<K, V>& map) {
        save(static_cast<std::uint64_t>(map.size()));
        for (const auto& entry : map) {
            save(entry.first);
            save(entry.second);
        }
    }
    template <class... T>
    void save(const std::variant<T...>& value) {
        save(static_cast<std::uint64_t>(value.index()));
        std::visit([this](const auto& held) { save(held); }, value);
    }
    template <class T>
    requires(std::is_class_v<T>) void save(const T& value) {
        // The loader shares `fields`, and writes.
        std::apply([this](const auto&... field) { (save(field), ...); },
                   fields(const_cast<T&>(value)));
    }

  private:
    std::string bytes_;
};

/// Reads values back. Throws std::out_of_range if the bytes end early or a length is impossible.
class Loader {
  public:
    explicit Loader(std::string_view bytes) : bytes_(bytes) {}

    template <Plain T>
    void load(T& value) {
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
    }
    void load(std::string& text) { text = take(load_length()); }
    template <class T>
    void load(std::vector<T>& list) {
        list.resize(load_length());
        for (T& value : list) load(value);
    }
    template <class A, class B>
    void load(std::pair<A, B>& pair) {
        load(pair.first);
        load(pair.second);
    }
    template <class K, class V>
    void load(std::map<K, V>& map) {
        for (std::uint64_t left = load_length(); left > 0; --left) {
            std::pair<K, V> entry;
            load(entry);
            map.insert(std::move(entry));
        }
    }
    template <class... T>
    void load(std::variant<T...>& value) {
        std::uint64_t index = 0;
        load(index);
        std::uint64_t alternative = 0;
        const auto try_one = [&](auto held) {
            if (alternative++ != index) return;
            load(held);
            value = std::move(held);
        };
        (try_one(T{}), ...);
        if (index >= sizeof...(T)) throw std::out_of_range("archive holds an unknown alternative");
    }
    template <class T>
    requires(std::is_class_v<T>) void load(T& value) {
        std::apply([this](auto&... field) { (load(field), ...); }, fields(value));
    }

  private:
    std::string_view take(std::uint64_t length) {
        if (length > bytes_.size()) throw std::out_of_range("archive ends early");
        const auto part = bytes_.substr(0, length);
        bytes_.remove_prefix(length);
        return part;
    }
    // Every element takes at least one byte, so a damaged length cannot cause a huge allocation.
    std::uint64_t load_length() {
        std::uint64_t length = 0;
        load(length);
        if (length > bytes_.size()) throw std::out_of_range("archive ends early");
        return length;
    }

    std::string_view bytes_;
};

/// A value as bytes.
template <class T>
std::string packed(const T& value) {
    Saver saver;
    saver.save(value);
    return saver.take();
}
/// Reads it back; throws like Loader.
template <class T>
T unpacked(std::string_view bytes) {
    T value{};
    Loader(bytes).load(value);
    return value;
}

}  // namespace lightsweep::engine
