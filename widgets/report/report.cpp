// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/report.h"

#include <QFileInfo>
#include <QMap>
#include <optional>

#include "core/base/formats/file.h"
#include "core/base/words/text_error.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

enum class ReportFormat { html, pdf };

/// Returns the format for the ending of a file's name; absent for others.
std::optional<ReportFormat> formatOf(const QString& name)
{
    static const QMap<QString, ReportFormat> endings {{QStringLiteral("html"), ReportFormat::html},
        {QStringLiteral("htm"), ReportFormat::html}, {QStringLiteral("pdf"), ReportFormat::pdf}};
    const auto found = endings.find(QFileInfo(name).suffix().toLower());
    return found == endings.end() ? std::nullopt : std::optional(*found);
}

}   // namespace

bool isReportName(const QString& name) { return formatOf(name).has_value(); }

bool writeReport(
    const std::filesystem::path& path, const ExhibitPtr& exhibit, const ReportOptions& options, QString* error)
{
    const std::optional<ReportFormat> format = formatOf(pathText(path));
    if (!format) {
        *error = translated(tr("%1: reports are written as .html or .pdf", pathText(path).toStdString()));
        return false;
    }
    const QByteArray bytes
        = format == ReportFormat::html ? reportHtml(exhibit, options).toUtf8() : reportPdf(exhibit, options);
    try {
        write_file(path, {bytes.constData(), std::size_t(bytes.size())});
    } catch (const FileError& failure) {
        *error = translated(text_of(failure));
        return false;
    }
    return true;
}

}   // namespace stepzero
