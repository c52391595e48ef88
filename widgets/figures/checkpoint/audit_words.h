// SPDX-License-Identifier: GPL-3.0-or-later
// What of an audit is said in the same words by figures, window and report.
#pragma once

#include <QString>

#include "core/study/audit_study.h"

namespace stepzero {

/// "attention norm bias"; of a tensor without a family its pattern.
QString roleText(const AuditStudy& study, std::size_t place);
/// "768 × 2304"
QString shapeText(const AuditedTensor& tensor);
/// "0.00408 = 0.02/√(2·12)"; "1, constant"; "between 0 and 1"; empty where no recipe is known.
QString recipeText(const AuditedPart& part);
/// "h.3.attn.c_proj.weight · σ 0.0200 · recipe 0.00408 · ratio 4.90 · deviates"
QString placeText(const AuditStudy& study, std::size_t place);
/// "‖ΔW‖/‖W‖ 0.120 · ‖ΔW‖₂/√(fan_out/fan_in) 0.300 · cosine 0.993"; empty where nothing is compared.
QString changeText(const AuditStudy& study, std::size_t place);
/// "✕", "✓", "●" or "?": a verdict told without colour.
QString signOf(AuditVerdict verdict);
/// "✕ Deviates"
QString verdictText(AuditVerdict verdict);
/// "148 tensors, 497 MB"
QString sizeText(const AuditStudy& study);
/// "✕ Deviates · GPT-2 · 148 tensors, 497 MB · since step-0"
QString summaryText(const AuditStudy& study);

}   // namespace stepzero
