// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that make all units of a layer identical, and pairs of matrices that are both zero.
#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/words/registry.h"
#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/title.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

double value(const Draw& draw)
{
    return draw.base->dependence == Dependence::constant ? draw.scale + draw.shift : draw.shift;
}

/// Returns whether all rows and all biases are equal.
bool starts_alike(const LayerPlan& layer)
{
    const Shape shape = layer.shape();
    return layer.units() > 1 && draw_of(layer.weight, shape, Role::weight).is_constant()
        && draw_of(layer.bias, shape, Role::bias).is_constant();
}

/// Returns whether no gradient passes through units with zero weights: the activation is flat at the bias.
bool is_stuck(const LayerPlan& layer)
{
    const Shape shape = layer.shape();
    return value(draw_of(layer.weight, shape, Role::weight)) == 0
        && ActivationFunction(layer.activation).derivative(value(draw_of(layer.bias, shape, Role::bias))) == 0;
}

/// Returns whether identical units stay identical. They do when the next layer treats them equally, so that their
/// gradients are equal. Units of the last layer have separate targets.
bool stays_alike(const std::vector<LayerPlan>& layers, std::size_t l)
{
    if (!starts_alike(layers[l]))
        return false;
    const LayerPlan* next = l + 1 < layers.size() ? &layers[l + 1] : nullptr;
    return is_stuck(layers[l]) || (next && draw_of(next->weight, next->shape(), Role::weight).is_constant());
}

/// Returns whether two units of the layer have equal incoming weights, outgoing weights and biases.
bool keeps_twins(const std::vector<LayerPlan>& layers, std::size_t l)
{
    if (l + 1 >= layers.size() || layers[l].units() < 3)   // with two units, all are equal
        return false;
    if (layers[l].window.transposed || layers[l + 1].window.transposed)   // rows are not units
        return false;
    const auto draw = [&](std::size_t at) { return draw_of(layers[at].weight, layers[at].shape(), Role::weight); };
    return draw(l).base->identical_units && (draw(l + 1).base->identical_units || draw(l + 1).is_constant())
        && draw_of(layers[l].bias, layers[l].shape(), Role::bias).is_constant();
}

bool dense_is_symmetric(const Network& network)
{
    const std::vector<LayerPlan> layers = expand(network);
    for (std::size_t l = 0; l < layers.size(); ++l)
        if (stays_alike(layers, l) || keeps_twins(layers, l))
            return true;
    return false;
}

const StillWrong still_symmetric = [](const Experiment& e, const Profile&) { return dense_is_symmetric(e.network); };

std::vector<Finding> find_twins(const Case& c)
{
    const std::vector<LayerPlan>& layers = c.plan.layers;
    std::vector<int> found;
    for (std::size_t l = 0; l < layers.size(); ++l)
        if (keeps_twins(layers, l))
            found.push_back(layers[l].layer);
    if (found.empty())
        return {};
    Finding finding {.id = "symmetric_weights",
        .severity = Severity::warning,
        .first_layer = found.front(),
        .last_layer = found.back(),
        .message = tr("Units 1 and 2 of layer %1 are identical.", found.front()),
        .cause = {},
        .formula = "w₁ = w₂: z₁ = z₂ and ∂L/∂w₁ = ∂L/∂w₂",
        .fixes = {}};
    finding = with_ways_out(c, std::move(finding), still_symmetric);
    finding.cause = joined({finding.cause,
                               tr("Two units with the same incoming and outgoing weights get the same gradients and "
                                  "stay identical forever; noise breaks the symmetry.")},
        " ");
    return {finding};
}

std::vector<Finding> find_dense(const Case& c)
{
    const std::vector<LayerPlan>& layers = c.plan.layers;
    int first = 0, last = 0;
    for (std::size_t l = 0; l < layers.size(); ++l)
        if (stays_alike(layers, l) || (last == int(l) && first > 0 && starts_alike(layers[l]))) {
            first = first > 0 ? first : layers[l].layer;
            last = layers[l].layer;
        }
    if (first == 0)
        return find_twins(c);
    const LayerPlan& layer = layers[std::size_t(first - 1)];
    const Draw draw = draw_of(layer.weight, layer.shape(), Role::weight);
    Finding finding {.id = "symmetric_weights",
        .severity = Severity::error,
        .first_layer = first,
        .last_layer = last,
        .message = tr("All %1 units of layer %2 are identical: every weight is %3.", layer.units(), first,
            short_text(value(draw))),
        .cause = {},
        .formula = "W_ij = c: z_i = c Σ_j x_j for every i",
        .fixes = {}};
    finding = with_ways_out(c, std::move(finding), still_symmetric);
    const Text stuck = is_stuck(layer)
        ? tr("Where the weights are 0, %1 is flat: no gradient comes back, and they stay 0 forever.",
            activation_text(layer.activation))
        : tr("Units with the same incoming and outgoing weights get the same gradients and stay identical forever.");
    finding.cause = joined({finding.cause, stuck}, " ");
    return {finding};
}

/// Returns a matrix of the first block, or outside of the blocks; null when there is none.
const ParameterPlan* matrix(const std::vector<ParameterPlan>& plans, std::string_view role)
{
    for (const ParameterPlan& plan : plans)
        if (plan.kind == Role::weight && plan.role == role)
            return &plan;
    return nullptr;
}

bool is_zero(const Draw& draw) { return draw.is_constant() && value(draw) == 0; }

/// Returns the role that initializes the scale of norms. Norms that a network lacks, or shares with another place, have
/// the role that theirs follows. Empty if there are no norms.
std::string initializing_scale(const Network& network, std::string_view role)
{
    const std::vector<RoleInfo>& roles = kind_of(network).roles;
    const auto is_present = [&](const RoleInfo* info) { return info && (!info->present || info->present(network)); };
    const RoleInfo* own = find_member(roles, role);
    if (!own)
        return {};
    if (is_present(own))
        return initializing_role(network, *own);
    const RoleInfo* followed = find_member(roles, own->follows);
    return is_present(followed) ? followed->name : std::string();
}

/// Returns the role of a matrix, or that of the scale of norms, if it is 0; else an empty text.
std::string zero_role(const Network& network, const std::vector<ParameterPlan>& plans, std::string_view role, int block)
{
    if (!role.ends_with("norm_scale")) {
        const ParameterPlan* plan = matrix(plans, role);
        // Gates are biases of a modulation without weights.
        const bool opens = role.ends_with("modulation") && std::ranges::any_of(plans, [&](const ParameterPlan& p) {
            return p.kind == Role::bias && p.role == role && !is_zero(draw_of(p));
        });
        return plan && !opens && is_zero(draw_of(*plan)) ? std::string(role) : std::string();
    }
    const std::string scale = initializing_scale(network, role);
    const Shape shape {network.width, network.width};
    if (scale.empty())
        return {};
    const int place = find_member(kind_of(network).roles, scale)->in_blocks ? block : 0;
    return is_zero(draw_of(initializer_in_block(network, scale, Role::bias, place), shape, Role::bias)) ? scale
                                                                                                        : std::string();
}

/// Returns whether all rows of a matrix read the same input, so that equal rows make identical units.
bool reads_alike(const ParameterPlan& plan)
{
    const ParameterUse use = use_of(plan);
    return use != ParameterUse::positions && use != ParameterUse::distances && use != ParameterUse::values
        && use != ParameterUse::kernel && use != ParameterUse::rates;
}

struct Symmetry {
    std::optional<ParameterPlan> plan {};   ///< a constant matrix
    std::string one {}, other {};   ///< two zero factors of a product
    Span span {};   ///< blocks; 0 to 0 outside of them
};

/// One zero factor of a branch is a valid initialization (Fixup, LoRA), but a constant matrix or two zero factors are
/// not.
std::optional<Symmetry> fault_in_block(const Network& network, const std::vector<ParameterPlan>& plans, int block)
{
    for (const ParameterPlan& plan : plans)
        if (plan.kind == Role::weight && plan.shape.rows() > 1 && reads_alike(plan) && draw_of(plan).is_constant()
            && !is_zero(draw_of(plan)))
            return Symmetry {.plan = plan, .span = {plan.block, plan.block}};
    // The gradient of each factor contains all others.
    static const std::vector<std::vector<const char*>> products {{"q", "k"}, {"query_norm_scale", "key_norm_scale"},
        {"attention_modulation", "attention_norm_scale", "v", "attention_out"},
        {"mlp_modulation", "mlp_norm_scale", "mlp_in", "mlp_out"}, {"q_down", "q_up"},
        {"attention_modulation", "attention_norm_scale", "kv_down", "kv_up", "attention_out"},
        {"query_latent_norm_scale", "q_down"}, {"query_latent_norm_scale", "q_up"},
        {"key_value_latent_norm_scale", "kv_down"}, {"key_value_latent_norm_scale", "kv_up"},
        {"branch_norm_scale", "branch_in", "branch_out"}, {"branch_norm_scale", "in_proj", "out_proj"},
        {"final_norm_scale", "head"}, {"branch_norm_scale", "conv_1", "conv_2", "conv_3", "last_norm_scale"}};
    for (const std::vector<const char*>& product : products) {
        std::string zero;
        for (const char* factor : product) {
            const std::string role = zero_role(network, plans, factor, block);
            if (role.empty() || role == zero)
                continue;
            if (!zero.empty())
                return Symmetry {.one = zero,
                    .other = role,
                    .span = use_of(role) == ParameterUse::head ? Span {} : Span {block, block}};
            zero = role;
        }
    }
    return std::nullopt;
}

/// Returns the first fault, and the consecutive blocks that have one.
std::optional<Symmetry> fault_of(const NetworkPlan& plan)
{
    const Network& network = plan.network;
    const bool differ = laws_differ_by_block(network) && !plan.given;
    std::optional<Symmetry> found;
    for (int block = 1; block <= (differ ? plan.depth() : 1); ++block) {
        std::optional<Symmetry> fault = fault_in_block(network, parameters_with_block(plan, block), block);
        if (!found)
            found = std::move(fault);
        else if (!fault)
            break;
        if (found && found->span.first > 0)
            found->span.last = differ ? block : plan.depth();
        else if (found)
            break;
    }
    return found;
}

std::vector<Finding> find_blocks(const Case& c)
{
    const std::optional<Symmetry> fault = fault_of(c.plan);
    if (!fault)
        return {};
    const StillWrong still_wrong
        = [](const Experiment& e, const Profile&) { return fault_of(plan_of(e.network)).has_value(); };
    return {with_fixes(c,
        {.id = "symmetric_weights",
            .severity = Severity::error,
            .first_layer = fault->span.first,
            .last_layer = fault->span.last,
            .message = fault->plan ? tr("All units of %1 are identical: every weight is %2.",
                           role_text(*c.plan.kind, *fault->plan), short_text(value(draw_of(*fault->plan))))
                                   : tr("The parameters %1 and %2 are both 0.", fault->one, fault->other),
            .cause = fault->plan
                ? tr("Units with the same weights start with the same outputs, so the matrix has rank 1.")
                : tr("The gradient of each of the two factors is proportional to the other: starting at "
                     "zero, neither can move, whatever the first loss is."),
            .formula = fault->plan ? "W_ij = c: z_i = c Σ_j x_j for every i" : "∂L/∂B = g (A x)ᵀ, ∂L/∂A = Bᵀ g xᵀ",
            .fixes = {}},
        still_wrong)};
}

std::vector<Finding> find_symmetric(const Case& c) { return c.layered ? find_dense(c) : find_blocks(c); }

}   // namespace

Rule rule_symmetric()
{
    return {"symmetric", "Goodfellow, Bengio, Courville 2016, section 8.4; Hu et al. 2022",
        {{"symmetric_weights", tr("symmetric"),
            tr("units that start identical get identical gradients, and stay identical"), 20, {"weights"}}},
        find_symmetric, true};
}

}   // namespace stepzero
