// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters: a matrix of the network is W = W₀ + s B A, or (1 + s B A) W₀, of which two narrow factors are trained and
// W₀ is not. A new one is a file and a line in the registry.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/choices.h"
#include "core/base/words/python_text.h"
#include "core/base/words/text.h"
#include "core/network/init/noise.h"
#include "core/network/plan.h"

// The registry, in the order of menus: a member is a file that defines its function, and a word here.
#define STEPZERO_ADAPTERS(adapter) adapter(none) adapter(lora) adapter(pissa) adapter(residual)

namespace stepzero {

/// A [rank, columns] and B [rows, rank] of a matrix [rows, columns]; behind it, A [rank, rows].
struct AdapterFactors {
    WeightMatrix a, b;
};

/// What adapters of one matrix are made for.
struct AdapterRequest {
    const Parameters& parameters;   ///< completed
    const ParameterPlan& plan;   ///< of W
    std::uint64_t seed = 0;
    int replica = 0;
};

struct AdapterInfo {
    std::string name;
    Text label;
    Text note;   ///< a sentence
    std::vector<ParameterInfo> parameters;
    bool behind = false;   ///< reads what the matrix gives: y ← y + s B A y, so that W = (1 + s B A) W₀
    /// Takes from W₀, which is W, what s B A begins with, where the rule does so. Null: W itself is trained. Throws
    /// Stopped.
    AdapterFactors (*make)(const AdapterRequest&, WeightMatrix& base, const Context&);
    /// In Python, of one that takes them from the matrix w [out, in]: lines that set self.A and self.B, given RANK and
    /// SCALE. Empty: they are drawn.
    PythonLines pytorch_factors {};
};

/// In the order of the menus: none, lora, pissa, residual.
const std::vector<AdapterInfo>& adapters();
const AdapterInfo* find_adapter(std::string_view name);   ///< nullptr when there is none
/// Whether the network's matrices have adapters: they are trained by some that exist, and not by none.
bool has_adapters(const Training& train);

/// One file each.
#define STEPZERO_DECLARE(name) const AdapterInfo& adapter_##name();
STEPZERO_ADAPTERS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// What those that exist have in common: rank, alpha, and whether s is α/r or α/√r.
std::vector<ParameterInfo> rank_parameters(double alpha);
double adapter_scale(const Parameters& completed);

/// Of those whose factors are drawn: also which of them is zero, and how the others are drawn.
std::vector<ParameterInfo> drawn_parameters();
/// Their standard deviations, 0 of one that is zero; A reads so many inputs.
struct FactorSizes {
    double a = 0, b = 0;
};
FactorSizes factor_sizes(const Parameters& completed, int inputs);
AdapterFactors drawn_factors(const AdapterRequest& request, int inputs, const Context& context);

/// A factor 'A' or 'B' of a matrix, named as in peft: "h.1.attn.c_proj.lora_A.weight", or behind it
/// "….adapter_A.weight".
ParameterPlan factor_plan(const ParameterPlan& plan, const AdapterInfo& by, char factor, const WeightMatrix& entries);

/// Whether a parameter is one of Training::adapted.
bool is_adapted(const std::string& adapted, const ParameterPlan& plan);
/// What is wrong with Training::adapted, for a network; empty: nothing.
Text adapted_problem(const std::string& adapted, const NetworkPlan& plan);

}   // namespace stepzero
