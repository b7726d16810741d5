#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plainbounce {

// The values that a label of a figure can have: a closed set, and "other" for whatever is not in
// it, so that no stranger's word ever becomes a series of its own.
class LabelSet {
 public:
  explicit LabelSet(std::vector<std::string> values) : values_(std::move(values)) {
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    values_.emplace_back("other");
  }
  [[nodiscard]] size_t size() const { return values_.size(); }
  [[nodiscard]] const std::string& operator[](size_t at) const { return values_[at]; }
  [[nodiscard]] size_t index_of(std::string_view value) const {
    const auto end = values_.end() - 1;
    const auto found = std::lower_bound(values_.begin(), end, value);
    return found != end && *found == value ? static_cast<size_t>(found - values_.begin())
                                           : values_.size() - 1;
  }

 private:
  std::vector<std::string> values_;  // sorted but for the last
};

// A number that only grows. For any thread, without a lock.
class Count {
 public:
  void add(uint64_t number = 1) { value_.fetch_add(number, std::memory_order_relaxed); }
  [[nodiscard]] uint64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

// A count for each pair out of two sets of labels.
class CountTable {
 public:
  CountTable(LabelSet rows, LabelSet columns)
      : rows_(std::move(rows)),
        columns_(std::move(columns)),
        counts_(rows_.size() * columns_.size()) {}
  void add(std::string_view row, std::string_view column) {
    counts_[rows_.index_of(row) * columns_.size() + columns_.index_of(column)].add();
  }
  [[nodiscard]] const LabelSet& rows() const { return rows_; }
  [[nodiscard]] const LabelSet& columns() const { return columns_; }
  [[nodiscard]] uint64_t get(size_t row, size_t column) const {
    return counts_[row * columns_.size() + column].get();
  }

 private:
  LabelSet rows_;
  LabelSet columns_;
  std::vector<Count> counts_;
};

// The same for one set.
class CountList {
 public:
  explicit CountList(LabelSet labels) : labels_(std::move(labels)), counts_(labels_.size()) {}
  void add(std::string_view label, uint64_t number = 1) {
    counts_[labels_.index_of(label)].add(number);
  }
  [[nodiscard]] const LabelSet& labels() const { return labels_; }
  [[nodiscard]] uint64_t get(size_t at) const { return counts_[at].get(); }

 private:
  LabelSet labels_;
  std::vector<Count> counts_;
};

}  // namespace plainbounce
