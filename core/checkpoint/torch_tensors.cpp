// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_tensors.h"

#include <algorithm>
#include <array>

#include "core/base/formats/shape.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

using FindStorage = std::function<std::optional<TorchStorage>(const std::string& key)>;

struct TorchType {
    std::string_view storage, dtype;
    ElementType type;
};
constexpr std::array<TorchType, 15> torch_types {{
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

struct OtherStorage {
    std::string_view name;
    std::uint64_t width;   // bytes per entry
};
/// Storages whose entries are not read.
constexpr std::array<OtherStorage, 8> other_storages {
    {{"UntypedStorage", 1}, {"ComplexDoubleStorage", 16}, {"ComplexFloatStorage", 8}, {"QInt8Storage", 1},
        {"QUInt8Storage", 1}, {"QInt32Storage", 4}, {"QUInt4x2Storage", 1}, {"QUInt2x4Storage", 1}}};

std::optional<ElementType> torch_element_type(const std::string& word)
{
    const auto* const found = std::find_if(torch_types.begin(), torch_types.end(),
        [&](const TorchType& type) { return word == type.storage || word == type.dtype; });
    return found == torch_types.end() ? std::nullopt : std::optional(found->type);
}

void add_tensor(PlacedTensors& tensors, PickledTensor& pickled, const FindStorage& find)
{
    const std::optional<ElementType> type = torch_element_type(pickled.type);
    if (!type)
        return tensors.leave_out(
            std::move(pickled.name), tr("has the unsupported PyTorch type %1", quote(pickled.type)));
    const std::optional<TorchStorage> storage = find(pickled.storage);
    if (!storage)
        throw FormatError(tr("has a tensor %1 whose numbers are missing", quote(pickled.name)));
    const std::size_t width = element_info(*type).bytes;
    if (!entries_of(pickled.shape))
        throw FormatError(tr("has a tensor %1 whose shape is too large", quote(pickled.name)));
    const std::optional<Extent> extent = extent_of(pickled.shape, pickled.strides);
    const std::uint64_t entries = storage->bytes / width;
    if (!extent || pickled.offset > entries || extent->entries > entries - pickled.offset)
        throw FormatError(tr("has a tensor %1 that lies outside of its storage", quote(pickled.name)));
    if (extent->repeats)
        return tensors.leave_out(
            std::move(pickled.name), tr("repeats entries through its strides (call contiguous() before saving)"));
    tensors.add({.name = std::move(pickled.name), .shape = std::move(pickled.shape), .type = *type},
        {storage->begin + pickled.offset * width, std::move(pickled.strides)});
}

}   // namespace

std::optional<std::uint64_t> torch_storage_width(std::string_view type)
{
    if (const std::optional<ElementType> known = torch_element_type(std::string(type)))
        return element_info(*known).bytes;
    const auto* const other = std::ranges::find(other_storages, type, &OtherStorage::name);
    return other == other_storages.end() ? std::nullopt : std::optional(other->width);
}

void add_torch_tensors(PlacedTensors& tensors, Pickle pickle, const FindStorage& find)
{
    for (PickledTensor& pickled : pickle.tensors)
        add_tensor(tensors, pickled, find);
    for (PickledObject& object : pickle.objects)
        tensors.leave_out(std::move(object.name), tr("is made by %1, which is not run", quote(object.type)));
}

}   // namespace stepzero
