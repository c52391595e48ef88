// SPDX-License-Identifier: GPL-3.0-or-later
// The one number of a recipe that each team chooses for itself, σ of N(0, σ²) for most, by maximum likelihood over all
// tensors that are drawn by it. A config may lack it, or state another than the stack used.
#pragma once

#include <vector>

#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Of audits of one file, each by another recipe: the readings by what more than half of the tensors agree on, where
/// that is not what the recipe was read with. None where the likeliest audit explains every tensor, of trained files,
/// and where the number would lie beyond a tenth or ten times the stated one.
std::vector<Understanding> fitted_readings(const std::vector<StoredTensor>& tensors, const std::vector<Audit>& audits);

/// Puts each fitted audit in the place of the one by the same recipe where it explains the file better.
void take_fitted(std::vector<Audit>& audits, std::vector<Audit> fitted);

/// ln of how likely the file is by an audit's recipe, over its tensors' laws of their own; a fitted number has its
/// price.
double evidence_of(const Audit& audit);

}   // namespace stepzero
