// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/base/formats/file.h"
#include "core/base/json/embedded_files.h"
#include "core/base/json/json_fields.h"
#include "core/base/words/registry.h"
#include "core/checkpoint/audit/family_file.h"

namespace stepzero {

std::size_t Packing::part_of(std::uint64_t position) const
{
    position %= std::accumulate(sizes.begin(), sizes.end(), std::uint64_t(0));
    std::size_t part = 0;
    for (; position >= sizes[part]; ++part)
        position -= sizes[part];
    return part;
}

const std::vector<Family>& families()
{
    static const std::vector<Family> all = [] {
        std::vector<Family> read;
        for (const EmbeddedFile& file : embedded_families()) {
            Problems problems;
            read.push_back(read_family(file.text, problems));
            if (!problems.empty())
                throw std::logic_error(sentences(std::string(file.name), problems).english());
        }
        return read;
    }();
    return all;
}

const Family* find_family(std::string_view name) { return find_member(families(), name); }

Family load_family(const std::filesystem::path& path)
{
    Problems problems;
    Family family = read_family(read_file(path), problems);
    cut_short(problems);
    if (!problems.empty())
        throw FileError(sentences(path.string(), problems));
    return family;
}

}   // namespace stepzero
