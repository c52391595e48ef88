// SPDX-License-Identifier: GPL-3.0-or-later
// Options that the commands which draw figures share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/options.h"
#include "core/network/experiment/experiment.h"
#include "core/study/make_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/picture.h"

namespace stepzero {

/// Returns the figures of these names, or all that exist for the subject. `shown` is how a message names the subject,
/// "a study" or network_text(). Throws UsageError.
std::vector<const FigureKind*> figures_of(
    const std::optional<std::string>& names, const QString& subject, const Text& shown);
/// Returns a text such as "a dense network".
Text network_text(const Network& network);
std::vector<std::string> figure_names();

/// The options --size, --dpi, --scale and --theme.
std::vector<Option> picture_option_rows();
/// Throws UsageError.
PictureOptions picture_options(const Arguments& arguments);

/// The options --layer, --matrix, --comparison and --pin, which apply to single experiments only.
std::vector<Option> focus_option_rows();
/// Reads these options and --step. Throws UsageError.
Focus focus_of(const Arguments& arguments, const Experiment& experiment);
/// Throws BadExperiment.
std::vector<Experiment> pinned_by(const Arguments& arguments);

/// Returns each study with its title, which gets a number when another study has the same title.
QVector<Pin> pins_of(const std::vector<StudyPtr>& studies);

}   // namespace stepzero
