// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the tensors of a saved model: safetensors, PyTorch files, GGUF and .npz, as one file, a folder, or shards with
// an index. Opening a checkpoint reads only names and positions of its tensors. Entries are read piece by piece, so
// that a file of any size takes little memory. Files are not memory-mapped, so a file that is truncated meanwhile
// causes an error message rather than SIGBUS. Safe on any bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/formats/file.h"
#include "core/base/formats/format_error.h"
#include "core/base/run/context.h"
#include "core/checkpoint/element_type.h"

namespace stepzero {

/// A tensor that is not yet read.
struct StoredTensor {
    std::string name;
    std::vector<std::uint64_t> shape;   ///< row-major as in frameworks: the last index varies fastest (unlike GGUF)
    ElementType type = ElementType::f32;
    std::uint64_t entries = 1;   ///< product of `shape`
    std::uint64_t bytes = 0;   ///< size of its entries in the file
    std::size_t file = 0;   ///< index into Checkpoint::files()
};

/// An entry of the file that is not read. `reason` continues a sentence after the name: "is of GGUF's type IQ2_XS".
struct LeftOut {
    std::string name;
    Text reason;
};

/// Entries are read in the order of the shape, in pieces of at most `piece_entries`.
inline constexpr std::size_t piece_entries = 8192;
using TakePiece = std::function<void(std::span<const double>)>;

/// Reader of a single file.
class TensorFile {
public:
    virtual ~TensorFile() = default;
    virtual const std::vector<StoredTensor>& tensors() const = 0;
    virtual const std::vector<LeftOut>& left_out() const = 0;
    /// Returns the experiment file in the metadata, not validated; empty if the program did not write this file.
    virtual std::string experiment() const { return {}; }
    /// `index`: of tensors(). Thread-safe. Throws FileError, FormatError, Stopped.
    virtual void read(std::size_t index, const TakePiece& take, const Context& context) const = 0;
};

// Readers of single files. They throw FileError and FormatError (without the file name).
std::unique_ptr<TensorFile> open_safetensors(const std::filesystem::path& path);
std::unique_ptr<TensorFile> open_torch_zip(const std::filesystem::path& path);   ///< torch.save since 1.6
std::unique_ptr<TensorFile> open_torch_legacy(const std::filesystem::path& path);   ///< torch.save before 1.6
std::unique_ptr<TensorFile> open_gguf(const std::filesystem::path& path);
std::unique_ptr<TensorFile> open_npz(const std::filesystem::path& path);

class Checkpoint {
public:
    /// Opens a file, an index of shards ("….index.json" with a weight_map), or a folder with one of these. The format
    /// of a file is recognized by its first bytes. In a folder, an index is preferred to single files, and safetensors
    /// to others; all files with the first matching ending are read. Throws FileError whose sentence names the file.
    explicit Checkpoint(const std::filesystem::path& path);

    const std::vector<std::filesystem::path>& files() const { return paths_; }
    /// Ordered by file and by position in it; names are unique.
    const std::vector<StoredTensor>& tensors() const { return tensors_; }
    const std::vector<LeftOut>& left_out() const { return left_out_; }
    std::uint64_t bytes() const;   ///< size of the entries of all tensors
    /// Returns the experiment in the first file, not validated; empty if the program did not write it.
    std::string experiment() const { return readers_.empty() ? std::string() : readers_.front()->experiment(); }
    /// Returns config.json in the folder or next to the file; empty when there is none.
    const std::filesystem::path& config() const { return config_; }

    /// `index`: of tensors(). Thread-safe. Throws FileError, whose sentence names the file, and Stopped.
    void read(std::size_t index, const TakePiece& take, const Context& context) const;

private:
    void add(const std::filesystem::path& path);
    void check_names() const;
    void check_index(const std::filesystem::path& index, const std::map<std::string, std::string>& shards);

    std::vector<std::filesystem::path> paths_;
    std::vector<std::unique_ptr<TensorFile>> readers_;
    std::vector<StoredTensor> tensors_;
    std::vector<std::size_t> places_;   // indices into the tensors of their readers
    std::vector<LeftOut> left_out_;
    std::filesystem::path config_;
};

}   // namespace stepzero
