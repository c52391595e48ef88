// SPDX-License-Identifier: GPL-3.0-or-later
// The names that files use for the options of networks that are a choice among values: the choices of an option and
// its value come from the same table. Internal to core/kinds.
#pragma once

#include <optional>

#include "core/base/words/registry.h"
#include "core/kinds/kinds.h"
#include "core/kinds/resnet.h"
#include "core/modules/transformer.h"
#include "core/network/init/given_rows.h"
#include "core/network/logit_scale.h"
#include "core/network/rotary.h"

namespace stepzero {

template <class Value, std::size_t count>
Value option_value(const Network& network, std::string_view name, const NamedValue<Value> (&names)[count])
{
    return value_named(names, option_word(network, name));
}

// Residual streams

inline constexpr NamedValue<std::optional<NormKind>> norm_names[] {
    {std::nullopt, "none"}, {NormKind::layer, "layer_norm"}, {NormKind::rms, "rms_norm"}, {NormKind::dyt, "dyt"}};
inline constexpr NamedValue<Placement> placement_names[] {{Placement::pre, "pre"}, {Placement::post, "post"},
    {Placement::sandwich, "sandwich"}, {Placement::reordered, "reordered"}, {Placement::normalized, "normalized"}};
inline constexpr NamedValue<StreamMixing> mixing_names[] {{StreamMixing::identity, "identity"},
    {StreamMixing::random, "random"}, {StreamMixing::doubly_stochastic, "doubly_stochastic"}};

// Transformers

enum class Positions { learned, sinusoidal, rotary, alibi, relative, none };
inline constexpr NamedValue<Positions> position_names[] {{Positions::learned, "learned"},
    {Positions::sinusoidal, "sinusoidal"}, {Positions::rotary, "rotary"}, {Positions::alibi, "alibi"},
    {Positions::relative, "relative"}, {Positions::none, "none"}};
inline constexpr NamedValue<Rotary::Scaling> rotary_scaling_names[] {
    {Rotary::Scaling::none, "none"}, {Rotary::Scaling::linear, "linear"}, {Rotary::Scaling::llama3, "llama3"}};
inline constexpr NamedValue<LogitScale> logit_scale_names[] {
    {LogitScale::root, "1/sqrt(d_h)"}, {LogitScale::width, "1/d_h"}, {LogitScale::none, "none"}};
inline constexpr NamedValue<Parallel> parallel_names[] {
    {Parallel::none, "none"}, {Parallel::two_norms, "two_norms"}, {Parallel::one_norm, "one_norm"}};
inline constexpr NamedValue<GivenRows::Rule> new_rows_names[] {{GivenRows::Rule::drawn, "drawn"},
    {GivenRows::Rule::mean, "mean"}, {GivenRows::Rule::mean_with_spread, "mean_with_spread"}};
inline constexpr NamedValue<bool> qkv_packed_names[] {{false, "split"}, {true, "packed"}};
inline constexpr NamedValue<bool> qk_norm_over_heads_names[] {{false, "head"}, {true, "heads"}};
inline constexpr NamedValue<bool> class_token_names[] {{true, "class_token"}, {false, "mean"}};

// ResNets

inline constexpr NamedValue<BlockForm> block_names[] {
    {BlockForm::basic, "basic"}, {BlockForm::bottleneck, "bottleneck"}, {BlockForm::convnext, "convnext"}};
inline constexpr NamedValue<bool> pre_activation_names[] {{false, "post_activation"}, {true, "pre_activation"}};
inline constexpr NamedValue<ImageNorm> image_norm_names[] {{ImageNorm::batch, "batch_norm"},
    {ImageNorm::group, "group_norm"}, {ImageNorm::layer, "layer_norm"}, {ImageNorm::none, "none"}};
inline constexpr NamedValue<Stem> stem_names[] {
    {Stem::small, "3x3"}, {Stem::pooled, "7x7_pool"}, {Stem::patch, "patch"}};
inline constexpr NamedValue<Border> image_border_names[] {{Border::zeros, "zeros"}, {Border::circular, "circular"}};
enum class Standardized { no, plain, scaled };
inline constexpr NamedValue<Standardized> standardized_names[] {
    {Standardized::no, "none"}, {Standardized::plain, "plain"}, {Standardized::scaled, "scaled"}};

}   // namespace stepzero
