// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a study as a document: settings, findings with the effects of their fixes, figures, the table, and the
// experiment itself. The same input yields the same bytes.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/study/fixed_studies.h"

namespace stepzero {

struct ReportOptions {
    QString theme = QStringLiteral("print");   ///< theme of the figures: "light" or "print"; the page is white
    std::vector<FixedStudy> fixed;   ///< findings are drawn before and after these fixes
    QString date;   ///< printed verbatim below the title; empty: none
    /// Called before each figure with the completed fraction. May be empty, and may throw to stop.
    std::function<void(double fraction)> progress;
};

/// Returns one self-contained file, without scripts or external resources. Precondition: the exhibit is complete.
QString reportHtml(const ExhibitPtr& exhibit, const ReportOptions& options);

/// Returns A4 pages with vector figures. Qt keeps fonts in a QHash: their order, and so the bytes, depend on its seed.
QByteArray reportPdf(const ExhibitPtr& exhibit, const ReportOptions& options);

/// Returns whether a name has the extension of a report: .html, .htm or .pdf.
bool isReportName(const QString& name);

/// Writes .html, .htm or .pdf, by the extension of the name. On failure it returns false, sets a sentence in `error`,
/// and leaves the old file untouched. Throws what options.progress throws.
bool writeReport(
    const std::filesystem::path& path, const ExhibitPtr& exhibit, const ReportOptions& options, QString* error);

}   // namespace stepzero
