// SPDX-License-Identifier: GPL-3.0-or-later
// Files as frameworks would save them at step 0: the tensors of published models at a small width, each initialized by
// a recipe of its family.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include "core/base/json/read_json.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/math/random/stream.h"
#include "core/network/init/bases.h"
#include "core/network/init/noise.h"
#include "tests/core/drawn_file.h"
#include "tests/core/published_models.h"

namespace stepzero::published_models {

/// A file under construction: names, shapes and numbers.
struct RecipeFile {
    Tensors tensors;
    Understanding known;
    std::vector<std::vector<float>> values;   ///< numbers of each tensor, in the order of the file
};

/// The reduced size of a model.
struct Small {
    double width = 64;
    int blocks = 3;   ///< maximum number of blocks
};

/// Returns the model with sizes in proportion to its width. Sizes of kernels and states do not change.
inline Tensors narrowed(Tensors tensors, const Json& config, const Family& family, double wanted)
{
    const auto variables = understand(tensors, config, &family).variables;
    const auto width = variables.find("width");
    const double factor = width == variables.end() ? 1 : wanted / width->second;
    for (StoredTensor& tensor : tensors) {
        tensor.entries = 1;
        for (std::uint64_t& size : tensor.shape) {
            if (factor > 1 || size > 17)
                size = size > 20000 ? 320 : std::uint64_t(std::max(1.0, std::round(double(size) * factor)));
            tensor.entries *= size;
        }
    }
    return tensors;
}

/// Initializes entries row by row, by the expectation for the whole tensor or a part: [rows, columns] as in the file.
inline WeightMatrix drawn(const Expected& expected, std::size_t rows, std::size_t columns, const Stream& stream)
{
    WeightMatrix values(rows, columns);
    std::mt19937 bits(std::uint32_t(stream.seed) * 1000 + stream.layer);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column) {
            float& value = values(Eigen::Index(row), Eigen::Index(column));
            if (!expected.row.empty())
                value = float(expected.row[column]);
            else if (expected.range)
                value = std::uniform_real_distribution<float>(
                    float(expected.range->first), float(expected.range->second))(bits);
        }
    if (!expected.row.empty() || expected.range)
        return values;
    const WeightMatrix base = draw_base(expected.draw, stream, int(rows), int(columns), Context()).entries;
    return base.array() * float(expected.draw.scale) + float(expected.draw.shift);
}

inline std::vector<float> drawn(const StoredTensor& tensor, const UnderstoodTensor& known, const Stream& stream)
{
    const std::size_t columns = tensor.shape.empty() ? 1 : tensor.shape.back(), rows = tensor.entries / columns;
    WeightMatrix values = WeightMatrix::Ones(Eigen::Index(rows), Eigen::Index(columns));
    if (known.kind == TensorKind::buffer)
        values.setZero();
    else if (known.expected)
        values = drawn(*known.expected, rows, columns, stream);
    else if (known.kind == TensorKind::weight)   // a weight of unknown purpose
        values = drawn({.draw = {.base = base_normal(), .scale = 0.02}}, rows, columns, stream);
    if (known.packing) {
        const auto& shape = tensor.shape;
        std::uint64_t inside = 1;   // entries per index along the axis
        for (std::size_t i = std::size_t(known.packing->axis) + 1; i < shape.size(); ++i)
            inside *= shape[i];
        for (std::size_t part = 0; part < known.parts.size(); ++part) {
            if (!known.parts[part].expected)
                continue;
            Stream own = stream;
            own.layer += std::uint32_t(100000 * (part + 1));
            const WeightMatrix of_part = drawn(*known.parts[part].expected, rows, columns, own);
            const std::uint64_t size = shape[std::size_t(known.packing->axis)];
            for (std::size_t i = 0; i < tensor.entries; ++i)
                if (known.packing->part_of(known.stacked ? i % (size * inside) : i / inside % size) == part)
                    values.data()[i] = of_part.data()[i];
        }
    }
    return {values.data(), values.data() + values.size()};
}

inline RecipeFile recipe_file(
    const Published& model_of, const std::string& recipe, std::uint32_t seed, Small small = {})
{
    const Json config = read_json(model_of.config).root;
    const Family& family = *find_family(model_of.family);
    RecipeFile file;
    file.tensors
        = narrowed(model(model_of.tensors, std::min(model_of.blocks, small.blocks)), config, family, small.width);
    file.known = understand(file.tensors, config, &family, recipe);
    for (std::size_t i = 0; i < file.tensors.size(); ++i) {
        file.values.push_back(
            drawn(file.tensors[i], file.known.tensors[i], {seed, 0, TensorRole::weight, std::uint32_t(i)}));
        if (file.known.tensors[i].padded && file.known.padding_row) {
            const std::size_t columns = file.tensors[i].shape.back();
            std::fill_n(file.values[i].begin() + std::ptrdiff_t(*file.known.padding_row * columns), columns, 0.0F);
        }
    }
    return file;
}

inline void save(const RecipeFile& file, const std::filesystem::path& path, FloatFormat format = FloatFormat::float32)
{
    DrawnFile made(format);
    for (std::size_t i = 0; i < file.tensors.size(); ++i)
        made.add(file.tensors[i].name, file.tensors[i].shape, file.values[i]);
    made.write(path);
}

/// A model, and a recipe that initializes it.
struct Drawn {
    const Published* model;
    std::string recipe;
};

/// Returns one model of each family with each recipe, including families with only one recipe.
inline std::vector<Drawn> all_drawn()
{
    std::vector<Drawn> all;
    std::set<std::string> seen;
    for (const Published& one : published()) {
        const Family& family = *find_family(one.family);
        // Recipes of larger models are those of the family with the same names.
        if (family.file->overlay || !one.recipe.empty() || one.config.find("d_kv") != std::string::npos
            || !seen.insert(one.family).second)
            continue;
        for (const RecipeName& recipe : family.recipes)
            all.push_back({&one, recipe.name});
    }
    return all;
}

/// Returns these, and all other known models, each with the recipe of its row.
inline std::vector<Drawn> drawn_files()
{
    std::vector<Drawn> all = all_drawn();
    for (const Published& one : published())
        if (const std::string& recipe = one.recipe.empty() ? find_family(one.family)->recipes[0].name : one.recipe;
            std::ranges::none_of(
                all, [&](const Drawn& drawn) { return drawn.model == &one && drawn.recipe == recipe; }))
            all.push_back({&one, recipe});
    return all;
}

}   // namespace stepzero::published_models
