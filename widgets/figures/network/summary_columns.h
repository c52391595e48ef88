// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the summary: which numbers of a layer or block it shows, and how a cell is written.
#pragma once

#include <QString>
#include <QVector>
#include <functional>

#include "core/base/words/text.h"
#include "core/study/study.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

struct SummaryColumn {
    enum Kind { count, number, signedNumber, percent, sigma };
    Text over, name;   ///< two lines of the header
    int rank;   ///< columns that do not fit are left out, the highest ranks first
    Kind kind;
    /// Returns the text of a cell, with all digits for a file if `exact`. Empty: the number is missing.
    std::function<QString(const Study& study, int block, bool exact)> cell;
    QString csv {};   ///< name in files, unless empty
};

/// Returns the columns for a plan of layers, or of blocks and their steps.
QVector<SummaryColumn> summaryColumns(const NetworkPlan& plan);
/// Returns the columns of a study with those for the ratios to a pinned network.
QVector<SummaryColumn> summaryColumns(const Study& study, const Pin& pin);

/// Returns whether numbers are written with powers of ten and need more room.
bool needsExponents(const Study& study);

/// Returns a block's output RMS relative to a pinned network, "×1.25". Empty unless both exist and the latter is not
/// zero.
QString outputRatioText(const Study& study, const Study& pinned, int block);

}   // namespace stepzero
