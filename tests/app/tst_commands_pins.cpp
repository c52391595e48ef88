// SPDX-License-Identifier: GPL-3.0-or-later
// `stepzero export --pin`: other experiments in the figures and tables of one. `--beside`: another one next to it.
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/program.h"
#include "tests/main/registered_test.h"

namespace tst_commands_pins {

namespace {

QByteArray experiment(const char* title, double std, int depth)
{
    return QStringLiteral(R"({"format": "stepzero-experiment", "version": 1, "title": "%1", "network": {"kind": "dense",
        "depth": %2, "width": 24, "activation": "relu", "weight": {"scheme": "normal", "std": %3}},
        "input": {"samples": 24}})")
        .arg(QLatin1String(title))
        .arg(depth)
        .arg(std)
        .toUtf8();
}

QList<QByteArrayList> table(const QString& path)
{
    QFile file(path);
    QList<QByteArrayList> rows;
    if (file.open(QIODevice::ReadOnly))
        for (const QByteArray& line : file.readAll().split('\n'))
            if (!line.isEmpty())
                rows << line.trimmed().split(',');
    return rows;
}

}   // namespace

class TestCommandsPins : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(folder_.isValid());
        write(at("present.json"), experiment("present", 0.3, 4));
        write(at("narrow.json"), experiment("small weights", 0.01, 6));
        write(at("twin.json"), experiment("small weights", 0.02, 3));
    }

    /// The columns of a pin equal a separate export of it.
    void tablesHaveTheirColumns()
    {
        const Outcome with = run_program({"export", at("present.json"), "--to", at("with"), "--figures",
            "signal,fractions", "--format", "csv", "--pin", at("narrow.json") + "," + at("twin.json")});
        QVERIFY2(with.status == 0, with.err);
        const Outcome alone
            = run_program({"export", at("narrow.json"), "--to", at("alone"), "--figures", "signal", "--format", "csv"});
        QVERIFY2(alone.status == 0, alone.err);
        const auto rows = table(at("with/signal.csv")), own = table(at("alone/signal.csv"));
        QCOMPARE(rows.size(), qsizetype(1 + 6));   // as deep as the deepest network
        QCOMPARE(own.size(), qsizetype(1 + 6));
        for (qsizetype column = 1; column < own[0].size(); ++column) {
            const auto place = rows[0].indexOf("small weights: " + own[0][column]);
            QVERIFY2(place > 0, own[0][column]);
            for (qsizetype row = 1; row < own.size(); ++row)
                QCOMPARE(rows[row][place], own[row][column]);
            QVERIFY(rows[0].contains("small weights (2): " + own[0][column]));
        }
        QVERIFY(table(at("with/fractions.csv"))[0].contains("small weights: zero_fraction"));
    }

    void picturesHaveTheirLines()
    {
        const QStringList plain {
            "export", at("present.json"), "--to", at("plain"), "--figures", "signal", "--size", "640x400"};
        QStringList pinned = plain;
        pinned[3] = at("pinned");
        QCOMPARE(run_program(plain).status, 0);
        const Outcome outcome = run_program(pinned + QStringList {"--pin", at("narrow.json")});
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY(QImage(at("plain/signal.png")) != QImage(at("pinned/signal.png")));
    }

    void anotherOneSideBySide()
    {
        const QStringList arguments {"export", at("present.json"), "--to", at("beside"), "--beside", at("narrow.json"),
            "--figures", "signal,differences"};
        const Outcome picture = run_program(arguments + QStringList {"--size", "640x400"});
        QVERIFY2(picture.status == 0, picture.err);
        QCOMPARE(QImage(at("beside/signal.png")).text("Title"), QString("present | small weights"));
        const Outcome numbers = run_program(arguments + QStringList {"--format", "csv"});
        QVERIFY2(numbers.status == 0, numbers.err);
        const auto rows = table(at("beside/signal.csv"));
        QCOMPARE(rows.size(), qsizetype(1 + 4 + 6));
        QCOMPARE(rows[0].first(), QByteArray("experiment"));
        QCOMPARE(rows[4].first(), QByteArray("present"));
        QCOMPARE(rows[5].first(), QByteArray("small weights"));
        const auto settings = table(at("beside/differences.csv"));
        QCOMPARE(settings.size(), qsizetype(3));
        QCOMPARE(settings[1], (QByteArrayList {"depth", "4", "6"}));

        const Outcome both = run_program(arguments + QStringList {"--pin", at("twin.json")});
        QCOMPARE(both.status, 2);
        QVERIFY2(both.err.contains("--pin cannot be used with --beside"), both.err);
    }

    void whatIsNoExperimentIsSaid()
    {
        const Outcome outcome
            = run_program({"export", at("present.json"), "--to", at("none"), "--pin", at("missing.json")});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("missing.json"), outcome.err);
        QVERIFY(!QFile::exists(at("none")));
    }

private:
    QString at(const char* name) const { return folder_.filePath(QLatin1String(name)); }

    QTemporaryDir folder_;
};

STEPZERO_TEST(TestCommandsPins, QCoreApplication)

}   // namespace tst_commands_pins
#include "tst_commands_pins.moc"
