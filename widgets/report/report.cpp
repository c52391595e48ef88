// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/report.h"

#include <QFileInfo>

#include "core/base/formats/file.h"
#include "core/base/words/text_error.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

QString endingOf(const QString& name) { return QFileInfo(name).suffix().toLower(); }
bool isHtml(const QString& ending) { return ending == QLatin1String("html") || ending == QLatin1String("htm"); }

}   // namespace

bool isReportName(const QString& name)
{
    const QString ending = endingOf(name);
    return isHtml(ending) || ending == QLatin1String("pdf");
}

bool writeReport(
    const std::filesystem::path& path, const ExhibitPtr& exhibit, const ReportOptions& options, QString* error)
{
    if (!isReportName(pathText(path))) {
        *error = translated(tr("%1: reports are written as .html or .pdf", pathText(path).toStdString()));
        return false;
    }
    const QByteArray bytes
        = isHtml(endingOf(pathText(path))) ? reportHtml(exhibit, options).toUtf8() : reportPdf(exhibit, options);
    try {
        write_file(path, {bytes.constData(), std::size_t(bytes.size())});
    } catch (const FileError& failure) {
        *error = translated(text_of(failure));
        return false;
    }
    return true;
}

}   // namespace stepzero
