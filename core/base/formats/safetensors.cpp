// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/formats/shape.h"
#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"

namespace stepzero {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

namespace {

constexpr std::size_t longest_header = 100'000'000;   // limit of the reference implementation
constexpr double most = 9007199254740992;   // 2^53, the largest range of consecutive integers in a double
constexpr std::string_view metadata_key = "__metadata__";

/// Throws std::length_error on overflow.
std::size_t product(const std::vector<std::size_t>& shape)
{
    if (const auto product = entries_of(shape))
        return *product;
    throw std::length_error("tensor shape");
}

std::size_t size_of(TensorType type) { return type == TensorType::f32 ? sizeof(float) : sizeof(std::int64_t); }

const char* word(TensorType type) { return type == TensorType::f32 ? "F32" : "I64"; }

template <class Number>
std::vector<Number> numbers_of(std::string_view bytes)
{
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    if (!numbers.empty())
        std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
    return numbers;
}

std::string header_of(const std::vector<TensorShape>& tensors, const SafetensorsMetadata& metadata)
{
    Json texts = json_object({{"format", json_of("pt")}});
    for (const auto& [name, text] : metadata)
        texts.add(name, json_of(text));
    Json root = json_object({{std::string(metadata_key), texts}});
    std::size_t offset = 0;
    for (const TensorShape& tensor : tensors) {
        const std::size_t end = offset + product(tensor.shape) * size_of(tensor.type);
        root.add(tensor.name,
            json_object({{"dtype", json_of(word(tensor.type))}, {"shape", json_of(tensor.shape)},
                {"data_offsets", json_list({json_of(offset), json_of(end)})}}));
        offset = end;
    }
    std::string header = json_line(root);
    header.append((8 - header.size() % 8) % 8, ' ');   // aligns the data
    return header;
}

// ---- reading -----------------------------------------------------------------------------------------------

/// Returns a list of nonnegative integers.
std::vector<std::uint64_t> sizes_of(const Json& tensor, const char* key, const std::string& name)
{
    const Json* list = tensor.find(key);
    if (!list || list->kind != Json::Kind::list)
        throw FormatError(tr("has a tensor %1 without %2", quote(name), key));
    std::vector<std::uint64_t> sizes;
    for (const Json& item : list->items) {
        if (item.kind != Json::Kind::number || !(item.number >= 0 && item.number < most)
            || item.number != std::trunc(item.number))
            throw FormatError(tr("has a tensor %1 with %2 that are not whole numbers", quote(name), key));
        sizes.push_back(std::uint64_t(item.number));
    }
    return sizes;
}

SafetensorsEntry entry_of(const std::string& name, const Json& json, std::uint64_t data_size)
{
    if (json.kind != Json::Kind::object || json.keys.size() != 3)
        throw FormatError(tr("has a tensor %1 that is not an object with dtype, shape and data_offsets", quote(name)));
    const Json* dtype = json.find("dtype");
    if (!dtype || dtype->kind != Json::Kind::text)
        throw FormatError(dtype ? tr("has a tensor %1 of unsupported dtype %2", quote(name), dtype->shown())
                                : tr("has a tensor %1 without %2", quote(name), "dtype"));
    SafetensorsEntry entry {name, dtype->text, sizes_of(json, "shape", name)};
    const std::vector<std::uint64_t> offsets = sizes_of(json, "data_offsets", name);
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data_size)
        throw FormatError(tr("has a tensor %1 that lies outside the file", quote(name)));
    entry.begin = offsets[0];
    entry.end = offsets[1];
    if (!entries_of(entry.shape))
        throw FormatError(tr("has a tensor %1 whose shape is too large", quote(name)));
    return entry;
}

TensorView view_of(const SafetensorsEntry& entry, std::string_view data)
{
    for (const TensorType type : {TensorType::f32, TensorType::i64})
        if (entry.dtype == word(type)) {
            entry.entries(size_of(type));
            return {entry.name, entry.shape, data.substr(entry.begin, entry.end - entry.begin), type};
        }
    throw FormatError(
        tr("has a tensor %1 of dtype %2; the dtype must be F32 or I64", quote(entry.name), quote(entry.dtype)));
}

}   // namespace

SafetensorsWriter::SafetensorsWriter(
    const std::filesystem::path& path, const std::vector<TensorShape>& tensors, const SafetensorsMetadata& metadata)
    : file_(path)
{
    for (const TensorShape& tensor : tensors) {
        const bool integers = tensor.type == TensorType::i64;
        if (integers && missing_floats_ != 0)
            throw std::logic_error("whole numbers behind floats");
        (integers ? missing_integers_ : missing_floats_) += product(tensor.shape);
    }
    const std::string header = header_of(tensors, metadata);
    std::string length(safetensors_start, '\0');
    for (std::size_t i = 0; i < safetensors_start; ++i)
        length[i] = char(header.size() >> (8 * i) & 0xFF);
    file_.write(length + header);
}

template <class Number>
void SafetensorsWriter::append_to(std::size_t& missing, std::span<const Number> values)
{
    if (values.size() > missing)
        throw std::logic_error("more numbers than the tensors have");
    missing -= values.size();
    file_.write({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

void SafetensorsWriter::append(std::span<const std::int64_t> values) { append_to(missing_integers_, values); }

void SafetensorsWriter::append(std::span<const float> values)
{
    if (missing_integers_ != 0)
        throw std::logic_error("floats before all whole numbers");
    append_to(missing_floats_, values);
}

void SafetensorsWriter::commit()
{
    if (missing_integers_ + missing_floats_ != 0)
        throw std::logic_error("fewer numbers than the tensors have");
    file_.commit();
}

std::vector<float> TensorView::values() const { return numbers_of<float>(bytes); }

std::vector<std::int64_t> TensorView::integers() const { return numbers_of<std::int64_t>(bytes); }

std::uint64_t SafetensorsEntry::entries(std::uint64_t number_bytes) const
{
    const std::uint64_t count = *entries_of(shape), bytes = end - begin;
    if (bytes / number_bytes != count || bytes % number_bytes != 0)
        throw FormatError(tr("has a tensor %1 whose shape and data_offsets disagree", quote(name)));
    return count;
}

std::size_t safetensors_header_size(std::string_view start, std::uint64_t file_size)
{
    std::uint64_t length = 0;
    if (start.size() < safetensors_start || file_size < safetensors_start)
        throw FormatError(tr("is not a safetensors file: it is shorter than eight bytes"));
    std::memcpy(&length, start.data(), safetensors_start);
    if (length > longest_header || length > file_size - safetensors_start)
        throw FormatError(tr("is not a safetensors file: its header is too long"));
    return length;
}

std::vector<SafetensorsEntry> read_safetensors_header(
    std::string_view header, std::uint64_t data_size, SafetensorsMetadata* metadata)
{
    const JsonReading reading = read_json(header);
    if (!reading.problems.empty())
        throw FormatError(tr("has a header that cannot be read: %1", sentence("", reading.problems.front())));
    if (reading.root.kind != Json::Kind::object || !header.starts_with('{'))
        throw FormatError(tr("has a header that is not an object"));
    std::vector<SafetensorsEntry> entries;
    for (std::size_t i = 0; i < reading.root.keys.size(); ++i)
        if (reading.root.keys[i] != metadata_key)
            entries.push_back(entry_of(reading.root.keys[i], reading.root.items[i], data_size));
    if (const Json* texts = metadata ? reading.root.find(metadata_key) : nullptr;
        texts && texts->kind == Json::Kind::object)
        for (std::size_t i = 0; i < texts->keys.size(); ++i)
            if (texts->items[i].kind == Json::Kind::text)
                (*metadata)[texts->keys[i]] = texts->items[i].text;

    // Sort by position; empty tensors precede those that begin at the same byte.
    std::stable_sort(entries.begin(), entries.end(), [](const SafetensorsEntry& a, const SafetensorsEntry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::uint64_t end = 0;
    for (const SafetensorsEntry& entry : entries) {
        if (entry.begin != end)
            throw FormatError(tr("has a tensor %1 that overlaps another or leaves a gap", quote(entry.name)));
        end = entry.end;
    }
    if (end != data_size)
        throw FormatError(tr("has bytes that belong to no tensor"));
    return entries;
}

std::vector<TensorView> read_safetensors(std::string_view bytes)
{
    const std::size_t length = safetensors_header_size(bytes, bytes.size());
    const std::string_view data = bytes.substr(safetensors_start + length);
    std::vector<TensorView> tensors;
    for (const SafetensorsEntry& entry : read_safetensors_header(bytes.substr(safetensors_start, length), data.size()))
        tensors.push_back(view_of(entry, data));
    return tensors;
}

}   // namespace stepzero
