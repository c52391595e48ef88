// SPDX-License-Identifier: GPL-3.0-or-later
// A study as a document: settings, findings with what their fixes change, figures, the table, and the experiment
// itself. The same bytes for the same input.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/study/fixed_studies.h"

namespace stepzero {

struct ReportOptions {
    QString theme = QStringLiteral("print");   ///< of the figures; "light" or "print", the page is white
    std::vector<FixedStudy> fixed;   ///< findings are drawn before and after these
    QString date;   ///< written below the title as it stands; empty: none
    /// Called before each figure with the share that is done. May be empty, and may throw to stop.
    std::function<void(double fraction)> progress;
};

/// One file that needs no other: no scripts, nothing from elsewhere. Precondition: it is full.
QString reportHtml(const ExhibitPtr& exhibit, const ReportOptions& options);

/// A4 pages with figures as vectors. Qt keeps fonts in a QHash: their order, and so the bytes, depend on its seed.
QByteArray reportPdf(const ExhibitPtr& exhibit, const ReportOptions& options);

/// Whether a name ends as a report's must: .html, .htm or .pdf.
bool isReportName(const QString& name);

/// Writes .html, .htm or .pdf by the ending of the name. False and a sentence in `error` on failure; the old file is
/// then untouched. Throws what options.progress throws.
bool writeReport(
    const std::filesystem::path& path, const ExhibitPtr& exhibit, const ReportOptions& options, QString* error);

}   // namespace stepzero
