// SPDX-License-Identifier: GPL-3.0-or-later
// What commands that draw figures are asked alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/options.h"
#include "core/experiment/experiment.h"
#include "core/study/make_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/picture.h"

namespace stepzero {

/// Those that have a meaning for the subject, which is "a study" or "a dense network": of these names, or all. Throws
/// UsageError.
std::vector<const FigureKind*> figures_of(
    const std::optional<std::string>& names, const QString& subject, const std::string& word);
std::vector<std::string> figure_names();

/// --size, --dpi, --scale, --theme.
std::vector<Option> picture_option_rows();
/// Throws UsageError.
PictureOptions picture_options(const Arguments& arguments);

/// --layer, --matrix, --comparison, --pin: what belongs to one experiment.
std::vector<Option> focus_option_rows();
/// Of these and --step. Throws UsageError.
Focus focus_of(const Arguments& arguments, const Experiment& experiment);
/// Throws BadExperiment.
std::vector<Experiment> pinned_by(const Arguments& arguments);

/// Each with its title, and a number behind one that others have as well.
QVector<Pin> pins_of(const std::vector<StudyPtr>& studies);

}   // namespace stepzero
