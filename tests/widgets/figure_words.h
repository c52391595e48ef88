// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure says, for tests.
#pragma once

#include <QFile>
#include <QTemporaryDir>

#include "widgets/figures/picture.h"

namespace stepzero {

/// The words of a figure's picture, each as ">word<".
inline QString wordsOf(const QString& kind, const ExhibitPtr& exhibit, const QJsonObject& view = {}, int width = 1300)
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a.svg"));
    PictureOptions options;
    options.pixels = {width, 500};
    options.caption = false;
    QString error;
    if (!writePicture(path, exhibit, {{kind, view}}, options, &error))
        return error;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}   // namespace stepzero
