#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace plainbounce {

template <class T>
concept PackedAsNumber = std::is_integral_v<T> || std::is_enum_v<T>;

// Values as bytes, one behind the other: numbers (none negative) in groups of seven bits, the low
// ones first, the top bit set where more follow; texts and lists behind their size. Structs are
// packed by a function describe(archive, value), which hands their members to the archive; the same
// function serves the Unpacker.
class Packer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void put_number(uint64_t number) {
    for (; number >= 0x80; number >>= 7U) bytes_ += static_cast<char>(number | 0x80U);
    bytes_ += static_cast<char>(number);
  }
  void put(PackedAsNumber auto number) { put_number(static_cast<uint64_t>(number)); }
  void put(std::string_view text) {
    put_number(text.size());
    bytes_ += text;
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put_number(values.size());
    for (const T& value : values) put(value);
  }
  template <class Key, class T>
  void put(const std::map<Key, T, std::less<>>& values) {
    put_number(values.size());
    for (const auto& [key, value] : values) (*this)(key, value);
  }
  template <class T>
  void put(const T& value) requires std::is_class_v<T> {
    describe(*this, value);
  }

  std::string bytes_;
};

// Reads what a Packer wrote, in the same order. A std::string_view taken out is a piece of the
// bytes, which must outlive it. Throws std::out_of_range where the bytes end too early: they are
// our own, so that is a bug.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }

 private:
  uint64_t get_number() {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      number |= static_cast<uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) return number;
    }
    throw std::out_of_range("packed bytes end too early");
  }
  // Of a text, or of a list, whose elements take a byte at least.
  size_t get_size() {
    const uint64_t size = get_number();
    if (size > rest_.size()) throw std::out_of_range("packed bytes end too early");
    return static_cast<size_t>(size);
  }
  template <PackedAsNumber T>
  void get(T& number) {
    number = static_cast<T>(get_number());
  }
  void get(std::string_view& text) {
    const size_t size = get_size();
    text = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  void get(std::string& text) {
    std::string_view piece;
    get(piece);
    text = piece;
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool is_there = false;
    get(is_there);
    if (is_there) get(value.emplace());
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.resize(get_size());
    for (T& value : values) get(value);
  }
  template <class Key, class T>
  void get(std::map<Key, T, std::less<>>& values) {
    for (size_t size = get_size(); size > 0; --size) {
      Key key;
      get(key);
      get(values.emplace_hint(values.end(), std::move(key), T{})->second);
    }
  }
  template <class T>
  void get(T& value) requires std::is_class_v<T> {
    describe(*this, value);
  }

  std::string_view rest_;
};

}  // namespace plainbounce
