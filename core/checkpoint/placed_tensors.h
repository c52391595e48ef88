// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors whose numbers stand in a file as they are: one after the other, or as strides say.
#pragma once

#include "core/checkpoint/checkpoint.h"

namespace stepzero {

/// Where a tensor's numbers are.
struct TensorPlace {
    std::uint64_t begin = 0;   ///< the first one's byte in the file
    std::vector<std::uint64_t> strides {};   ///< an index's, in entries; empty when they follow one another in C order
};

/// The strides of an array in C order, or of one whose first index runs fastest.
std::vector<std::uint64_t> row_strides(const std::vector<std::uint64_t>& shape);
std::vector<std::uint64_t> column_strides(const std::vector<std::uint64_t>& shape);

/// How many entries lie from the first to behind the last, and whether any place is that of two; absent where the count
/// is 2^64 or more. Precondition: of each size a stride, entries_of(shape) exists.
struct Extent {
    std::uint64_t entries = 0;
    bool repeats = false;
};
std::optional<Extent> extent_of(const std::vector<std::uint64_t>& shape, const std::vector<std::uint64_t>& strides);

class PlacedTensors : public TensorFile {
public:
    explicit PlacedTensors(FileReader file) : file_(std::move(file)) { }

    /// The tensor's `entries` and `bytes` are computed here. Precondition: it lies in the file, in whole blocks.
    void add(StoredTensor tensor, TensorPlace place);
    void leave_out(std::string name, Text reason) { left_out_.push_back({std::move(name), std::move(reason)}); }

    const std::vector<StoredTensor>& tensors() const override { return tensors_; }
    const std::vector<LeftOut>& left_out() const override { return left_out_; }
    std::string experiment() const override { return experiment_; }
    void set_experiment(std::string text) { experiment_ = std::move(text); }
    void read(std::size_t index, const TakePiece& take, const Context& context) const override;

protected:
    const FileReader& file() const { return file_; }

private:
    FileReader file_;
    std::vector<StoredTensor> tensors_;
    std::vector<TensorPlace> places_;
    std::vector<LeftOut> left_out_;
    std::string experiment_;
};

/// Gives numbers away in pieces, whatever the pieces are in which their bytes come.
class Pieces {
public:
    Pieces(ElementType type, const TakePiece& take);

    void add(std::span<const char> bytes);
    void finish();   ///< the last piece, of whole blocks

private:
    void give(std::span<const char> bytes);

    ElementType type_;
    const TakePiece& take_;
    std::size_t piece_;   // bytes of a full one
    std::vector<char> rest_;   // less than that
    std::vector<double> numbers_;
};

}   // namespace stepzero
