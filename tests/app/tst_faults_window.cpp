// SPDX-License-Identifier: GPL-3.0-or-later
// The window with one failing call: saved and kept files are complete or unchanged, the failure is reported, and the
// window continues.
#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTimer>
#include <cerrno>

#include "app/application.h"
#include "app/board_pictures.h"
#include "app/grid_window.h"
#include "app/session.h"
#include "core/files/experiment_json.h"
#include "tests/app/autosave.h"
#include "tests/app/opened_window.h"
#include "tests/faults/faults.h"
#include "tests/main/registered_test.h"

namespace tst_faults_window {

using namespace stepzero;
using faults::Call;

namespace {

/// Accepts message boxes, and counts them.
struct Reader {
    Reader()
    {
        QObject::connect(&timer, &QTimer::timeout, &timer, [this] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                said << box->text() + ' ' + box->informativeText();
                box->accept();
            }
        });
        timer.start(5);
    }
    QTimer timer;
    QStringList said;
};

QByteArray bytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList files(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot);
}

}   // namespace

class TestFaultsWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void cleanup() { faults::arm(Call::none, 0); }

    void saving()
    {
        OpenedWindow o;
        const QTemporaryDir place;
        const QString path = place.filePath("net.stepzero.json");
        faults::watch(place.path().toUtf8());
        Experiment e = smallNetwork();
        o.window.document().replace(e, path);
        Reader reader;
        for (const int error : {ENOSPC, EIO, EACCES}) {
            faults::arm(Call::none, 0);
            QVERIFY(o.window.save());
            QByteArray before = bytes(path);
            faults::arm(Call::file, 0);
            QVERIFY(o.window.save());
            const long all = faults::count();
            QVERIFY(all >= 5);
            for (long at = 1; at <= all; ++at) {
                ++e.seed;
                o.window.document().edit(e, {"Seed", {}, false});
                reader.said.clear();
                faults::arm(Call::file, at, error);
                const bool saved = o.window.save();
                faults::arm(Call::none, 0);
                const QByteArray after = bytes(path);
                const QByteArray whole = QByteArray::fromStdString(format_experiment(e));
                QCOMPARE(reader.said.size(), saved ? 0 : 1);
                QCOMPARE(o.window.document().isDirty(), !saved);
                QVERIFY(after == whole || (!saved && after == before));
                QCOMPARE(files(place.path()), QStringList {"net.stepzero.json"});
                before = after;
            }
        }
    }

    /// The state for the next start is the last one or the one before, never half of one, and the next edit tries
    /// again.
    void keeping()
    {
        OpenedWindow o;
        hastenAutosave(o.window);
        faults::watch(o.folder.path().toUtf8());
        Experiment e = smallNetwork();
        const auto seed_kept = [&] {
            const auto document = kept(o.settings.place().experiment());
            const auto parsed = parse_experiment(document ? document->text.toStdString() : "");
            const auto* experiment = std::get_if<Experiment>(&parsed);
            return experiment ? experiment->seed : 0;
        };
        for (long at = 1; at <= 8; ++at) {
            faults::arm(Call::none, 0);
            e.seed = std::uint64_t(1000 + 2 * at);
            o.window.document().edit(e, {"Seed", {}, false});
            QTRY_COMPARE(seed_kept(), e.seed);
            faults::arm(Call::room, at, ENOSPC, true);
            ++e.seed;
            o.window.document().edit(e, {"Seed", {}, false});
            QTest::qWait(100);
            QVERIFY(seed_kept() == e.seed || seed_kept() == e.seed - 1);
        }
        faults::arm(Call::none, 0);
        for (const QString& name : files(o.folder.path()))
            QVERIFY2(!name.startsWith(".stepzero-"), qPrintable(name));
    }

    /// An event that fails for lack of memory is reported, and the window handles the next one.
    void memoryInAnEvent()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        QTRY_VERIFY(o.settled());
        Reader reader;
        QTimer::singleShot(0, this, [] { throw std::bad_alloc(); });
        QTRY_VERIFY(!reader.said.isEmpty());
        QVERIFY2(reader.said[0].contains("not enough memory"), qPrintable(reader.said[0]));
        Experiment e = smallNetwork();
        e.seed = 5;
        o.window.document().edit(e, {"Seed", {}, false});
        QTRY_VERIFY(o.settled());
    }

    /// A study that does not fit into memory is reported next to the figures.
    void memoryInAStudy()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        QTRY_VERIFY(o.settled());
        Experiment e = smallNetwork();
        e.network.width = 512;   // a matrix takes 1 MiB
        int told = 0;
        for (int at = 1; at <= 40; at += 3) {
            ++e.seed;
            QSignalSpy failed(&o.window.runner(), &StudyRunner::failed);
            o.window.document().edit(e, {"Seed", {}, false});
            faults::arm(Call::block, at);
            QTRY_VERIFY_WITH_TIMEOUT(o.settled() || !failed.isEmpty(), 20000);
            faults::arm(Call::none, 0);
            told += int(failed.size());
        }
        QVERIFY(told > 0);
        ++e.seed;
        o.window.document().edit(e, {"Seed", {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 20000);
    }
};

STEPZERO_TEST(TestFaultsWindow, stepzero::Application)

}   // namespace tst_faults_window
#include "tst_faults_window.moc"
