// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "core/base/formats/file.h"
#include "widgets/file_path.h"

namespace stepzero {

void keep(const QString& file, const KeptDocument& document)
{
    const QByteArray text
        = QJsonDocument(QJsonObject {{QStringLiteral("text"), document.text}, {QStringLiteral("path"), document.path},
                            {QStringLiteral("saved"), document.saved}, {QStringLiteral("layer"), document.layer},
                            {QStringLiteral("own"), document.own}, {QStringLiteral("replacedBy"), document.replacedBy}})
              .toJson();
    write_file(pathOf(file), {text.constData(), std::size_t(text.size())});
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
        found[QStringLiteral("saved")].toBool(), found[QStringLiteral("layer")].toInt(1),
        found[QStringLiteral("own")].toString(), found[QStringLiteral("replacedBy")].toString()};
}

namespace {

Place placeOf(const Settings& settings, int window)
{
    return {window == 1 ? settings.folder() : settings.folder() + QStringLiteral("/window-%1").arg(window)};
}

void putAside(const Place& place)
{
    const Place lost = place.lost();
    QDir folder(place.folder);
    folder.mkpath(lost.folder);
    for (const auto& [path, to] : {std::pair(place.experiment(), lost.experiment()), {place.study(), lost.study()},
             {place.pins(), lost.pins()}, {place.slides(), lost.slides()}}) {
        const auto document = kept(path);
        if (document && document->saved && document->path.isEmpty())
            QFile::remove(path);   // nobody has edited it
        if (!QFileInfo::exists(path))
            continue;   // the files put aside before are still the latest
        QDir(to).removeRecursively();
        QFile::remove(to);
        folder.rename(path, to);
    }
}

}   // namespace

Session::Session(Settings& settings) : settings_(settings)
{
    for (int window = 1; !mark_ || QFileInfo::exists(placeOf(settings, window).folder); ++window) {
        const Place place = placeOf(settings, window);
        QDir().mkpath(place.folder);
        auto mark = std::make_unique<QLockFile>(place.folder + QStringLiteral("/open"));
        const bool marked = QFile::exists(mark->fileName());
        mark->setStaleLockTime(0);   // the lock never expires while its process lives
        if (!mark->tryLock(0)) {
            if (mark->error() == QLockFile::LockFailedError)
                continue;
            return;   // the folder is not writable
        }
        if (marked) {
            for (const QString& folder : {place.folder, place.pins()})   // temporary files that were being written
                for (const QString& name : QDir(folder).entryList({".stepzero-*"}, QDir::Files | QDir::Hidden))
                    QFile::remove(folder + '/' + name);
            stepzero::putAside(place);
            crashes_ = std::max(crashes_, 1);
        }
        lost_.append(place.lost());
        if (mark_)
            continue;   // the place of a window that is gone
        mark_ = std::move(mark);
        settings.setPlace(place);
        if (window > 1)
            continue;
        if (marked)
            crashes_ = settings.value("session/crashes").toInt() + 1;
        settings.set("session/crashes", crashes_);
        settings.sync();
    }
}

void Session::putAside() { stepzero::putAside(settings_.place()); }

QVector<Place> Session::lost() const
{
    QVector<Place> there;
    for (const Place& lost : lost_)
        if (std::ranges::any_of(QStringList {lost.experiment(), lost.study(), lost.pins(), lost.slides()},
                [](const QString& path) { return QFileInfo::exists(path); }))
            there.append(lost);
    return there;
}

void Session::forget(const Place& lost)
{
    lost_.removeIf([&](const Place& other) { return other.folder == lost.folder; });
}

Session::~Session()
{
    if (!mark_ || settings_.place().folder != settings_.folder())
        return;
    settings_.set("session/crashes", 0);
    settings_.sync();
}

}   // namespace stepzero
