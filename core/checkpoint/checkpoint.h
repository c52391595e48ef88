// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a saved model: safetensors, PyTorch's files, GGUF and .npz, one file, a folder, or shards with an
// index. Opening one reads the names and places of its tensors; the numbers are read piece by piece, so that a file of
// any size takes little memory (and no page is mapped: a file that is cut short while it is read is a sentence, not a
// SIGBUS). Safe on any bytes.
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

/// A tensor, not yet read.
struct StoredTensor {
    std::string name;
    std::vector<std::uint64_t> shape;   ///< the last index runs fastest, as frameworks tell it (GGUF's turned around)
    ElementType type = ElementType::f32;
    std::uint64_t entries = 1;   ///< product of `shape`
    std::uint64_t bytes = 0;   ///< that its numbers take in the file
    std::size_t file = 0;   ///< which of Checkpoint::files()
};

/// A named entry of the file that is not read. The reason goes on from the name: "is of GGUF's type IQ2_XS".
struct LeftOut {
    std::string name;
    Text reason;
};

/// Entries in the order of the shape, a piece of at most `piece_entries` after the other.
inline constexpr std::size_t piece_entries = 8192;
using TakePiece = std::function<void(std::span<const double>)>;

/// One file's reader.
class TensorFile {
public:
    virtual ~TensorFile() = default;
    virtual const std::vector<StoredTensor>& tensors() const = 0;
    virtual const std::vector<LeftOut>& left_out() const = 0;
    /// The experiment file that the program wrote into the file's metadata, not checked; empty: none.
    virtual std::string experiment() const { return {}; }
    /// `index`: of tensors(). May be called from several threads at once. Throws FileError, FormatError, Stopped.
    virtual void read(std::size_t index, const TakePiece& take, const Context& context) const = 0;
};

// One file each. Throw FileError, FormatError (without the file's name).
std::unique_ptr<TensorFile> open_safetensors(const std::filesystem::path& path);
std::unique_ptr<TensorFile> open_torch_zip(const std::filesystem::path& path);   ///< torch.save since 1.6
std::unique_ptr<TensorFile> open_torch_legacy(const std::filesystem::path& path);   ///< torch.save before that
std::unique_ptr<TensorFile> open_gguf(const std::filesystem::path& path);
std::unique_ptr<TensorFile> open_npz(const std::filesystem::path& path);

class Checkpoint {
public:
    /// A file, known by its first bytes; an index of shards ("….index.json" with a weight_map); or a folder with one of
    /// these: an index before single files, safetensors before others, all files of the first such ending. Throws
    /// FileError whose sentence names the file.
    explicit Checkpoint(const std::filesystem::path& path);

    const std::vector<std::filesystem::path>& files() const { return paths_; }
    /// By file, and as they follow one another there; no two have a name.
    const std::vector<StoredTensor>& tensors() const { return tensors_; }
    const std::vector<LeftOut>& left_out() const { return left_out_; }
    std::uint64_t bytes() const;   ///< of all tensors' numbers
    /// The experiment that the program wrote into the first of the files, not checked; empty: none.
    std::string experiment() const { return readers_.empty() ? std::string() : readers_.front()->experiment(); }
    /// The folder's config.json, or that beside the file; empty when there is none.
    const std::filesystem::path& config() const { return config_; }

    /// `index`: of tensors(). May be called from several threads at once. Throws FileError, whose sentence names the
    /// file; Stopped.
    void read(std::size_t index, const TakePiece& take, const Context& context) const;

private:
    void add(const std::filesystem::path& path);
    void check_names() const;
    void check_index(const std::filesystem::path& index, const std::map<std::string, std::string>& shards);

    std::vector<std::filesystem::path> paths_;
    std::vector<std::unique_ptr<TensorFile>> readers_;
    std::vector<StoredTensor> tensors_;
    std::vector<std::size_t> places_;   // in their readers
    std::vector<LeftOut> left_out_;
    std::filesystem::path config_;
};

}   // namespace stepzero
