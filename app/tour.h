// SPDX-License-Identifier: GPL-3.0-or-later
// The tour: every heading of the manual's tour.md below its title is a step. What the window does for it stands behind
// the heading as a comment of JSON:
//
//   <!-- {"preset": "he-relu-10", "figure": "signal", "control": "depth"} -->
//
// "preset", or "experiment" as in a study file: what the document becomes; "figure": brought to the front; "control":
// framed. All may be absent.
#pragma once

#include <QString>
#include <QVector>
#include <optional>

#include "core/experiment/experiment.h"

namespace stepzero {

struct TourStep {
    QString title, text;   ///< the text is Markdown
    std::optional<Experiment> experiment;
    QString figure, control;
};

const QVector<TourStep>& tourSteps();

}   // namespace stepzero
