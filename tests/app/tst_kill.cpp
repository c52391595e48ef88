// SPDX-License-Identifier: GPL-3.0-or-later
// kill −9 at any moment, during edits, saves, studies and exports of a window, and in commands. No file is lost or half
// written, and at most five seconds of edits are lost. The kept work is offered, and after two crashes the window opens
// empty.
//
//   STEPZERO_KILLS  how many (default 4)     STEPZERO_KILL_SEED  of when and of what is done (default 1)
#include <QElapsedTimer>
#include <QFile>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <chrono>
#include <csignal>
#include <random>

#include "app/application.h"
#include "app/end_by_signal.h"
#include "app/grid_window.h"
#include "app/session.h"
#include "core/files/experiment_json.h"
#include "core/study/grid/grid_json.h"
#include "tests/app/opened_window.h"
#include "tests/app/program.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/grid_panel.h"
#include "widgets/figures/picture.h"
#include "widgets/file_path.h"

namespace tst_kill {

using namespace stepzero;

namespace {

const QByteArray studyText = R"({"format": "stepzero-study", "version": 1, "experiment": {"network":
    {"kind": "dense", "depth": 2, "width": 8}, "input": {"samples": 4}, "seed": %1},
    "vary": [{"path": "network.width", "values": [4, 8, 16]}]})";

/// Returns the time of a clock that all processes share.
qint64 now()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Grid studyOf(quint64 seed)
{
    return std::get<Grid>(parse_grid(QString::fromLatin1(studyText).arg(seed).toStdString()));
}

/// Returns the seed of an experiment or a study; 0: neither.
quint64 seedOf(const std::string& text)
{
    const auto parsed = parse_experiment(text);
    if (const auto* experiment = std::get_if<Experiment>(&parsed))
        return experiment->seed;
    const auto study = parse_grid(text);
    const auto* grid = std::get_if<Grid>(&study);
    return grid ? cell_experiment(*grid, 0).seed : 0;
}

// ---- the one that is killed --------------------------------------------------------------------------------

/// Works in a window without a pause, and logs each completed action.
class Worker {
public:
    Worker(const QString& folder, unsigned seed)
        : folder_(folder), random_(seed), log_(folder + "/log"), settings_(folder + "/settings"), window_(settings_)
    {
        log_.open(QIODevice::Append | QIODevice::Unbuffered);
    }

    /// With `asks`, a question is always open.
    int run(quint64 number, bool asks)
    {
        const EndBySignal end(window_);
        number_ = number;
        saves_ = random_() % 2 == 0;
        window_.start();
        QCoreApplication::processEvents();
        auto* box = window_.findChild<QMessageBox*>("lostSession");
        say("started", seed());
        if (box)
            say("asked", 0);
        const bool clean = !window_.document().isDirty() && !window_.studyWindow()->isDirty();
        if (random_() % 2 == 0 && clean) {   // otherwise it would ask again
            if (box)
                box->buttons().constFirst()->click();
            else
                window_.findChild<QAction*>("restoreLost")->trigger();
            say("restored", seed());
        } else if (box) {
            box->reject();
        }
        if (!window_.studyWindow()->isWindowModified())   // otherwise it would ask
            window_.studyWindow()->open(studyOf(number_), folder_ + "/many.stepzero-study.json");
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
            timer.setInterval(int(random_() % 100));
            if (window_.isVisible())
                act(saves_ ? random_() % 8 : 2 + random_() % 6);
        });
        timer.start(0);
        if (asks)
            QTimer::singleShot(200, &window_, [&] {
                if (!window_.document().isDirty())
                    act(edit);
                window_.open("notes-he");
            });
        // some sessions end properly
        QTimer::singleShot(random_() % 2 == 0 ? 20000 : 1200, &window_, &QWidget::close);
        const int status = QApplication::exec();
        say("closed", window_.document().experiment().seed);
        return status;
    }

private:
    void say(const char* what, quint64 number)
    {
        log_.write(QStringLiteral("%1 %2 %3\n").arg(QLatin1String(what)).arg(number).arg(now()).toLatin1());
    }

    /// 0: an empty window
    quint64 seed() const
    {
        const Experiment& experiment = window_.document().experiment();
        return experiment == Experiment {} ? 0 : experiment.seed;
    }

    static constexpr unsigned edit = 5;   // and more

    void act(unsigned what)
    {
        switch (what) {
        case 0:
            if (window_.document().path().isEmpty())
                window_.document().replace(window_.document().experiment(), folder_ + "/one.stepzero.json", false);
            if (window_.save())
                say("saved", window_.document().experiment().seed);
            break;
        case 1:
            if (window_.studyWindow()->save())
                say("saved-study", study_);
            break;
        case 2:
            emit window_.studyWindow()->panel()->edited(studyOf(study_ = ++number_), {"Seed", {}, false});
            say("study", study_);
            break;
        case 3:
            if (QString error; window_.study()) {
                PictureOptions options;
                options.pixels = {200, 150};
                writePicture(pathOf(folder_ + "/signal.png"), window_.study(), {{"signal", {}, {0, 0, 1, 1}, {}}},
                    options, &error);
            }
            break;
        case 4:
            if (window_.pins().pins().size() < 3)
                window_.workspace().pinExperiment();
            break;
        default:
            Experiment e = smallNetwork();
            e.seed = ++number_;
            window_.document().edit(e, {"Seed", {}, false});
            say("edit", number_);
        }
    }

    QString folder_;
    std::mt19937 random_;
    QFile log_;
    Settings settings_;
    mutable MainWindow window_;
    quint64 number_ = 0, study_ = 0;
    bool saves_ = false;
};

// ---- the one that kills ------------------------------------------------------------------------------------

struct Line {
    QByteArray what;
    quint64 number;
    qint64 time;
};

QVector<Line> linesOf(const QString& log)
{
    QVector<Line> lines;
    if (!QFile::exists(log))
        return lines;
    for (const QByteArray& line : read(log).split('\n'))
        if (const QList<QByteArray> words = line.split(' '); words.size() == 3)
            lines << Line {words[0], words[1].toULongLong(), words[2].toLongLong()};
    return lines;
}

quint64 lastOf(const QVector<Line>& lines, const char* what)
{
    quint64 number = 0;
    for (const Line& line : lines)
        number = line.what == what ? line.number : number;
    return number;
}

/// Returns the number of crashes as the next start will find it.
int sessionsWithoutEnd(const QString& folder)
{
    static const QRegularExpression counted("crashes=(\\d+)");
    return QFile::exists(folder + "/open") ? 1 + counted.match(read(folder + "/stepzero.ini")).captured(1).toInt() : 0;
}

quint64 keptSeed(const QString& file)
{
    const auto document = kept(file);
    return document ? seedOf(document->text.toStdString()) : 0;
}

/// Returns 0 for the document of a window that was opened without one, which is not worth restoring.
quint64 workedOn(const QString& file)
{
    const auto document = kept(file);
    return document && document->saved && document->path.isEmpty() ? 0 : keptSeed(file);
}

}   // namespace

class TestKill : public QObject {
    Q_OBJECT
private slots:
    void window()
    {
        const QTemporaryDir folder;
        QDir().mkpath(folder.path() + "/settings");
        const Settings settings(folder.path() + "/settings");
        const QString one = folder.filePath("one.stepzero.json"), many = folder.filePath("many.stepzero-study.json");
        write(many, QString::fromLatin1(studyText).arg(1).toLatin1());
        const QString lostFile = settings.place().lost().experiment();
        std::mt19937 random(number("STEPZERO_KILL_SEED", 1));
        int crashes = 0, killed = 0, asked = 0, closed = 0;
        qint64 mostLost = 0;
        quint64 done = 1;
        QString last;
        for (const int kills = int(number("STEPZERO_KILLS", 4)); killed < kills;) {
            const quint64 before = keptSeed(settings.place().experiment());
            const quint64 worked = workedOn(settings.place().experiment());
            // the work that can be restored
            const quint64 lost = crashes > 0 && worked > 0 ? worked : keptSeed(lostFile);
            QFile::remove(folder.filePath("log"));
            QProcess child;
            child.setProcessChannelMode(QProcess::ForwardedChannels);
            child.start(QCoreApplication::applicationFilePath(),
                {"kill", "work", folder.path(), QString::number(random()), QString::number(done + 1)});
            if (random() % 8 > 0)   // otherwise it is killed while starting
                QTRY_VERIFY_WITH_TIMEOUT(!linesOf(folder.filePath("log")).isEmpty(), 60000);
            if (child.waitForFinished(int(random() % (random() % 8 == 0 ? 12000 : 3000)))) {
                QCOMPARE(child.exitCode(), 0);
            } else {
                child.kill();
                QVERIFY(child.waitForFinished());
            }
            const qint64 end = now();
            const QVector<Line> lines = linesOf(folder.filePath("log"));
            if (lines.isEmpty()) {
                ++killed;
                crashes = sessionsWithoutEnd(settings.folder());
                QCOMPARE(std::max(workedOn(settings.place().experiment()), keptSeed(lostFile)), std::max(worked, lost));
                continue;
            }
            QCOMPARE(lines[0].what, "started");
            // How it was opened: after one crash it asks, after more it is empty, and after a proper end it is
            // unchanged.
            const bool wasAsked = lines.size() > 1 && lines[1].what == "asked";
            if (crashes == 0)
                QCOMPARE(lines[0].number, before);
            else
                QCOMPARE(lines[0].number, quint64(0));
            QVERIFY(!wasAsked || crashes == 1);
            asked += wasAsked;
            if (const quint64 restored = lastOf(lines, "restored"); restored > 0 && crashes > 0)
                QCOMPARE(restored, lost);
            else if (crashes > 0 && lastOf(lines, "edit") == 0)
                QCOMPARE(keptSeed(lostFile), lost);   // it stays available
            const auto temporary = QDir(settings.folder()).entryList({".stepzero-*"}, QDir::Files | QDir::Hidden);
            // left by this kill, none by earlier ones
            QVERIFY2(temporary.size() <= 1, qPrintable(temporary.join(' ')));
            // The work in progress.
            const bool hasEnd = child.exitStatus() == QProcess::NormalExit
                || (lines.last().what == "closed" && !QFile::exists(settings.folder() + "/open"));
            hasEnd ? ++closed : ++killed;
            crashes = hasEnd ? 0 : crashes + 1;
            QCOMPARE(crashes, sessionsWithoutEnd(settings.folder()));
            for (const auto& [what, file] :
                {std::pair("edit", settings.place().experiment()), {"study", settings.place().study()}}) {
                const quint64 seed = keptSeed(file);
                for (const Line& line : lines)
                    if (line.what == what && line.number > seed)
                        mostLost = std::max(mostLost, end - line.time);
                QVERIFY2(!hasEnd || lastOf(lines, what) <= seed, what);
            }
            QVERIFY2(mostLost <= 5000, qPrintable(QString::number(mostLost)));
            // The saved file: its last content, or the one being saved at the end.
            for (const auto& [what, file] : {std::pair("saved", one), {"saved-study", many}})
                if (const quint64 seed = lastOf(lines, what))
                    QVERIFY2(seedOf(read(file).toStdString()) >= seed, qPrintable(file));
            for (const QString& file : {one, many, folder.filePath("signal.png")})
                QVERIFY2(!QFile::exists(file) || file.endsWith(".png") ? !QFile::exists(file) || !QImage(file).isNull()
                                                                       : seedOf(read(file).toStdString()) > 0,
                    qPrintable(file));
            QVERIFY(last.isEmpty() || QFile::exists(last));   // an existing file still exists
            if (QFile::exists(one))
                last = one;
            for (const Line& line : lines)
                done = std::max(done, line.number);
        }
        qInfo("%d kills, %d ends; asked %d times; at most %lld ms of edits lost", killed, closed, asked,
            (long long)mostLost);
    }

    // The end of a desktop session, Ctrl-C, a closed terminal: at any moment, without losing anything, while a question
    // is open or not.
    void signalsAreEnds_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<bool>("asks");
        for (const int signal : {SIGTERM, SIGINT, SIGHUP})
            QTest::newRow(sigabbrev_np(signal)) << signal << (signal == SIGINT);
        QTest::newRow("TERM, asked") << SIGTERM << true;
    }
    void signalsAreEnds()
    {
        QFETCH(int, signal);
        QFETCH(bool, asks);
        const QTemporaryDir folder;
        const Settings settings(folder.path() + "/settings");
        write(folder.filePath("many.stepzero-study.json"), QString::fromLatin1(studyText).arg(1).toLatin1());
        std::mt19937 random(number("STEPZERO_KILL_SEED", 1));
        bool signalled = false;
        for (int i = 0; i < 6 && !signalled; ++i) {
            QFile::remove(folder.filePath("log"));
            QProcess child;
            child.setProcessChannelMode(QProcess::ForwardedChannels);
            child.start(QCoreApplication::applicationFilePath(),
                {"kill", asks ? "ask" : "work", folder.path(), QString::number(random()),
                    QString::number(1000 * i + 2)});
            const auto lines = [&] { return linesOf(folder.filePath("log")); };
            QTRY_VERIFY_WITH_TIMEOUT(lastOf(lines(), "edit") > 0 || child.state() == QProcess::NotRunning, 60000);
            if (child.waitForFinished(300 + int(random() % 700)))
                continue;   // it ended before the signal
            signalled = true;
            ::kill(pid_t(child.processId()), signal);
            QVERIFY(child.waitForFinished(20000));
            QCOMPARE(child.exitStatus(), QProcess::NormalExit);
            QCOMPARE(child.exitCode(), 128 + signal);
            QVERIFY(!QFile::exists(settings.folder() + "/open"));
            QVERIFY(lastOf(lines(), "edit") > 0);
            QCOMPARE(keptSeed(settings.place().experiment()), lastOf(lines(), "edit"));
        }
        QVERIFY(signalled);
    }

    void theProgramEndsBySignals()
    {
        const QTemporaryDir folder;
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("STEPZERO_CONFIG", folder.path());
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        program.setProcessEnvironment(environment);
        program.start(STEPZERO_PROGRAM, {"he-relu-10"});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath("last.json")), 60000);
        QVERIFY(QFile::exists(folder.filePath("open")));
        program.terminate();
        QVERIFY(program.waitForFinished(20000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 128 + SIGTERM);
        QVERIFY(!QFile::exists(folder.filePath("open")));
    }

    void commands()
    {
        const QTemporaryDir folder;
        write(folder.filePath("many.json"), QString::fromLatin1(studyText).arg(1).toLatin1());
        const QStringList run {
            "run", folder.filePath("many.json"), "-o", folder.filePath("r.json"), "--csv", folder.filePath("r.csv")};
        const QStringList draw {
            "export", "he-relu-10", "--figures", "signal", "--size", "300x200", "--to", folder.path()};
        QElapsedTimer time;
        time.start();
        QCOMPARE(run_program(run).status, 0);
        const qint64 whole = time.elapsed();
        QCOMPARE(run_program(draw).status, 0);
        QMap<QString, QByteArray> good;
        for (const char* name : {"r.json", "r.csv", "signal.png"})
            good[folder.filePath(name)] = read(folder.filePath(name));
        std::mt19937 random(number("STEPZERO_KILL_SEED", 1));
        const int kills = int(number("STEPZERO_KILLS", 4));
        int early = 0;
        for (int i = 0; i < kills; ++i) {
            QProcess program;
            program.start(STEPZERO_PROGRAM, i % 4 == 3 ? draw : run);
            QVERIFY(program.waitForStarted());
            early += !program.waitForFinished(int(random() % unsigned(whole * (i % 4 == 3 ? 8 : 1) + 1)));
            program.kill();
            program.waitForFinished();
            for (const auto& [file, bytes] : good.asKeyValueRange())
                QVERIFY2(read(file) == bytes, qPrintable(file));
        }
        qInfo("%d commands, %d killed before their end", kills, early);
    }

private:
    static unsigned number(const char* name, unsigned otherwise)
    {
        bool good = false;
        const unsigned given = qEnvironmentVariable(name).toUInt(&good);
        return good ? given : otherwise;
    }
};

/// The killed worker is this program too.
int work_or_test(int argc, char** argv)
{
    Application application(argc, argv);
    prepareApplication();
    const QStringList words = QCoreApplication::arguments();
    if (words.size() == 5 && (words[1] == "work" || words[1] == "ask"))
        return Worker(words[2], words[3].toUInt()).run(words[4].toULongLong(), words[1] == "ask");
    TestKill test;
    return QTest::qExec(&test, argc, argv);
}
STEPZERO_TEST_MAIN(work_or_test)

}   // namespace tst_kill
#include "tst_kill.moc"
