// SPDX-License-Identifier: GPL-3.0-or-later
// A list of cells whose copies share the cells. While a study runs, the cells computed so far are delivered many times;
// with ten thousand cells of many layers, each full copy would take hundreds of megabytes.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "core/study/grid/cell_result.h"

namespace stepzero {

using SharedCell = std::shared_ptr<const CellResult>;

class CellList {
public:
    /// A random-access iterator over const cells.
    class const_iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = CellResult;
        using difference_type = std::ptrdiff_t;
        using pointer = const CellResult*;
        using reference = const CellResult&;

        const_iterator() = default;
        explicit const_iterator(const SharedCell* at) : at_(at) { }
        reference operator*() const { return **at_; }
        pointer operator->() const { return at_->get(); }
        reference operator[](difference_type n) const { return *at_[n]; }
        const_iterator& operator+=(difference_type n) { return at_ += n, *this; }
        const_iterator& operator-=(difference_type n) { return at_ -= n, *this; }
        const_iterator& operator++() { return *this += 1; }
        const_iterator& operator--() { return *this -= 1; }
        const_iterator operator++(int) { return const_iterator(at_++); }
        const_iterator operator--(int) { return const_iterator(at_--); }
        friend const_iterator operator+(const_iterator i, difference_type n) { return i += n; }
        friend const_iterator operator+(difference_type n, const_iterator i) { return i += n; }
        friend const_iterator operator-(const_iterator i, difference_type n) { return i -= n; }
        friend difference_type operator-(const_iterator a, const_iterator b) { return a.at_ - b.at_; }
        auto operator<=>(const const_iterator&) const = default;

    private:
        const SharedCell* at_ = nullptr;
    };
    using value_type = CellResult;

    CellList() = default;
    explicit CellList(const std::vector<CellResult>& cells)
    {
        for (const CellResult& cell : cells)
            push_back(cell);
    }

    const_iterator begin() const { return const_iterator(cells_.data()); }
    const_iterator end() const { return const_iterator(cells_.data() + cells_.size()); }
    std::size_t size() const { return cells_.size(); }
    bool empty() const { return cells_.empty(); }
    const CellResult& operator[](std::size_t i) const { return *cells_[i]; }
    const CellResult& front() const { return *cells_.front(); }
    const CellResult& back() const { return *cells_.back(); }

    void push_back(CellResult cell) { push_back(std::make_shared<const CellResult>(std::move(cell))); }
    void push_back(SharedCell cell) { cells_.push_back(std::move(cell)); }
    /// Inserts a cell in index order. Precondition: the list is in index order and has no cell with that index.
    void put(SharedCell cell)
    {
        const auto place
            = std::ranges::lower_bound(cells_, cell->index, {}, [](const SharedCell& other) { return other->index; });
        cells_.insert(place, std::move(cell));
    }

private:
    std::vector<SharedCell> cells_;
};

}   // namespace stepzero
