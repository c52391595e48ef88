// SPDX-License-Identifier: GPL-3.0-or-later
// GGUF, versions 2 and 3 (github.com/ggml-org/ggml, docs/gguf.md). A file has pairs of keys and values, of which only
// the alignment is used; then names, shapes, types and positions of the tensors; then their entries.
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "core/base/formats/bytes.h"
#include "core/base/formats/shape.h"
#include "core/base/words/words.h"
#include "core/checkpoint/placed_tensors.h"

namespace stepzero {

namespace {

constexpr std::uint64_t longest_gguf_header = 1 << 28, longest_name = 1 << 16, most_tensors = 1 << 20;
constexpr std::uint32_t most_dimensions = 8;
constexpr std::uint32_t text_value = 8, list_value = 9;
constexpr std::array<std::uint8_t, 13> value_bytes {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};   // by type

/// A type by its number in GGUF.
struct GgufType {
    std::uint32_t number;
    std::string_view word;
};
constexpr std::array<GgufType, 37> gguf_types {{{0, "F32"}, {1, "F16"}, {2, "Q4_0"}, {3, "Q4_1"}, {6, "Q5_0"},
    {7, "Q5_1"}, {8, "Q8_0"}, {9, "Q8_1"}, {10, "Q2_K"}, {11, "Q3_K"}, {12, "Q4_K"}, {13, "Q5_K"}, {14, "Q6_K"},
    {15, "Q8_K"}, {16, "IQ2_XXS"}, {17, "IQ2_XS"}, {18, "IQ3_XXS"}, {19, "IQ1_S"}, {20, "IQ4_NL"}, {21, "IQ3_S"},
    {22, "IQ2_S"}, {23, "IQ4_XS"}, {24, "I8"}, {25, "I16"}, {26, "I32"}, {27, "I64"}, {28, "F64"}, {29, "IQ1_M"},
    {30, "BF16"}, {31, "Q4_0_4_4"}, {32, "Q4_0_4_8"}, {33, "Q4_0_8_8"}, {34, "TQ1_0"}, {35, "TQ2_0"},
    {36, "IQ4_NL_4_4"}, {39, "MXFP4"}, {40, "NVFP4"}}};

std::string type_word(std::uint32_t number)
{
    const auto* const found = std::find_if(
        gguf_types.begin(), gguf_types.end(), [=](const GgufType& type) { return type.number == number; });
    return found == gguf_types.end() ? std::to_string(number) : std::string(found->word);
}

/// Reads the header sequentially.
class Header {
public:
    explicit Header(const FileReader& file) : file_(file) { }

    std::uint64_t place() const { return block_begin_ + used_; }

    /// Checks that a list of `count` items, each of at least `least` bytes, fits into the rest of the file.
    void expect(std::uint64_t count, std::uint64_t least) const
    {
        if (count > (file_.size() - std::min(file_.size(), place())) / least)
            throw FormatError(tr("is cut short, or its header announces more data than the file has"));
    }

    template <class Number>
    Number number()
    {
        need(sizeof(Number));
        const auto number = number_at<Number>(block_.data() + used_);
        used_ += sizeof(Number);
        return number;
    }

    std::string text()
    {
        const auto size = number<std::uint64_t>();
        expect(size, 1);
        if (size > longest_name)
            throw FormatError(tr("has a name of %1 bytes", size));
        need(size);
        std::string text = block_.substr(used_, size);
        used_ += size;
        return text;
    }

    void skip(std::uint64_t bytes)
    {
        expect(bytes, 1);
        check_length(place() + bytes);
        const std::uint64_t here = std::min<std::uint64_t>(bytes, block_.size() - used_);
        used_ += here;
        if (bytes > here)
            start_at(place() + bytes - here);
    }

private:
    static void check_length(std::uint64_t place)
    {
        if (place > longest_gguf_header)
            throw FormatError(tr("has a header of more than 256 MiB"));
    }

    void start_at(std::uint64_t place)
    {
        block_begin_ = place;
        block_ = file_.read(place, 1 << 17);
        used_ = 0;
    }

    void need(std::size_t bytes)
    {
        check_length(place() + bytes);
        if (block_.size() - used_ < bytes)
            start_at(place());
        if (block_.size() < bytes)
            throw FormatError(tr("is cut short"));
    }

    const FileReader& file_;
    std::string block_;
    std::uint64_t block_begin_ = 0;
    std::size_t used_ = 0;
};

void skip_value(Header& header, std::uint32_t type, std::uint64_t count, const std::string& key)
{
    if (type >= value_bytes.size() || type == list_value)
        throw FormatError(type == list_value ? tr("has a value %1 that is a list of lists", quote(key))
                                             : tr("has a value %1 of unknown type %2", quote(key), type));
    if (type != text_value) {
        header.expect(count, value_bytes[type]);
        return header.skip(count * value_bytes[type]);
    }
    header.expect(count, sizeof(std::uint64_t));
    for (std::uint64_t i = 0; i < count; ++i)
        header.skip(header.number<std::uint64_t>());
}

/// Reads all pairs and returns the alignment.
std::uint64_t read_pairs(Header& header, std::uint64_t count)
{
    std::uint64_t alignment = 32;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string key = header.text();
        auto type = header.number<std::uint32_t>();
        if (key == "general.alignment") {
            if (type != 4)
                throw FormatError(tr("has an alignment that is not a 32-bit integer"));
            alignment = header.number<std::uint32_t>();
            if (!std::has_single_bit(alignment))
                throw FormatError(tr("has an alignment of %1, which is not a power of two", alignment));
            continue;
        }
        std::uint64_t items = 1;
        if (type == list_value) {
            type = header.number<std::uint32_t>();
            items = header.number<std::uint64_t>();
        }
        skip_value(header, type, items, key);
    }
    return alignment;
}

struct GgufEntry {
    std::string name;
    std::vector<std::uint64_t> shape;
    std::uint32_t type;
    std::uint64_t offset;
};

GgufEntry read_entry(Header& header)
{
    GgufEntry entry {header.text(), {}, 0, 0};
    const auto dimensions = header.number<std::uint32_t>();
    if (dimensions > most_dimensions)
        throw FormatError(
            tr("has a tensor %1 with %2 dimensions; at most 8 are allowed", quote(entry.name), dimensions));
    for (std::uint32_t i = 0; i < dimensions; ++i)
        entry.shape.push_back(header.number<std::uint64_t>());
    std::reverse(entry.shape.begin(), entry.shape.end());   // GGUF begins with the fastest index
    entry.type = header.number<std::uint32_t>();
    entry.offset = header.number<std::uint64_t>();
    return entry;
}

/// Returns the size of a tensor in bytes. `size`: size of all data.
std::uint64_t bytes_of(const GgufEntry& entry, const ElementInfo& info, std::uint64_t alignment, std::uint64_t size)
{
    const std::optional<std::uint64_t> entries = entries_of(entry.shape);
    if (!entries)
        throw FormatError(tr("has a tensor %1 whose shape is too large", quote(entry.name)));
    if (info.entries > 1 && (entry.shape.empty() || entry.shape.back() % info.entries != 0))
        throw FormatError(tr("has a tensor %1 whose rows are not whole blocks of %2", quote(entry.name), info.entries));
    const std::uint64_t blocks = *entries / info.entries;
    if (entry.offset > size || blocks > (size - entry.offset) / info.bytes)
        throw FormatError(tr("has a tensor %1 that lies outside the file", quote(entry.name)));
    if (entry.offset % alignment != 0)
        throw FormatError(tr("has a tensor %1 that is not aligned to %2 bytes", quote(entry.name), alignment));
    return blocks * info.bytes;
}

}   // namespace

std::unique_ptr<TensorFile> open_gguf(const std::filesystem::path& path)
{
    FileReader file(path);
    Header header(file);
    header.skip(4);   // "GGUF"
    const auto version = header.number<std::uint32_t>();
    if ((version & 0xFFFF) == 0)
        throw FormatError(tr("is a GGUF file from a big-endian machine"));
    if (version != 2 && version != 3)
        throw FormatError(tr("is a GGUF file of version %1; the version must be 2 or 3", version));
    const auto count = header.number<std::uint64_t>(), pairs = header.number<std::uint64_t>();
    header.expect(pairs, 13);   // minimum: an empty key, a type and one byte
    const std::uint64_t alignment = read_pairs(header, pairs);
    header.expect(count, 24);   // minimum: an empty name, no dimensions, type and offset
    if (count > most_tensors)
        throw FormatError(tr("has %1 tensors; at most a million are allowed", count));
    std::vector<GgufEntry> entries;
    for (std::uint64_t i = 0; i < count; ++i)
        entries.push_back(read_entry(header));

    const std::uint64_t data = (header.place() + alignment - 1) / alignment * alignment;
    const std::uint64_t size = file.size() - std::min(file.size(), data);
    auto tensors = std::make_unique<PlacedTensors>(std::move(file));
    std::stable_sort(
        entries.begin(), entries.end(), [](const GgufEntry& a, const GgufEntry& b) { return a.offset < b.offset; });
    std::uint64_t end = 0;
    for (GgufEntry& entry : entries) {
        const std::string word = type_word(entry.type);
        const std::optional<ElementType> type = element_type(word);
        if (!type) {
            tensors->leave_out(std::move(entry.name), tr("has the unsupported GGUF type %1", word));
            continue;
        }
        const std::uint64_t bytes = bytes_of(entry, element_info(*type), alignment, size);
        if (bytes > 0 && entry.offset < end)
            throw FormatError(tr("has a tensor %1 that overlaps another", quote(entry.name)));
        end = std::max(end, entry.offset + bytes);
        tensors->add({.name = std::move(entry.name), .shape = std::move(entry.shape), .type = *type},
            {.begin = data + entry.offset});
    }
    return tensors;
}

}   // namespace stepzero
