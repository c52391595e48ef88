// SPDX-License-Identifier: GPL-3.0-or-later
// The rooms of the core lie in one order, and a file includes from its own room and from those below it only: so there
// is no circle. What is Qt's stays out of the core, and the core does not know of widgets or app. Figures have rooms of
// their own: what frames share knows no figure, and figures of one network know none of many experiments.
#include <QDirIterator>
#include <QRegularExpression>
#include <QtTest>

#include "tests/main/registered_test.h"

namespace tst_rooms {

namespace {

/// From the bottom up.
const QStringList rooms {"words", "run", "json", "formats", "random", "linear", "statistics", "activation",
    "checkpoint", "quadrature", "init", "experiment", "input", "network", "modules", "spectrum", "theory", "kinds",
    "train", "files", "simulate", "diagnose", "exchange", "audit", "weights", "grid", "study", "lesson"};

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

QString roomOf(const QString& include) { return include.section('/', 1, 1); }

}   // namespace

class TestRooms : public QObject {
    Q_OBJECT

private slots:
    void every_folder_of_the_core_has_its_place()
    {
        const QStringList found
            = QDir(QStringLiteral(STEPZERO_SOURCE_DIR "/core")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        for (const QString& room : found)
            QVERIFY2(rooms.contains(room), qPrintable(room + " is not in the order of rooms"));
        for (const QString& room : rooms)
            QVERIFY2(found.contains(room), qPrintable(room + " is in the order of rooms only"));
    }

    void includes_go_downwards()
    {
        const QString top = QStringLiteral(STEPZERO_SOURCE_DIR "/");
        for (const QString& path : filesBelow("core")) {
            const QString room = path.mid(top.size()).section('/', 1, 1);
            for (const QString& include : includesOf(path)) {
                QVERIFY2(!include.startsWith('Q') && !include.startsWith("widgets/") && !include.startsWith("app/"),
                    qPrintable(path + " includes " + include));
                if (include.startsWith("core/") && include.count('/') > 1)
                    QVERIFY2(rooms.indexOf(roomOf(include)) <= rooms.indexOf(room),
                        qPrintable(path + " includes " + include + ", which stands above it"));
            }
        }
    }

    /// … and the registry's list, which they are members of.
    void figures_know_their_own_room_and_what_frames_share()
    {
        const QString folder = "widgets/figures";
        const QStringList known
            = QDir(QStringLiteral(STEPZERO_SOURCE_DIR "/") + folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(known, QStringList({"checkpoint", "frame", "grid", "network"}));
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
                        || !(include.startsWith("core/study/") || include.startsWith("core/grid/")),
                    qPrintable(path + " includes " + include));
    }

    /// Others ask for a plan's spec or a network's structure.
    void options_are_read_by_kinds_and_where_files_are()
    {
        static const QRegularExpression reads(
            R"((?<![\w.:])(option|option_word|option_flag|has_option)\((?!const std::string))");
        for (const char* top : {"core", "widgets", "app"})
            for (const QString& path : filesBelow(top)) {
                if (path.contains("/core/kinds/") || path.contains("/core/files/") || path.contains("/core/weights/")
                    || path.contains("/core/audit/"))   // the last two read checkpoints
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
