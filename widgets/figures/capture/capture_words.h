// SPDX-License-Identifier: GPL-3.0-or-later
// Texts about a capture that figures, window and report share.
#pragma once

#include <QString>
#include <QStringList>

#include "core/study/capture_study.h"

namespace stepzero {

/// Three digits, or "0".
QString captureNumber(double value);
/// "8 × 64 × 768"; "a number" without axes
QString shapeText(const CapturedMoments& moments);
/// "▲ vanishing"
QString findingText(const CaptureFinding& finding);
/// "h.3.attn · Linear · output RMS 0.711 · gradient RMS 1.20×10⁻⁴ · ▲ vanishing"
QString placeText(const CaptureStudy& study, std::size_t place);
/// "✕ Vanishing"
QString verdictText(const CaptureStudy& study);
/// "loss 10.8, ln 50257 = 10.8"; empty without a loss
QString lossText(const Capture& capture);
/// "148 modules, 124M parameters"
QString sizeText(const CaptureStudy& study);
/// "✕ Vanishing · GPT · step 0 · loss 10.8 · 148 modules, 124M parameters · compared with step-100"
QString summaryText(const CaptureStudy& study);
/// Returns what is known of the model and its pass: "GPT · PyTorch 2.1 · cpu · training mode · batch of 8 · step 0".
QStringList passTexts(const Capture& capture);

}   // namespace stepzero
