// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/zip.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "core/base/formats/bytes.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

constexpr std::uint32_t local_mark = 0x04034B50, entry_mark = 0x02014B50, end_mark = 0x06054B50,
                        wide_end_mark = 0x06064B50, wide_place_mark = 0x07064B50;
constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22, wide_end_size = 56, wide_place_size = 20;
constexpr std::uint64_t longest_directory = 100'000'000;
constexpr std::uint16_t wide_field = 1, encrypted = 1, method_stored = 0, method_deflated = 8;

[[noreturn]] void broken(const Text& why) { throw FormatError(tr("is not a complete zip archive: %1", why)); }

std::uint16_t two(std::string_view bytes, std::size_t place) { return number_at<std::uint16_t>(bytes.data() + place); }
std::uint32_t four(std::string_view bytes, std::size_t place) { return number_at<std::uint32_t>(bytes.data() + place); }
std::uint64_t eight(std::string_view bytes, std::size_t place)
{
    return number_at<std::uint64_t>(bytes.data() + place);
}

bool is_full(std::uint64_t field) { return field == std::numeric_limits<std::uint32_t>::max(); }

struct Directory {
    std::uint64_t entries, size, begin;
    std::uint64_t end;   // upper limit for members and the directory
};

/// Finds the end record, before a comment of at most 65535 bytes, and its 64-bit version if there is one.
Directory find_directory(const FileReader& file)
{
    const std::uint64_t tail_size = std::min<std::uint64_t>(file.size(), end_size + 65535);
    const std::string tail = file.read(file.size() - tail_size, tail_size);
    if (tail.size() != tail_size || tail_size < end_size)
        broken(tr("it is cut short"));
    std::size_t place = tail.size() - end_size;
    while (four(tail, place) != end_mark || two(tail, place + 20) != tail.size() - place - end_size)
        if (place-- == 0)
            broken(tr("its end is missing"));
    const std::uint64_t end = file.size() - tail_size + place;
    Directory found {two(tail, place + 10), four(tail, place + 12), four(tail, place + 16), end};
    if (end < wide_place_size)
        return found;
    const std::string pointer = file.read(end - wide_place_size, wide_place_size);
    if (pointer.size() != wide_place_size || four(pointer, 0) != wide_place_mark)
        return found;
    const std::uint64_t wide = eight(pointer, 8);
    if (end < wide_place_size + wide_end_size || wide > end - wide_place_size - wide_end_size)
        broken(tr("its directory is outside of the file"));
    const std::string record = file.read(wide, wide_end_size);
    if (record.size() != wide_end_size || four(record, 0) != wide_end_mark)
        broken(tr("its directory is missing"));
    return {eight(record, 32), eight(record, 40), eight(record, 48), wide};
}

/// Reads 64-bit values from the extra field, where they appear in this order.
void read_wide(std::string_view fields, const std::string& name, ZipMember& member, std::uint64_t& local)
{
    while (fields.size() >= 4) {
        const std::uint16_t id = two(fields, 0), size = two(fields, 2);
        fields.remove_prefix(4);
        if (size > fields.size())
            break;
        if (id != wide_field) {
            fields.remove_prefix(size);
            continue;
        }
        std::string_view numbers = fields.substr(0, size);
        for (std::uint64_t* const number : {&member.size, &member.stored, &local})
            if (is_full(*number)) {
                if (numbers.size() < 8)
                    broken(tr("its member %1 has no size", quote(name)));
                *number = eight(numbers, 0);
                numbers.remove_prefix(8);
            }
        return;
    }
}

/// Sets the position of the data after the local header, which repeats the name.
void place(const FileReader& file, const Directory& directory, std::uint64_t local, ZipMember& member)
{
    const std::uint64_t end = std::min(directory.begin, directory.end);
    const std::string name = quote(member.name);
    if (local > end || end - local < local_size)
        broken(tr("its member %1 lies outside of the file", name));
    const std::string header = file.read(local, local_size + member.name.size());
    if (header.size() != local_size + member.name.size() || four(header, 0) != local_mark
        || two(header, 26) != member.name.size() || header.substr(local_size) != member.name)
        broken(tr("its member %1 is not where the directory says", name));
    member.begin = local + header.size() + two(header, 28);
    if (member.begin > end || member.stored > end - member.begin)
        broken(tr("its member %1 lies outside of the file", name));
}

ZipMember read_entry(const FileReader& file, const Directory& directory, std::string_view& rest)
{
    if (rest.size() < entry_size || four(rest, 0) != entry_mark)
        broken(tr("its directory is cut short"));
    const std::string_view entry = rest.substr(0, entry_size);
    const std::size_t name_size = two(entry, 28), fields = two(entry, 30), comment = two(entry, 32);
    if (rest.size() - entry_size < name_size + fields + comment)
        broken(tr("its directory is cut short"));
    ZipMember member {std::string(rest.substr(entry_size, name_size)), two(entry, 10) == method_deflated, 0,
        four(entry, 20), four(entry, 24), four(entry, 16)};
    std::uint64_t local = four(entry, 42);
    read_wide(rest.substr(entry_size + name_size, fields), member.name, member, local);
    rest.remove_prefix(entry_size + name_size + fields + comment);
    if ((two(entry, 8) & encrypted) != 0)
        throw FormatError(tr("has an encrypted member %1", quote(member.name)));
    if (!member.deflated && two(entry, 10) != method_stored)
        throw FormatError(tr("has a member %1 packed by method %2; members must be stored or deflated",
            quote(member.name), two(entry, 10)));
    if (!member.deflated && member.stored != member.size)
        broken(tr("its member %1 has two sizes", quote(member.name)));
    place(file, directory, local, member);
    return member;
}

/// Precondition: not empty, sorted, and equal entries adjacent.
void refuse_overlaps(const std::vector<ZipMember>& members)
{
    for (std::size_t i = 1; i < members.size(); ++i)
        if (members[i].begin < members[i - 1].begin + members[i - 1].stored)
            broken(tr("its members %1 and %2 overlap", quote(members[i - 1].name), quote(members[i].name)));
}

void refuse_twins(const std::vector<ZipMember>& members)
{
    std::vector<std::string_view> names;
    for (const ZipMember& member : members)
        names.push_back(member.name);
    std::sort(names.begin(), names.end());
    const auto twin = std::adjacent_find(names.begin(), names.end());
    if (twin != names.end())
        broken(tr("it has two members named %1", quote(*twin)));
}

}   // namespace

std::vector<ZipMember> read_zip(const FileReader& file)
{
    const Directory directory = find_directory(file);
    if (directory.size > longest_directory || directory.size > directory.end
        || directory.begin > directory.end - directory.size)
        broken(tr("its directory is outside of the file"));
    const std::string entries = file.read(directory.begin, directory.size);
    if (entries.size() != directory.size)
        broken(tr("it is cut short"));
    std::vector<ZipMember> members;
    std::string_view rest = entries;
    for (std::uint64_t i = 0; i < directory.entries; ++i)
        members.push_back(read_entry(file, directory, rest));
    std::stable_sort(
        members.begin(), members.end(), [](const ZipMember& a, const ZipMember& b) { return a.begin < b.begin; });
    refuse_overlaps(members);
    refuse_twins(members);
    return members;
}

}   // namespace stepzero
