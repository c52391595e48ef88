// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.save writes since PyTorch 1.6 (torch/serialization.py): a zip with a pickle, NAME/data.pkl, and each
// storage as a member NAME/data/KEY, none of them deflated.
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "core/checkpoint/pickle.h"
#include "core/checkpoint/placed_tensors.h"
#include "core/formats/shape.h"
#include "core/formats/zip.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr std::uint64_t longest_pickle = 100'000'000;
constexpr std::string_view pickle_name = "data.pkl";

struct TorchType {
    std::string_view storage, dtype;
    ElementType type;
};
constexpr std::array<TorchType, 15> types {{
    {"DoubleStorage", "float64", ElementType::f64},
    {"FloatStorage", "float32", ElementType::f32},
    {"HalfStorage", "float16", ElementType::f16},
    {"BFloat16Storage", "bfloat16", ElementType::bf16},
    {"", "float8_e4m3fn", ElementType::f8_e4m3},
    {"", "float8_e5m2", ElementType::f8_e5m2},
    {"LongStorage", "int64", ElementType::i64},
    {"IntStorage", "int32", ElementType::i32},
    {"ShortStorage", "int16", ElementType::i16},
    {"CharStorage", "int8", ElementType::i8},
    {"", "uint64", ElementType::u64},
    {"", "uint32", ElementType::u32},
    {"", "uint16", ElementType::u16},
    {"ByteStorage", "uint8", ElementType::u8},
    {"BoolStorage", "bool", ElementType::boolean},
}};

[[noreturn]] void bad_tensor(const std::string& name, const std::string& what)
{
    throw FormatError("has a tensor " + quote(name) + " " + what);
}

/// The members of an archive by name.
class Archive {
public:
    explicit Archive(const FileReader& file) : file_(file)
    {
        for (ZipMember& member : read_zip(file)) {
            const std::string name = member.name;
            if (name == pickle_name || name.ends_with("/" + std::string(pickle_name)))
                folder_ = name.substr(0, name.size() - pickle_name.size());
            members_.emplace(name, std::move(member));
        }
    }

    /// In the pickle's folder; null when there is none.
    const ZipMember* find(const std::string& name) const
    {
        const auto found = members_.find(folder_ + name);
        if (found == members_.end())
            return nullptr;
        if (found->second.deflated)
            throw FormatError("has a member " + quote(found->first) + " that is deflated, as torch.save leaves none");
        return &found->second;
    }

    std::string read(const ZipMember& member) const
    {
        if (member.size > longest_pickle)
            throw FormatError("has a member " + quote(member.name) + " of more than 100 MB");
        return file_.read(member.begin, member.size);
    }

private:
    const FileReader& file_;
    std::unordered_map<std::string, ZipMember> members_;
    std::string folder_;
};

std::optional<ElementType> type_of(const std::string& word)
{
    const auto* const found = std::find_if(
        types.begin(), types.end(), [&](const TorchType& type) { return word == type.storage || word == type.dtype; });
    return found == types.end() ? std::nullopt : std::optional(found->type);
}

void add_tensor(PlacedTensors& tensors, PickledTensor& pickled, const Archive& archive)
{
    const std::optional<ElementType> type = type_of(pickled.type);
    if (!type)
        return tensors.leave_out(std::move(pickled.name), "is of PyTorch's type " + quote(pickled.type));
    const ZipMember* const storage = archive.find("data/" + pickled.storage);
    if (!storage)
        bad_tensor(pickled.name, "whose numbers are missing");
    const std::size_t width = element_info(*type).bytes;
    if (!entries_of(pickled.shape))
        bad_tensor(pickled.name, "whose shape is too large");
    const std::optional<Extent> extent = extent_of(pickled.shape, pickled.strides);
    const std::uint64_t entries = storage->size / width;
    if (!extent || pickled.offset > entries || extent->entries > entries - pickled.offset)
        bad_tensor(pickled.name, "that lies outside of its storage");
    if (extent->repeats)
        return tensors.leave_out(std::move(pickled.name), "repeats entries by its strides (contiguous() helps)");
    tensors.add({.name = std::move(pickled.name), .shape = std::move(pickled.shape), .type = *type},
        {storage->begin + pickled.offset * width, std::move(pickled.strides)});
}

}   // namespace

std::unique_ptr<TensorFile> open_torch_zip(const std::filesystem::path& path)
{
    FileReader file(path);
    const Archive archive(file);
    const ZipMember* const pickle = archive.find(std::string(pickle_name));
    if (!pickle)
        throw FormatError("is a zip archive without data.pkl, not one of torch.save");
    const ZipMember* const order = archive.find("byteorder");
    if (order && archive.read(*order) == "big")
        throw FormatError("was saved on a big-endian machine; load and save it again on another");
    auto tensors = std::make_unique<PlacedTensors>(FileReader(path));
    const std::string bytes = archive.read(*pickle);
    Pickle read = read_pickle(bytes);
    for (PickledTensor& pickled : read.tensors)
        add_tensor(*tensors, pickled, archive);
    for (PickledObject& object : read.objects)
        tensors->leave_out(std::move(object.name), "is made by " + quote(object.type) + ", which is not run");
    return tensors;
}

}   // namespace stepzero
