// SPDX-License-Identifier: GPL-3.0-or-later
// Texts about an audit that figures, window and report share.
#pragma once

#include <QString>

#include "core/study/audit_study.h"

namespace stepzero {

/// Returns a text such as "attention norm bias"; for a tensor without a family, its pattern.
QString roleText(const AuditStudy& study, std::size_t place);
/// "768 × 2304"
QString shapeText(const AuditedTensor& tensor);
/// Returns a text such as "0.00408 = 0.02/√(2·12)", "1, constant" or "between 0 and 1"; empty when no recipe is known.
QString recipeText(const AuditedPart& part);
/// "h.3.attn.c_proj.weight · σ 0.0200 · recipe 0.00408 · ratio 4.90 · deviates"
QString placeText(const AuditStudy& study, std::size_t place);
/// Returns "‖ΔW‖/‖W‖ 0.120 · ‖ΔW‖₂/√(fan_out/fan_in) 0.300 · cosine 0.993"; empty when nothing is compared.
QString changeText(const AuditStudy& study, std::size_t place);
/// Returns "✕", "✓", "●" or "?", so that a verdict can be recognized without colour.
QString signOf(AuditVerdict verdict);
/// "✕ Deviates"
QString verdictText(AuditVerdict verdict);
/// "148 tensors, 497 MB"
QString sizeText(const AuditStudy& study);
/// "✕ Deviates · GPT-2 · 148 tensors, 497 MB · since step-0"
QString summaryText(const AuditStudy& study);

}   // namespace stepzero
