// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

#include "core/checkpoint/audit/family_expected.h"
#include "core/checkpoint/audit/family_find.h"
#include "core/checkpoint/audit/family_names.h"
#include "core/checkpoint/audit/family_shapes.h"
#include "core/checkpoint/audit/family_values.h"

namespace stepzero {

namespace {

/// The entry of the family that describes a tensor of the file.
struct FamilyPlace {
    const FamilyTensor* entry = nullptr;
    bool is_bias = false;   ///< the tensor is the bias of the entry's weight
    NameMatch match {};
};

std::optional<FamilyPlace> place_of(std::string_view name, std::string_view outer, const FamilyFile& file)
{
    for (const std::string_view inner : inner_names(name, outer, file))
        for (const FamilyTensor& entry : file.tensors)
            for (const bool is_bias : {false, true})
                for (const NamePattern& pattern : is_bias ? entry.biases : entry.names)
                    if (auto match = pattern.match(inner)) {
                        match->starred.insert(0, name.substr(0, name.size() - inner.size()));
                        return FamilyPlace {&entry, is_bias, std::move(*match)};
                    }
    return {};
}

std::string found_outer(const std::vector<StoredTensor>& tensors, const FamilyFile& file)
{
    const auto sure = outer_prefix(tensors, file, false);
    return sure ? *sure : outer_prefix(tensors, file, true).value_or("");
}

/// Pairs of {stage} and {block}: blocks are counted through all stages.
using Blocks = std::set<std::pair<int, int>>;

class FamilyReading {
public:
    FamilyReading(const std::vector<StoredTensor>& tensors, const Json& config, const Family& family,
        const GivenVariables& given = {})
        : tensors_(tensors), family_(family), file_(*family.file), outer_(found_outer(tensors, file_)),
          values_(tensors, config, outer_, file_), config_(std::make_shared<const Json>(config)),
          recipe_(&file_.recipes.front())
    {
        values_.set(given);
        for (const StoredTensor& tensor : tensors)
            by_name_.emplace(tensor.name, &tensor);
    }

    /// Returns one interpretation per recipe.
    std::vector<Understanding> understand(const std::vector<const FamilyRecipe*>& recipes)
    {
        std::vector<std::optional<FamilyPlace>> places;
        for (const StoredTensor& tensor : tensors_) {
            places.push_back(place_of(tensor.name, outer_, file_));
            if (const auto& place = places.back(); place && place->match.stage && place->match.block)
                blocks_.emplace(*place->match.stage, *place->match.block);
        }
        std::vector<Understanding> all;
        for (const FamilyRecipe* recipe : recipes) {
            recipe_ = recipe;
            all.push_back(understand(places));
        }
        return all;
    }

private:
    Understanding understand(const std::vector<std::optional<FamilyPlace>>& places)
    {
        Understanding all;
        all.family = &family_;
        all.recipe = recipe_->name.name;
        all.variables = variables_ = values_.all();
        all.free = free_number();
        all.config = config_;
        all.contradictions = values_.contradictions();
        tied_ = all.tied = file_.tied && values_.value(*file_.tied, variables_).value_or(0) != 0;
        const auto row = file_.padding ? values_.value(*file_.padding, variables_) : std::nullopt;
        if (recipe_->padded && row && *row >= 0 && *row == std::floor(*row))
            all.padding_row = std::uint64_t(*row);
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            const StoredTensor& tensor = tensors_[i];
            if (places[i]) {
                UnderstoodTensor& known = all.tensors.emplace_back(understood(tensor, *places[i]));
                known.padded
                    = known.padded && all.padding_row && !tensor.shape.empty() && *all.padding_row < tensor.shape[0];
            } else if (auto known = by_overlay(tensor)) {
                all.tensors.push_back(std::move(*known));
            } else {
                all.tensors.push_back(understood_by_name(tensor));
                all.unknown.push_back(tensor.name);
            }
        }
        return all;
    }

    std::optional<FreeNumber> free_number() const
    {
        for (const FamilyVariable& variable : file_.variables)
            if (const auto found = variables_.find(variable.name); variable.free && found != variables_.end()) {
                const auto stated = values_.stated(variable);
                return FreeNumber {.name = variable.name, .value = found->second, .key = stated ? stated->key : ""};
            }
        return {};
    }

    // Tensors

    /// Returns the expectation of an entry of the family, or of an overlay.
    std::optional<Expected> expected(const FamilyLawChoice& choice, const FamilyRecipe& recipe, int block,
        const Shape& shape, Role role, std::uint64_t columns) const
    {
        FamilyLaw law;
        if (const auto* own = std::get_if<FamilyLaw>(&choice)) {
            law = *own;
        } else if (const auto* words = std::get_if<std::vector<std::string>>(&choice)) {
            const FamilyLaw* found = recipe.law(*words);
            law = found ? *found : FamilyLaw {.initializer = {words->front(), {}}};
        } else {
            return {};
        }
        if (law.source.empty())
            law.source = recipe.name.source;
        RecipeVariables variables = variables_;
        if (block > 0)
            variables["block"] = block;
        return expected_of(law, std::move(variables), shape, role, columns);
    }

    const FamilyLawChoice& law_of_entry(const FamilyTensor& entry) const
    {
        if (tied_ && !entry.tied.empty())
            for (const FamilyTensor& other : file_.tensors)
                for (const NamePattern& name : other.names)
                    if (name.text() == entry.tied)
                        return other.law;
        return entry.law;
    }

    /// Absent when the sizes do not divide the axis.
    std::optional<Packing> packing_of(const StoredTensor& tensor, const FamilyTensor& entry, int axis) const
    {
        Packing packing {.axis = axis, .sizes = {}};
        for (const FamilyPart& part : entry.parts) {
            const auto size = recipe_number(part.size, variables_);
            if (!size || !(*size >= 1) || *size > 1e15 || *size != std::floor(*size))
                return {};
            packing.sizes.push_back(std::uint64_t(*size));
        }
        const auto period = std::accumulate(packing.sizes.begin(), packing.sizes.end(), std::uint64_t(0));
        if (period == 0 || std::size_t(axis) >= tensor.shape.size() || tensor.shape[std::size_t(axis)] % period != 0)
            return {};
        return packing;
    }

    UnderstoodTensor understood(const StoredTensor& tensor, const FamilyPlace& place) const
    {
        const FamilyTensor& entry = *place.entry;
        UnderstoodTensor known;
        known.role = entry.role;
        known.pattern = place.match.starred;
        known.block = block_of(place.match);
        known.expert = place.match.expert ? *place.match.expert + 1 : 0;
        known.stacked = entry.layout == FamilyLayout::experts && tensor.shape.size() == 3;
        known.kind = place.is_bias ? TensorKind::bias : entry.kind;
        if (known.kind == TensorKind::weight && tensor.shape.size() < 2)
            known.kind = TensorKind::scale;
        known.vocabulary = entry.vocabulary && !place.is_bias;
        known.padded = entry.padded && !place.is_bias;
        if (!place.is_bias) {
            known.plus = entry.plus;
            known.from_row = std::uint64_t(entry.from_row);
        }
        known.transposed = entry.layout == FamilyLayout::in_out && !place.is_bias;
        const StoredTensor* weight = &tensor;
        if (place.is_bias) {
            const std::string name = tensor.name.substr(0, tensor.name.rfind('.')) + ".weight";
            const auto found = by_name_.find(name);
            weight = found == by_name_.end() ? nullptr : found->second;
        }
        known.shape = fans_of((weight ? weight : &tensor)->shape, entry.layout);
        const bool vector = known.kind == TensorKind::bias || known.kind == TensorKind::scale;
        const Role role = vector || tensor.shape.size() < 2 ? Role::bias : Role::weight;
        if (place.is_bias && weight && weight->shape.size() < 2)   // bias of a norm
            weight = &tensor;
        if (weight)
            known.expected = expected(place.is_bias ? entry.bias : law_of_entry(entry), *recipe_, known.block,
                known.shape, role, tensor.shape.empty() ? 1 : tensor.shape.back());
        if (!entry.parts.empty())
            add_parts(known, tensor, place, role);
        return known;
    }

    void add_parts(UnderstoodTensor& known, const StoredTensor& tensor, const FamilyPlace& place, Role role) const
    {
        const FamilyTensor& entry = *place.entry;
        const bool along_outputs = entry.axis == (entry.layout == FamilyLayout::in_out ? 1 : 0);
        if (place.is_bias && !along_outputs)
            return;
        known.packing = packing_of(tensor, entry, place.is_bias ? 0 : known.stacked ? 1 : entry.axis);
        if (!known.packing)
            return;
        const auto& sizes = known.packing->sizes;
        const std::uint64_t periods = tensor.shape[std::size_t(known.packing->axis)]
            / std::accumulate(sizes.begin(), sizes.end(), std::uint64_t(0));
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            TensorPart& part = known.parts.emplace_back();
            part.role = entry.parts[i].role;
            part.shape = fans_of_part(known.shape, along_outputs, sizes[i] * periods);
            if (place.is_bias || std::holds_alternative<std::monostate>(entry.parts[i].law))
                continue;
            part.expected = expected(entry.parts[i].law, *recipe_, known.block, part.shape, role, tensor.shape.back());
            known.expected.reset();
        }
        if (known.stacked)   // an expert is a row of the file
            for (std::uint64_t& size : known.packing->sizes)
                size *= tensor.shape[2];
    }

    int block_of(const NameMatch& match) const
    {
        if (!match.block)
            return 0;
        if (!match.stage)
            return *match.block + 1;
        return int(std::distance(blocks_.begin(), blocks_.find({*match.stage, *match.block}))) + 1;
    }

    std::optional<UnderstoodTensor> by_overlay(const StoredTensor& tensor)
    {
        static const Json no_config;
        if (!overlays_) {
            overlays_.emplace();
            for (const Family& family : families())
                if (family.file->overlay && &family != &family_)
                    overlays_->emplace_back(tensors_, no_config, family);
        }
        for (const FamilyReading& overlay : *overlays_)
            if (const auto place = place_of(tensor.name, "", overlay.file_))
                return overlay.understood(tensor, *place);
        return {};
    }

    const std::vector<StoredTensor>& tensors_;
    const Family& family_;
    const FamilyFile& file_;
    std::string outer_;
    FamilyValues values_;
    std::shared_ptr<const Json> config_;
    const FamilyRecipe* recipe_ = nullptr;
    std::map<std::string_view, const StoredTensor*> by_name_;
    RecipeVariables variables_;
    Blocks blocks_;
    bool tied_ = false;
    std::optional<std::vector<FamilyReading>> overlays_;   // created on first use
};

}   // namespace

namespace {

std::vector<Understanding> readings_of_weights(const std::vector<StoredTensor>& tensors, const Json& config,
    const Family* family, std::optional<std::string_view> recipe, const GivenVariables& given)
{
    if (!family)
        family = recognized(tensors, config);
    if (family) {
        const std::vector<FamilyRecipe>& all = family->file->recipes;
        std::vector<const FamilyRecipe*> wanted;
        for (const FamilyRecipe& one : all)
            if (!recipe || one.name.name == *recipe)
                wanted.push_back(&one);
        return FamilyReading(tensors, config, *family, given)
            .understand(wanted.empty() ? std::vector {&all.front()} : wanted);
    }
    Understanding all;
    for (const StoredTensor& tensor : tensors) {
        all.tensors.push_back(understood_by_name(tensor));
        all.unknown.push_back(tensor.name);
    }
    return {all};
}

UnderstoodTensor understood_state(const StoredTensor& tensor)
{
    UnderstoodTensor state = understood_by_name(tensor);
    state.kind = TensorKind::buffer;
    state.role = training_state_role;
    state.vocabulary = false;
    return state;
}

std::vector<Understanding> readings_of(const std::vector<StoredTensor>& tensors, const Json& config,
    const Family* family, std::optional<std::string_view> recipe, const GivenVariables& given)
{
    std::vector<StoredTensor> weights;
    std::ranges::copy_if(tensors, std::back_inserter(weights),
        [](const StoredTensor& tensor) { return !is_training_state(tensor.name); });
    if (weights.empty() || weights.size() == tensors.size())   // nothing but training state: interpret it as weights
        return readings_of_weights(tensors, config, family, recipe, given);
    std::vector<Understanding> all = readings_of_weights(weights, config, family, recipe, given);
    for (Understanding& one : all) {
        std::vector<UnderstoodTensor> both;
        auto weight = one.tensors.begin();
        for (const StoredTensor& tensor : tensors)
            both.push_back(is_training_state(tensor.name) ? understood_state(tensor) : std::move(*weight++));
        one.tensors = std::move(both);
    }
    return all;
}

}   // namespace

Understanding understand(
    const std::vector<StoredTensor>& tensors, const Json& config, const Family* family, std::string_view recipe)
{
    return std::move(readings_of(tensors, config, family, recipe, {}).front());
}

std::vector<Understanding> understand_all(
    const std::vector<StoredTensor>& tensors, const Json& config, const Family* family, const GivenVariables& given)
{
    return readings_of(tensors, config, family, std::nullopt, given);
}

}   // namespace stepzero
