// SPDX-License-Identifier: GPL-3.0-or-later
// Fits the one number of a recipe that each team chooses, usually σ of N(0, σ²). The fit is by maximum likelihood over
// all tensors initialized with it. A config may lack the number, or state another than the code used.
#pragma once

#include <vector>

#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Returns readings with the number that more than half of the tensors agree on, if it differs from the recipe's.
/// `audits`: of one file, each by another recipe. Empty for trained files, and when the likeliest audit explains every
/// tensor. Also empty when the number would lie beyond a tenth or ten times the stated one.
std::vector<Understanding> fitted_readings(const std::vector<StoredTensor>& tensors, const std::vector<Audit>& audits);

/// Replaces each audit by the fitted one of the same recipe if it explains the file better.
void take_fitted(std::vector<Audit>& audits, std::vector<Audit> fitted);

/// Returns ln of the likelihood of the file under the recipe of an audit, relative to distributions fitted to each
/// tensor. A fitted number is penalized.
double evidence_of(const Audit& audit);

}   // namespace stepzero
