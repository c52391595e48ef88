// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters fine-tune a network with few parameters. A matrix becomes W = W₀ + s B A, or (1 + s B A) W₀; the two narrow
// factors are trained and W₀ is fixed. A new adapter needs a file and a line in the registry.
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

// The registry, in the order of menus. Each member is a file that defines its function, and a word here.
#define STEPZERO_ADAPTERS(adapter) adapter(none) adapter(lora) adapter(pissa) adapter(residual)

namespace stepzero {

/// A [rank, columns] and B [rows, rank] of a matrix [rows, columns]. For adapters with `behind`, A is [rank, rows].
struct AdapterFactors {
    WeightMatrix a, b;
};

/// The matrix that an adapter is made for, and the adapter's parameters.
struct AdapterRequest {
    const Parameters& parameters;   ///< a completed set
    const ParameterPlan& plan;   ///< plan of W
    std::uint64_t seed = 0;
    int replica = 0;
};

struct AdapterInfo {
    std::string name;
    Text label;
    Text note;   ///< a sentence
    std::vector<ParameterInfo> parameters;
    bool behind = false;   ///< acts on the output of the matrix: y ← y + s B A y, so that W = (1 + s B A) W₀
    /// Returns the initial factors. `base` is W at first; if the rule requires it, the initial s B A is subtracted,
    /// which leaves W₀. Null: W itself is trained. Throws Stopped.
    AdapterFactors (*make)(const AdapterRequest&, WeightMatrix& base, const Context&);
    /// For adapters that compute their factors from the matrix w [out, in]: Python lines that set self.A and self.B,
    /// given RANK and SCALE. Empty: the factors are sampled.
    PythonLines pytorch_factors {};
};

/// Returns all adapters in the order of the menus: none, lora, pissa, residual.
const std::vector<AdapterInfo>& adapters();
const AdapterInfo* find_adapter(std::string_view name);   ///< nullptr when there is none
/// Returns whether the network's matrices have adapters, that is, an adapter other than none is selected.
bool has_adapters(const Training& train);

/// Each adapter is defined in its own file.
#define STEPZERO_DECLARE(name) const AdapterInfo& adapter_##name();
STEPZERO_ADAPTERS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// Return the parameters that all adapters share, which are rank, alpha, and whether s is α/r or α/√r, and the s that
/// they give.
std::vector<ParameterInfo> rank_parameters(double alpha);
double adapter_scale(const Parameters& completed);

/// Returns the parameters of adapters with sampled factors: in addition, the factor that is zero, and the distribution
/// of the other.
std::vector<ParameterInfo> drawn_parameters();
/// The factors that are zero initially.
struct ZeroFactors {
    bool a = false, b = true;
};
ZeroFactors zero_factors(const Parameters& completed);
/// Returns whether the other factors are normal instead of uniform.
bool samples_normal(const Parameters& completed);
/// Standard deviations of the factors, 0 for a zero factor; A reads `inputs` inputs.
struct FactorSizes {
    double a = 0, b = 0;
};
FactorSizes factor_sizes(const Parameters& completed, int inputs);
AdapterFactors drawn_factors(const AdapterRequest& request, int inputs, const Context& context);

/// Returns the plan of factor 'A' or 'B' of a matrix, named as in peft: "h.1.attn.c_proj.lora_A.weight". With `behind`,
/// it is named "….adapter_A.weight".
ParameterPlan factor_plan(const ParameterPlan& plan, const AdapterInfo& by, char factor, const WeightMatrix& entries);

/// Returns whether Training::adapted selects a parameter.
bool is_adapted(const std::string& adapted, const ParameterPlan& plan);
/// Returns what is wrong with Training::adapted for a network; empty when it is valid.
Text adapted_problem(const std::string& adapted, const NetworkPlan& plan);

}   // namespace stepzero
