// SPDX-License-Identifier: GPL-3.0-or-later
// The options that commands share which draw figures.
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

/// The figures of these names, or all that exist for the subject. `shown`: what a message calls the subject, "a study"
/// or network_text(). Throws UsageError.
std::vector<const FigureKind*> figures_of(
    const std::optional<std::string>& names, const QString& subject, const Text& shown);
/// "a dense network"
Text network_text(const Network& network);
std::vector<std::string> figure_names();

/// --size, --dpi, --scale, --theme.
std::vector<Option> picture_option_rows();
/// Throws UsageError.
PictureOptions picture_options(const Arguments& arguments);

/// --layer, --matrix, --comparison and --pin, which only one experiment has.
std::vector<Option> focus_option_rows();
/// Reads these and --step. Throws UsageError.
Focus focus_of(const Arguments& arguments, const Experiment& experiment);
/// Throws BadExperiment.
std::vector<Experiment> pinned_by(const Arguments& arguments);

/// Each study with its title, which gets a number where another study has the same.
QVector<Pin> pins_of(const std::vector<StudyPtr>& studies);

}   // namespace stepzero
