// SPDX-License-Identifier: GPL-3.0-or-later
// Builds checkpoints byte by byte, valid or broken.
#pragma once

#include <QByteArray>

#include <cstdint>
#include <string>
#include <vector>

namespace stepzero::checkpoint_bytes {

/// Returns the bytes in little-endian order.
template <class Number>
std::string le(Number number)
{
    return {reinterpret_cast<const char*>(&number), sizeof(number)};
}
inline std::string u16(std::uint16_t number) { return le(number); }
inline std::string u32(std::uint32_t number) { return le(number); }
inline std::string u64(std::uint64_t number) { return le(number); }

// ---- safetensors

/// Returns the member of one tensor in a header.
inline std::string safetensors_entry(
    const std::string& name, const std::string& dtype, const std::string& shape, const std::string& offsets)
{
    return "\"" + name + "\": {\"dtype\": \"" + dtype + "\", \"shape\": [" + shape + "], \"data_offsets\": [" + offsets
        + "]}";
}
inline std::string safetensors(const std::string& header, std::size_t data)
{
    return u64(header.size()) + header + std::string(data, '\1');
}

// ---- zip

struct Member {
    std::string name, bytes;
    std::uint16_t method = 0;
    std::uint64_t size = ~std::uint64_t(0);   ///< inflated size that the headers state; by default that of `bytes`
    std::uint16_t flags = 0;
    std::uint32_t crc = 0;   ///< 0: no checksum is stored
};

inline std::string zip(const std::vector<Member>& members, std::uint64_t moved = 0)
{
    std::string file, directory;
    for (const Member& member : members) {
        const std::uint64_t size = member.size == ~std::uint64_t(0) ? member.bytes.size() : member.size;
        const bool wide = size > 0xFFFFFFFE;
        const std::string sizes
            = u32(member.crc) + u32(std::uint32_t(member.bytes.size())) + u32(wide ? 0xFFFFFFFF : std::uint32_t(size));
        const std::string common = u16(20) + u16(member.flags) + u16(member.method) + u32(0) + sizes
            + u16(std::uint16_t(member.name.size()));
        const std::string extra = wide ? u16(1) + u16(8) + u64(size) : "";
        directory += u32(0x02014B50) + u16(20) + common + u16(std::uint16_t(extra.size())) + u16(0) + u16(0) + u16(0)
            + u32(0) + u32(std::uint32_t(file.size() + moved)) + member.name + extra;
        file += u32(0x04034B50) + common + u16(0) + member.name + member.bytes;
    }
    const std::string count = u16(std::uint16_t(members.size()));
    return file + directory + u32(0x06054B50) + u16(0) + u16(0) + count + count + u32(std::uint32_t(directory.size()))
        + u32(std::uint32_t(file.size())) + u16(0);
}

/// Returns raw deflate data, as zip archives have it.
inline std::string deflated(const std::string& bytes)
{
    const QByteArray framed = qCompress(QByteArray::fromStdString(bytes));
    return framed.mid(6, framed.size() - 10).toStdString();
}

// ---- pickles

inline std::string text(const std::string& word) { return "X" + u32(std::uint32_t(word.size())) + word; }
inline std::string whole(std::int64_t number) { return std::string("\x8a\x08") + le(number); }
inline std::string tuple(const std::vector<std::string>& items)
{
    std::string bytes = "(";
    for (const std::string& item : items)
        bytes += item;
    return bytes + "t";
}
inline std::string wholes(const std::vector<std::int64_t>& numbers)
{
    std::vector<std::string> items;
    for (const std::int64_t number : numbers)
        items.push_back(whole(number));
    return tuple(items);
}
inline std::string tensor(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides,
    std::int64_t offset = 0, const std::string& storage = "0")
{
    return "ctorch._utils\n_rebuild_tensor_v2\n"
        + tuple({tuple({text("storage"), "ctorch\nFloatStorage\n", text(storage), text("cpu"), whole(4)}) + "Q",
            whole(offset), wholes(shape), wholes(strides), "\x89", "ccollections\nOrderedDict\n)R"})
        + "R";
}
inline std::string pickle(const std::string& made) { return "\x80\2" + made + "."; }
inline std::string dict(const std::string& key, const std::string& value) { return "}" + text(key) + value + "s"; }
/// Returns a file with a storage "0" of four numbers.
inline std::string torch_file(const std::string& program)
{
    return zip({{"a/data.pkl", program}, {"a/data/0", std::string(16, '\1')}});
}

/// Returns a file in the format of torch.save before 1.6, with storages of these keys, of four numbers each.
inline std::string legacy_torch_file(const std::string& program, const std::vector<std::string>& keys = {"0"})
{
    std::string names = "]", storages;
    for (const std::string& key : keys) {
        names += text(key) + "a";
        storages += u64(4) + std::string(16, '\1');
    }
    return pickle("\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19") + pickle("M\xe9\3") + pickle("}") + program + pickle(names)
        + storages;
}

// ---- npz

inline std::string npy(const std::string& descr, const std::string& shape, std::size_t data)
{
    const std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
    return "\x93NUMPY\1" + std::string(1, '\0') + u16(std::uint16_t(header.size())) + header + std::string(data, '\1');
}

// ---- GGUF

inline std::string long_text(const std::string& word) { return u64(word.size()) + word; }
inline std::string gguf_tensor(
    const std::string& name, const std::vector<std::uint64_t>& shape, std::uint32_t type, std::uint64_t offset)
{
    std::string bytes = long_text(name) + u32(std::uint32_t(shape.size()));
    for (const std::uint64_t size : shape)
        bytes += u64(size);
    return bytes + u32(type) + u64(offset);
}
/// Returns a file whose numbers begin at a multiple of 32 bytes.
inline std::string gguf(
    const std::vector<std::string>& pairs, const std::vector<std::string>& tensors, std::size_t data = 64)
{
    std::string bytes = "GGUF" + u32(3) + u64(tensors.size()) + u64(pairs.size());
    for (const std::string& pair : pairs)
        bytes += pair;
    for (const std::string& tensor : tensors)
        bytes += tensor;
    bytes.append((32 - bytes.size() % 32) % 32, '\0');
    return bytes + std::string(data, '\1');
}

}   // namespace stepzero::checkpoint_bytes
