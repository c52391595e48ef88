// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of the core have an order. A file includes only from its own folder and from those below, so there are no
// cycles. The core includes neither Qt nor widgets nor app. Figures have separate folders: their shared frames do not
// know any figure, and figures of one network do not know those of many experiments.
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include "tests/main/registered_test.h"

namespace tst_rooms {

namespace {

/// From the bottom up: a room, and the folders in it.
const QStringList rooms {"base/words", "base/run", "base/json", "base/formats", "math/random", "math/linear",
    "math/statistics", "math/activation", "math/quadrature", "network/init", "network/experiment", "network/input",
    "network", "modules", "modules/spectrum", "theory", "kinds", "train", "files", "simulate", "diagnose", "exchange",
    "checkpoint", "checkpoint/audit", "checkpoint/weights", "capture", "capture/findings", "study/grid", "study",
    "study/lesson"};

QStringList filesBelow(const QString& folder)
{
    QStringList files;
    QDirIterator all(
        QStringLiteral(STEPZERO_SOURCE_DIR "/") + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext())
        files << all.next();
    return files;
}

QStringList includesOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression include("^#include [\"<]([^\">]+)[\">]", QRegularExpression::MultilineOption);
    QStringList found;
    for (auto match = include.globalMatch(QString::fromUtf8(file.readAll())); match.hasNext();)
        found << match.next().captured(1);
    return found;
}

/// Returns the room of a file, "core/math/activation/functions/relu.cpp", or of an include; -1 when it has none.
/// Folders that are not in the list belong to the room around them.
int roomOf(const QString& path)
{
    QString folder = path.section('/', 1, -2);
    while (!folder.isEmpty() && !rooms.contains(folder))
        folder = folder.section('/', 0, -2);
    return int(rooms.indexOf(folder));
}

}   // namespace

class TestRooms : public QObject {
    Q_OBJECT

private slots:
    void every_file_of_the_core_has_a_room()
    {
        const QString top = QStringLiteral(STEPZERO_SOURCE_DIR "/");
        for (const QString& path : filesBelow("core"))
            QVERIFY2(path.mid(top.size()).count('/') == 1 || roomOf(path.mid(top.size())) >= 0,
                qPrintable(path + " is in no room"));
        for (const QString& room : rooms)
            QVERIFY2(QDir(top + "core/" + room).exists(), qPrintable(room + " is in the order of rooms only"));
    }

    /// Presets that build a part of the core name existing folders. CI does not build them in every run.
    void parts_that_presets_build_exist()
    {
        const QString top = QStringLiteral(STEPZERO_SOURCE_DIR "/");
        QFile file(top + "CMakePresets.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList all = filesBelow("core");
        int parts = 0;
        for (const QJsonValue& preset : QJsonDocument::fromJson(file.readAll())["configurePresets"].toArray())
            for (const QString& part :
                preset["cacheVariables"]["STEPZERO_CORE_PARTS"].toString().split(';', Qt::SkipEmptyParts)) {
                const QRegularExpression names("/core/(" + part + ")(/|$)");
                QVERIFY2(std::ranges::any_of(all, [&](const QString& path) { return names.match(path).hasMatch(); }),
                    qPrintable("the core has no part " + part));
                ++parts;
            }
        QVERIFY(parts > 0);
    }

    void includes_go_downwards()
    {
        const QString top = QStringLiteral(STEPZERO_SOURCE_DIR "/");
        for (const QString& path : filesBelow("core")) {
            const int room = roomOf(path.mid(top.size()));
            for (const QString& include : includesOf(path)) {
                QVERIFY2(!include.startsWith('Q') && !include.startsWith("widgets/") && !include.startsWith("app/"),
                    qPrintable(path + " includes " + include));
                if (include.startsWith("core/") && include.count('/') > 1)
                    QVERIFY2(
                        roomOf(include) <= room, qPrintable(path + " includes " + include + ", which stands above it"));
            }
        }
    }

    /// … and the registry's list of its members.
    void figures_know_their_own_room_and_what_frames_share()
    {
        const QString folder = "widgets/figures";
        const QStringList known
            = QDir(QStringLiteral(STEPZERO_SOURCE_DIR "/") + folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(known, QStringList({"capture", "checkpoint", "frame", "grid", "network", "pair"}));
        for (const QString& room : known)
            for (const QString& path : filesBelow(folder + '/' + room))
                for (const QString& include : includesOf(path)) {
                    if (!include.startsWith(folder))
                        continue;
                    const QString other = include.section('/', 2, 2);
                    QVERIFY2(other == room || other == "frame" || (other == "figures.h" && room != "frame"),
                        qPrintable(path + " includes " + include));
                }
    }

    void frames_do_not_know_what_is_studied()
    {
        for (const QString& path : filesBelow("widgets/figures/frame"))
            for (const QString& include : includesOf(path))
                QVERIFY2(include == "core/study/exhibit.h"
                        || !(include.startsWith("core/study/") || include.startsWith("core/study/grid/")),
                    qPrintable(path + " includes " + include));
    }

    /// Other code uses a plan's spec or a network's structure.
    void options_are_read_by_kinds_and_where_files_are()
    {
        static const QRegularExpression reads(
            R"((?<![\w.:])(option|option_word|option_flag|option_chosen|option_value|has_option)\()"
            R"((?!const std::string))");
        for (const char* top : {"core", "widgets", "app"})
            for (const QString& path : filesBelow(top)) {
                if (path.contains("/core/kinds/") || path.contains("/core/files/")
                    || path.contains("/core/checkpoint/weights/")
                    || path.contains("/core/checkpoint/audit/"))   // the last two read checkpoints
                    continue;
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                const auto found = reads.match(QString::fromUtf8(file.readAll()));
                QVERIFY2(!found.hasMatch(), qPrintable(path + ": " + found.captured()));
            }
    }

    void widgets_do_not_know_the_program()
    {
        for (const QString& path : filesBelow("widgets"))
            for (const QString& include : includesOf(path))
                QVERIFY2(!include.startsWith("app/"), qPrintable(path + " includes " + include));
    }
};

STEPZERO_TEST(TestRooms, QCoreApplication)

}   // namespace tst_rooms
#include "tst_rooms.moc"
