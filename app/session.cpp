// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/settings.h"
#include "core/formats/file.h"

namespace stepzero {

void keep(const QString& file, const KeptDocument& document)
{
    const QByteArray text
        = QJsonDocument(QJsonObject {{QStringLiteral("text"), document.text}, {QStringLiteral("path"), document.path},
                            {QStringLiteral("saved"), document.saved}, {QStringLiteral("layer"), document.layer}})
              .toJson();
    write_file(std::filesystem::path(file.toStdU16String()), {text.constData(), std::size_t(text.size())});
}

std::optional<KeptDocument> kept(const QString& file)
{
    QFile stored(file);
    if (!stored.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject found = QJsonDocument::fromJson(stored.readAll()).object();
    if (found.isEmpty())
        return std::nullopt;
    return KeptDocument {found[QStringLiteral("text")].toString(), found[QStringLiteral("path")].toString(),
        found[QStringLiteral("saved")].toBool(), found[QStringLiteral("layer")].toInt(1)};
}

Session::Session(Settings& settings) : settings_(settings), mark_(settings.folder() + QStringLiteral("/open"))
{
    const bool marked = QFile::exists(mark_.fileName());
    mark_.setStaleLockTime(0);   // while that process lives it is open, however long
    alone_ = mark_.tryLock(0);
    if (!alone_)
        return;
    crashes_ = marked ? settings.value("session/crashes").toInt() + 1 : 0;
    settings.set("session/crashes", crashes_);
    settings.sync();
    if (crashes_ == 0)
        return;
    for (const QString& place : {settings.folder(), settings.pinFolder()})   // what was being written then
        for (const QString& name : QDir(place).entryList({".stepzero-*"}, QDir::Files | QDir::Hidden))
            QFile::remove(place + '/' + name);
    putAside();
}

void Session::putAside()
{
    QDir folder(settings_.folder());
    folder.mkpath(settings_.lostFolder());
    for (const QString& path : {settings_.autosavePath(), settings_.studyPath(), settings_.pinFolder()}) {
        const auto document = kept(path);
        if (document && document->saved && document->path.isEmpty())
            QFile::remove(path);   // nobody has touched it
        if (!QFileInfo::exists(path))
            continue;   // what was put aside before is still the last
        const QString lost = settings_.lostFolder() + '/' + QFileInfo(path).fileName();
        QDir(lost).removeRecursively();
        QFile::remove(lost);
        folder.rename(path, lost);
    }
}

Session::~Session()
{
    if (!alone_)
        return;
    settings_.set("session/crashes", 0);
    settings_.sync();
}

}   // namespace stepzero
