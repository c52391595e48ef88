// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/file_names.h"

#include <QFileInfo>

namespace stepzero {

QString fileNameOf(const QString& path, const std::string& title)
{
    QString name = path.isEmpty() ? QString::fromStdString(title) : QFileInfo(path).fileName();
    for (const QString& ending : {experimentEnding, studyEnding})
        name.remove(ending);
    for (const QChar bad : QStringLiteral("/\\:*?\"<>|"))
        name.replace(bad, ' ');
    name = name.simplified();
    return name.isEmpty() ? QStringLiteral("experiment") : name;
}

}   // namespace stepzero
