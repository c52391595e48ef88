// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/report.h"

#include <QFileInfo>

#include "core/formats/file.h"
#include "widgets/file_path.h"

namespace stepzero {

bool writeReport(
    const std::filesystem::path& path, const ExhibitPtr& exhibit, const ReportOptions& options, QString* error)
{
    const QString ending = QFileInfo(pathText(path)).suffix().toLower();
    const bool html = ending == QLatin1String("html") || ending == QLatin1String("htm");
    if (!html && ending != QLatin1String("pdf")) {
        *error = QStringLiteral("%1: reports are written as .html or .pdf").arg(pathText(path));
        return false;
    }
    const QByteArray bytes = html ? reportHtml(exhibit, options).toUtf8() : reportPdf(exhibit, options);
    try {
        write_file(path, {bytes.constData(), std::size_t(bytes.size())});
    } catch (const FileError& failure) {
        *error = QString::fromStdString(failure.what());
        return false;
    }
    return true;
}

}   // namespace stepzero
