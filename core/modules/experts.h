// SPDX-License-Identifier: GPL-3.0-or-later
// Mixture of experts: a router sends each token to a few of many MLPs. With p = softmax(W_r x),
//   y = Σ over the chosen g_i(x) F_i(x) + Σ over the shared F_s(x).
// The k largest p_i are chosen, the first of equal ones. g_i = p_i, or p_i divided by the sum of the chosen. Shazeer et
// al. 2017, Fedus et al. 2021 (Switch), Jiang et al. 2024 (Mixtral), Muennighoff et al. 2024 (OLMoE); shared experts:
// Dai et al. 2024. Experts have no capacity limit.
//
// Sites: those of the experts over their columns, one expert after another, shared ones last. The site of the router
// has Quantity::router_entropy, top_probability, load_balance, load_spread and every expert's ExpertLoad.
#pragma once

#include "core/modules/linear.h"

namespace stepzero {

struct ExpertsSpec {
    LinearSpec router;   ///< [experts, width]
    int chosen = 2;   ///< k, per column
    bool renormalized = true;
};

class Experts : public Module {
public:
    /// Throws std::invalid_argument when there are fewer experts than `chosen`, or not as many as the router has
    /// outputs.
    Experts(
        ExpertsSpec spec, std::vector<std::unique_ptr<Module>> experts, std::vector<std::unique_ptr<Module>> shared);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    struct Choice {
        int expert = 0;
        float gate = 0;
        Eigen::Index place = 0;   ///< index among the columns of the expert
    };
    const Choice* choices(Eigen::Index column) const { return choices_.data() + column * chosen_; }
    void route(const Signal& logits, const Pass& pass);
    Signal put_together(
        const std::vector<Signal>& of_experts, bool gated, int positions, const PassContext& context) const;
    void tell(const Pass& pass) const;
    Signal gradient_of_logits(const Signal& gradient, const Pass& pass) const;
    static void give_nothing(const Module& module, const Pass& pass);
    static void report_parameters(const Module& module, const Pass& pass);

    Site site_;   // site of the router
    int chosen_;
    bool renormalized_;
    Linear router_;
    std::vector<std::unique_ptr<Module>> experts_;
    std::vector<std::unique_ptr<Module>> shared_;
    Tensor probabilities_;   // [experts, columns]
    std::vector<Choice> choices_;   // `chosen_` per column
    std::vector<std::vector<Eigen::Index>> columns_;   // columns of each expert
    std::vector<Signal> outputs_;   // output of each expert
};

}   // namespace stepzero
