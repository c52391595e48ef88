// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npz archives: zip files of .npy files, stored or deflated.
#include <algorithm>
#include <map>
#include <string_view>
#include <zlib.h>

#include "core/base/formats/npy.h"
#include "core/base/formats/shape.h"
#include "core/base/formats/zip.h"
#include "core/base/words/words.h"
#include "core/checkpoint/placed_tensors.h"

namespace stepzero {

namespace {

constexpr std::size_t most_header = 1 << 17;   // the header must lie within these first bytes of a member
constexpr std::size_t chunk_bytes = 1 << 16;

std::optional<ElementType> npy_element_type(std::string_view descr)
{
    const std::optional<NpyType> type = npy_type(descr);
    if (!type || (type->big_endian && type->bytes > 1))
        return std::nullopt;
    if (type->kind == 'b')
        return ElementType::boolean;
    const char kind = char(type->kind - 'a' + 'A');   // as in safetensors: "F32"
    return element_type(std::string(1, kind) + std::to_string(8 * type->bytes));
}

/// Inflates a deflated member from its beginning.
class Inflation {
public:
    Inflation(const FileReader& file, const ZipMember& member)
        : file_(file), next_(member.begin), rest_(member.stored), input_(chunk_bytes)
    {
        if (::inflateInit2(&stream_, -MAX_WBITS) != Z_OK)
            throw std::bad_alloc();
    }
    ~Inflation() { ::inflateEnd(&stream_); }
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;

    /// Returns the number of bytes read, smaller than requested only at the end. Throws FormatError.
    std::size_t read(std::span<char> bytes)
    {
        stream_.next_out = reinterpret_cast<Bytef*>(bytes.data());
        stream_.avail_out = uInt(bytes.size());
        while (stream_.avail_out > 0 && !ended_) {
            if (stream_.avail_in == 0)
                refill();
            const int state = ::inflate(&stream_, Z_NO_FLUSH);
            ended_ = state == Z_STREAM_END;
            if (!ended_ && state != Z_OK)
                throw FormatError(tr("cannot be inflated"));
        }
        return bytes.size() - stream_.avail_out;
    }

private:
    void refill()
    {
        const std::size_t size = std::min<std::uint64_t>(rest_, input_.size());
        if (size == 0 || file_.read(next_, std::span(input_).first(size)) != size)
            throw FormatError(tr("is cut short"));
        next_ += size;
        rest_ -= size;
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = uInt(size);
    }

    const FileReader& file_;
    std::uint64_t next_, rest_;
    std::vector<char> input_;
    z_stream stream_ {};
    bool ended_ = false;
};

class NpzFile : public PlacedTensors {
public:
    explicit NpzFile(FileReader opened) : PlacedTensors(std::move(opened))
    {
        for (const ZipMember& member : read_zip(file()))
            if (member.name.ends_with(".npy"))
                about(member, [&] { add_member(member); });
            else
                leave_out(member.name, tr("is not an .npy file"));
    }

    void read(std::size_t index, const TakePiece& take, const Context& context) const override
    {
        const auto found = deflated_.find(index);
        if (found == deflated_.end())
            return PlacedTensors::read(index, take, context);
        about(found->second, [&] { inflate(index, found->second, take, context); });
    }

private:
    template <class Work>
    static void about(const ZipMember& member, const Work& work)
    {
        try {
            work();
        } catch (const FormatError& error) {
            throw FormatError(tr("has a member %1 that %2", quote(member.name), text_of(error)));
        }
    }

    NpyHeader header_of(const ZipMember& member) const
    {
        std::string bytes;
        if (member.deflated) {
            bytes.resize(std::min<std::uint64_t>(member.size, most_header));
            bytes.resize(Inflation(file(), member).read(bytes));
        } else {
            bytes = file().read(member.begin, std::min<std::uint64_t>(member.size, most_header));
        }
        return read_npy_header(bytes);
    }

    void add_member(const ZipMember& member)
    {
        const NpyHeader header = header_of(member);
        std::string name = member.name.substr(0, member.name.size() - 4);
        const std::optional<ElementType> type = npy_element_type(header.descr);
        const bool turned = header.fortran_order && header.shape.size() > 1;
        if (!type)
            return leave_out(std::move(name), tr("has the unsupported NumPy type %1", quote(header.descr)));
        if (turned && member.deflated)
            return leave_out(
                std::move(name), tr("is in Fortran order and compressed (call numpy.ascontiguousarray before saving)"));
        const std::uint64_t entries = *entries_of(header.shape), bytes = member.size - header.size;
        const std::size_t width = element_info(*type).bytes;
        if (bytes / width != entries || bytes % width != 0)
            throw FormatError(
                tr("must have %1 {number|numbers} of %2 {byte|bytes} as its header states, got %3 {byte|bytes}",
                    entries, width, bytes));
        if (member.deflated)
            deflated_.emplace(tensors().size(), member);
        add({.name = std::move(name), .shape = header.shape, .type = *type},
            {member.begin + header.size, turned ? column_strides(header.shape) : std::vector<std::uint64_t>()});
    }

    void inflate(std::size_t index, const ZipMember& member, const TakePiece& take, const Context& context) const
    {
        Inflation inflation(file(), member);
        Pieces pieces(tensors()[index].type, take);
        std::vector<char> block(chunk_bytes);
        uLong crc = 0;
        const auto next = [&](std::uint64_t most) {
            context.check();
            const std::span<char> part = std::span(block).first(std::min<std::uint64_t>(most, block.size()));
            if (inflation.read(part) != part.size())
                throw FormatError(tr("is cut short"));
            crc = ::crc32(crc, reinterpret_cast<const Bytef*>(part.data()), uInt(part.size()));
            return part;
        };
        for (std::uint64_t rest = member.size - tensors()[index].bytes; rest > 0;)   // skip the header
            rest -= next(rest).size();
        for (std::uint64_t rest = tensors()[index].bytes; rest > 0;) {
            const std::span<char> part = next(rest);
            pieces.add(part);
            rest -= part.size();
        }
        pieces.finish();
        if (member.crc != 0 && crc != member.crc)
            throw FormatError(tr("is damaged: its CRC-32 does not match"));
    }

    std::map<std::size_t, ZipMember> deflated_;   // by tensor index
};

}   // namespace

std::unique_ptr<TensorFile> open_npz(const std::filesystem::path& path)
{
    return std::make_unique<NpzFile>(FileReader(path));
}

}   // namespace stepzero
