// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors whose entries lie uncompressed in a file, either contiguous or strided. Several formats share this reader.
#pragma once

#include "core/checkpoint/checkpoint.h"

namespace stepzero {

/// The location of a tensor's entries.
struct TensorPlace {
    std::uint64_t begin = 0;   ///< byte offset of the first entry in the file
    std::vector<std::uint64_t> strides {};   ///< in entries, per axis; empty for contiguous entries in C order
};

/// Return the strides of an array in C order, or in Fortran order (first index fastest).
std::vector<std::uint64_t> row_strides(const std::vector<std::uint64_t>& shape);
std::vector<std::uint64_t> column_strides(const std::vector<std::uint64_t>& shape);

/// Returns the distance in entries from the first to one past the last, and whether two entries share a position.
/// Absent when the distance is 2^64 or more. Precondition: one stride per size, and entries_of(shape) exists.
struct Extent {
    std::uint64_t entries = 0;
    bool repeats = false;
};
std::optional<Extent> extent_of(const std::vector<std::uint64_t>& shape, const std::vector<std::uint64_t>& strides);

class PlacedTensors : public TensorFile {
public:
    explicit PlacedTensors(FileReader file) : file_(std::move(file)) { }

    /// Computes `entries` and `bytes` of the tensor. Precondition: it lies within the file, in whole blocks.
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

/// Decodes bytes that arrive in arbitrary pieces, and passes on numbers in pieces of fixed size.
class Pieces {
public:
    Pieces(ElementType type, const TakePiece& take);

    void add(std::span<const char> bytes);
    void finish();   ///< passes on the last piece, which must consist of whole blocks

private:
    void give(std::span<const char> bytes);

    ElementType type_;
    const TakePiece& take_;
    std::size_t piece_;   // bytes of a full piece
    std::vector<char> rest_;   // less than a full piece
    std::vector<double> numbers_;
};

}   // namespace stepzero
