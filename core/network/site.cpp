// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/site.h"

namespace stepzero {

std::string_view quantity_name(Quantity quantity)
{
    switch (quantity) {
    case Quantity::mean:
        return "mean";
    case Quantity::std:
        return "std";
    case Quantity::rms:
        return "rms";
    case Quantity::gradient_rms:
        return "gradient_rms";
    case Quantity::zero_fraction:
        return "zero_fraction";
    case Quantity::saturated_fraction:
        return "saturated_fraction";
    case Quantity::dead_fraction:
        return "dead_fraction";
    case Quantity::channel_mean_share:
        return "channel_mean_share";
    case Quantity::decorrelation:
        return "decorrelation";
    case Quantity::similarity:
        return "similarity";
    case Quantity::correlation:
        return "correlation";
    case Quantity::gradient_correlation:
        return "gradient_correlation";
    case Quantity::forward_gain_log10:
        return "forward_gain_log10";
    case Quantity::backward_gain_log10:
        return "backward_gain_log10";
    case Quantity::forward_gain_to_end_log10:
        return "forward_gain_to_end_log10";
    case Quantity::backward_gain_to_end_log10:
        return "backward_gain_to_end_log10";
    case Quantity::router_entropy:
        return "router_entropy";
    case Quantity::top_probability:
        return "top_probability";
    case Quantity::load_balance:
        return "load_balance";
    case Quantity::load_spread:
        return "load_spread";
    case Quantity::time_step:
        return "time_step";
    case Quantity::decay:
        return "decay";
    case Quantity::shortest_memory:
        return "shortest_memory";
    case Quantity::longest_memory:
        return "longest_memory";
    case Quantity::memory_spread:
        return "memory_spread";
    case Quantity::rounded_rms:
        return "rounded_rms";
    case Quantity::rounded_gradient_rms:
        return "rounded_gradient_rms";
    case Quantity::rounding_error:
        return "rounding_error";
    case Quantity::gradient_rounding_error:
        return "gradient_rounding_error";
    case Quantity::flushed_fraction:
        return "flushed_fraction";
    case Quantity::flushed_gradient_fraction:
        return "flushed_gradient_fraction";
    case Quantity::row_norm:
        return "row_norm";
    case Quantity::added_row_norm:
        return "added_row_norm";
    case Quantity::added_nearest_cosine:
        return "added_nearest_cosine";
    case Quantity::added_probability:
        return "added_probability";
    case Quantity::added_cross_entropy:
        return "added_cross_entropy";
    case Quantity::cross_entropy:
        return "cross_entropy";
    case Quantity::weight_variance:
        return "weight_variance";
    case Quantity::bias_variance:
        return "bias_variance";
    case Quantity::weight_std:
        return "weight_std";
    case Quantity::chi:
        return "chi";
    case Quantity::variance_sum_rms:
        return "variance_sum_rms";
    case Quantity::branch_share:
        return "branch_share";
    case Quantity::accuracy:
        return "accuracy";
    }
    return "";
}

}   // namespace stepzero
