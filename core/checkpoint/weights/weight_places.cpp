// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/weights/weight_places.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"
#include "core/network/input/input_file.h"

namespace stepzero {

namespace {

using Sizes = std::vector<std::uint64_t>;

std::string shape_text(const Sizes& shape)
{
    std::string text;
    for (const std::uint64_t size : shape)
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "[" + text + "]";
}

bool is_bias(const ParameterPlan& plan) { return plan.kind == Role::bias && plan.name.ends_with(".bias"); }

class Search {
public:
    Search(const Checkpoint& checkpoint, const NetworkPlan& plan, const std::string& family)
        : checkpoint_(checkpoint), plan_(plan), family_(family), tensors_(checkpoint.tensors()), taken_(tensors_.size())
    {
        for (std::size_t i = 0; i < tensors_.size(); ++i)
            by_name_.emplace(tensors_[i].name, i);
    }

    /// Assigns the tensors by the names that the program writes. Returns false when one is missing.
    bool by_own_names()
    {
        const std::vector<CheckpointTensor> wanted = checkpoint_tensors(plan_);
        for (const CheckpointTensor& tensor : wanted)
            if (!tensor.parts.empty() && !by_name_.contains(tensor.name)) {
                missing_ = tensor.name;
                return false;
            }
        std::map<std::string_view, const ParameterPlan*> plans;
        for (const ParameterPlan* parameter : plan_.parameters())
            plans.emplace(parameter->name, parameter);
        for (const CheckpointTensor& tensor : wanted) {
            if (tensor.parts.empty())
                continue;
            WeightPlace place {.tensor = by_name_.at(tensor.name), .transposed = tensor.transposed};
            check_shape(place.tensor, Sizes(tensor.shape.begin(), tensor.shape.end()));
            place.packing.axis = int(tensor.shape.size()) - 1;
            for (const ParameterPlan& part : tensor.parts) {
                place.parts.push_back(plans.at(part.name));
                if (tensor.parts.size() > 1)
                    place.packing.sizes.push_back(std::uint64_t(part.shape.rows()));
            }
            take(std::move(place));
        }
        return true;
    }

    void by_family(const Understanding& known)
    {
        if (!known.family || !plan_.kind->attends)
            refuse(tr("has no tensor %1, and belongs to no known family", quote(missing_)));
        std::map<Key, std::size_t> found;
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            const UnderstoodTensor& tensor = known.tensors[i];
            if (tensor.pattern.find("shared_expert") != std::string::npos)
                continue;
            found.emplace(Key {tensor.block, tensor.expert, tensor.role, tensor.kind}, i);
            for (const TensorPart& part : tensor.parts)
                found.emplace(Key {tensor.block, tensor.expert, part.role, tensor.kind}, i);
        }
        std::set<std::string> absent;
        for (const ParameterPlan* parameter : plan_.parameters()) {
            Key key = key_of(*parameter);
            auto at = found.find(key);
            if (at == found.end() && key.expert > 0) {   // a stacked tensor holds all experts
                key.expert = 0;
                at = found.find(key);
                if (at != found.end() && !known.tensors[at->second].stacked)
                    at = found.end();
            }
            if (at == found.end()) {
                if (!is_bias(*parameter) || std::ranges::any_of(found, [&](const auto& one) {
                        return one.first.role == parameter->role && one.first.kind == TensorKind::bias;
                    }))
                    refuse(tr("has no tensor that is the network's %1 (it is read as %2)", parameter->name,
                        known.family->label));
                all_.zeros.push_back(parameter);
                absent.insert(parameter->role);
            } else if (!taken_[at->second]) {
                take(place_of(at->second, known.tensors[at->second], *parameter));
            }
        }
        for (const std::string& role : absent)
            note(tr("has no biases for %1; they are set to 0", role));
        look_at_rest(known);
    }

    WeightPlaces result()
    {
        std::vector<std::string> rest;
        for (std::size_t i = 0; i < tensors_.size(); ++i)
            if (!taken_[i])
                rest.push_back(tensors_[i].name);
        static const std::set<std::string> of_runs {"input", "input_ids", "labels", "cotangent", "pairs", "condition"};
        std::erase_if(rest, [](const std::string& name) { return of_runs.contains(name); });
        for (const CheckpointTensor& tensor : checkpoint_tensors(plan_))   // zeros instead of biases
            if (tensor.parts.empty() && by_own_)
                std::erase(rest, tensor.name);
        if (!rest.empty()) {
            const std::size_t shown = std::min<std::size_t>(rest.size(), 3);
            std::string names;
            for (std::size_t i = 0; i < shown; ++i)
                names += (i > 0 ? ", " : "") + rest[i];
            note(rest.size() > shown
                    ? tr("has tensors that the network has no place for: %1 and %2 more", names, rest.size() - shown)
                    : tr("has tensors that the network has no place for: %1", names));
        }
        return std::move(all_);
    }

    void find()
    {
        Understanding known;
        try {
            known = read_understanding(checkpoint_, {.config = {}, .family = family_, .by_names = true}).front();
        } catch (const FileError& error) {
            throw BadInput(text_of(error));
        }
        // Gemma uses LLaMA's names, but stores the norm scales without the 1 that is added to them.
        by_own_ = std::ranges::none_of(known.tensors, [](const UnderstoodTensor& t) { return t.plus != 0; })
            && by_own_names();
        if (!by_own_)
            by_family(known);
        else
            look_at_zeros();
    }

private:
    struct Key {
        int block, expert;
        std::string role;
        TensorKind kind;
        auto operator<=>(const Key&) const = default;
    };

    static Key key_of(const ParameterPlan& plan)
    {
        return {plan.block, plan.expert, plan.role,
            plan.kind == Role::weight ? TensorKind::weight
                : is_bias(plan)       ? TensorKind::bias
                                      : TensorKind::scale};
    }

    [[noreturn]] void refuse(const Text& why) const { throw BadInput(joined({Text::name(file()), why}, ": ")); }
    void note(const Text& what) { all_.notes.push_back(joined({Text::name(file()), what}, " ")); }
    std::string file() const
    {
        return checkpoint_.files().size() == 1 ? checkpoint_.files().front().string()
                                               : checkpoint_.files().front().parent_path().string();
    }

    void check_shape(std::size_t tensor, const Sizes& wanted) const
    {
        if (tensors_[tensor].shape != wanted)
            refuse(tr("%1 must have shape %2, but has %3", quote(tensors_[tensor].name), shape_text(wanted),
                shape_text(tensors_[tensor].shape)));
    }

    void take(WeightPlace place)
    {
        taken_[place.tensor] = true;
        all_.places.push_back(std::move(place));
    }

    /// Returns the tensor in which a parameter lies, with all parameters that lie in it.
    WeightPlace place_of(std::size_t tensor, const UnderstoodTensor& known, const ParameterPlan& parameter) const
    {
        if (known.stacked)
            return stacked_place(tensor, known, parameter);
        WeightPlace place {
            .tensor = tensor, .transposed = known.transposed, .plus = known.plus, .from_row = known.from_row};
        if (known.parts.empty()) {
            place.parts = {&parameter};
        } else {
            place.packing = *known.packing;
            for (const TensorPart& part : known.parts) {
                const auto parameters = plan_.parameters();
                const auto found = std::ranges::find_if(parameters, [&](const ParameterPlan* p) {
                    return key_of(*p) == Key {known.block, known.expert, part.role, known.kind};
                });
                if (found == parameters.end())
                    refuse(tr(
                        "%1 has a part %2 that the network has no place for", quote(tensors_[tensor].name), part.role));
                place.parts.push_back(*found);
            }
        }
        const auto rows = [&] {
            std::uint64_t sum = 0;
            for (const ParameterPlan* part : place.parts)
                sum += std::uint64_t(part->shape.rows());
            return sum;
        }();
        Sizes wanted {rows + place.from_row};
        if (parameter.kind == Role::weight) {
            const Window kernel = kernel_of(parameter);
            wanted.push_back(std::uint64_t(parameter.shape.columns() / kernel.receptive()));
            if (place.transposed)
                std::swap(wanted[0], wanted[1]);
            wanted.resize(wanted.size() + std::size_t(kernel.dimensions), std::uint64_t(kernel.kernel));
        }
        // Tables of a single image or token have an additional axis of size 1.
        const Sizes& stored = tensors_[tensor].shape;
        if (stored.size() > wanted.size() && stored.front() == 1)
            wanted.insert(wanted.begin(), stored.size() - wanted.size(), 1);
        check_shape(tensor, wanted);
        // Sizes that repeat (once per head) do not determine the size of a whole part.
        const std::uint64_t period
            = std::accumulate(place.packing.sizes.begin(), place.packing.sizes.end(), std::uint64_t(0));
        for (std::size_t i = 0; i < place.packing.sizes.size(); ++i)
            if (place.packing.sizes[i] * (rows / period) != std::uint64_t(place.parts[i]->shape.rows()))
                refuse(tr("%1 has %2 {row|rows} of %3, but must have %4", quote(tensors_[tensor].name),
                    place.packing.sizes[i] * (rows / period), place.parts[i]->role, place.parts[i]->shape.rows()));
        return place;
    }

    /// For a tensor [experts, out, in]: the rows of each expert follow one another, each with all its parts.
    WeightPlace stacked_place(std::size_t tensor, const UnderstoodTensor& known, const ParameterPlan& parameter) const
    {
        const auto parameters = plan_.parameters();
        std::vector<std::string> roles;
        for (const TensorPart& part : known.parts)
            roles.push_back(part.role);
        if (roles.empty())
            roles = {known.role};
        const int experts = structure_of(plan_.network).experts->count;
        WeightPlace place {.tensor = tensor};
        std::uint64_t rows = 0;
        for (int expert = 1; expert <= experts; ++expert)
            for (const std::string& role : roles) {
                const auto found = std::ranges::find_if(parameters, [&](const ParameterPlan* p) {
                    return key_of(*p) == Key {known.block, expert, role, known.kind};
                });
                if (found == parameters.end())
                    refuse(
                        tr("%1 has a part %2 that the network has no place for", quote(tensors_[tensor].name), role));
                place.parts.push_back(*found);
                place.packing.sizes.push_back(std::uint64_t((*found)->shape.rows()));
                rows += place.packing.sizes.back();
            }
        check_shape(
            tensor, {std::uint64_t(experts), rows / std::uint64_t(experts), std::uint64_t(parameter.shape.columns())});
        return place;
    }

    /// Checks the unassigned tensors of a family. An unassigned tensor in a block would mean a different network.
    void look_at_rest(const Understanding& known)
    {
        std::set<std::string> own;
        for (const ParameterPlan* parameter : plan_.parameters())
            if (parameter->kind == Role::weight || !is_bias(*parameter))
                own.insert(parameter->role);
        const bool learned = own.contains("position");
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            const UnderstoodTensor& tensor = known.tensors[i];
            if (taken_[i] || tensor.kind == TensorKind::buffer)
                taken_[i] = true;
            else if (tensor.role == "token_type" && learned && tensors_[i].shape.size() == 2)
                add_to_positions(i);
            else if (use_of(tensor.role) == ParameterUse::head && tensor.kind == TensorKind::weight
                && !own.contains("head"))
                all_.twins.push_back(i), taken_[i] = true;
            else if (tensor.block > 0 || (own.contains(tensor.role) && use_of(tensor.role) != ParameterUse::head))
                refuse(tensor.kind == TensorKind::bias ? tr(
                           "%1 has no place in the network, whose %2 has no bias", quote(tensors_[i].name), tensor.role)
                                                       : tr("%1 has no place in the network", quote(tensors_[i].name)));
        }
    }

    void add_to_positions(std::size_t tensor)
    {
        check_shape(tensor, {tensors_[tensor].shape[0], std::uint64_t(plan_.network.width)});
        taken_[tensor] = true;
        all_.added_to_positions = tensor;
        note(tr("has token types: all tokens get the first type, which is added to their positions"));
    }

    /// Checks the biases that the program writes as zeros for a network without biases; another program may have
    /// written something else.
    void look_at_zeros()
    {
        for (const CheckpointTensor& tensor : checkpoint_tensors(plan_))
            if (const auto found = by_name_.find(tensor.name); tensor.parts.empty() && found != by_name_.end()) {
                bool zero = true;
                checkpoint_.read(found->second,
                    [&](std::span<const double> piece) {
                        zero = zero && std::ranges::all_of(piece, [](double x) { return x == 0; });
                    },
                    {});
                if (!zero)
                    refuse(tr("%1 is not 0, but the network has no such bias", quote(tensor.name)));
            }
    }

    const Checkpoint& checkpoint_;
    const NetworkPlan& plan_;
    const std::string& family_;
    const std::vector<StoredTensor>& tensors_;
    std::vector<bool> taken_;
    std::map<std::string, std::size_t, std::less<>> by_name_;
    std::string missing_;
    bool by_own_ = false;
    WeightPlaces all_;
};

}   // namespace

WeightPlaces weight_places(const Checkpoint& checkpoint, const NetworkPlan& plan, const std::string& family)
{
    Search search(checkpoint, plan, family);
    search.find();
    return search.result();
}

}   // namespace stepzero
