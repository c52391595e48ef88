// SPDX-License-Identifier: GPL-3.0-or-later
// Replays the corpus of the fuzzers: each file complete, truncated at every length, and with every byte changed.
#include <QDir>
#include <QFile>
#include <QTest>

#include "tests/fuzz/take_capture.h"
#include "tests/fuzz/take_checkpoint.h"
#include "tests/fuzz/take_experiment.h"
#include "tests/fuzz/take_formula.h"
#include "tests/fuzz/take_npy.h"
#include "tests/fuzz/take_safetensors.h"
#include "tests/main/registered_test.h"

namespace tst_fuzz_corpus {

using namespace stepzero;

class TestFuzzCorpus : public QObject {
    Q_OBJECT

private slots:
    void every_file_is_taken_or_refused_data()
    {
        QTest::addColumn<QString>("parser");
        QTest::addColumn<QString>("path");
        for (const QString parser : {"capture", "checkpoint", "experiment", "formula", "npy", "safetensors"}) {
            const QDir folder(QString(STEPZERO_SOURCE_DIR "/tests/fuzz/corpus/") + parser);
            const QFileInfoList files = folder.entryInfoList(QDir::Files, QDir::Name);
            QVERIFY(files.size() >= 7);
            for (const QFileInfo& file : files)
                QTest::newRow(qPrintable(parser + "/" + file.fileName())) << parser << file.filePath();
        }
    }

    void every_file_is_taken_or_refused()
    {
        QFETCH(QString, parser);
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string bytes = file.readAll().toStdString();
        const auto take = parser == "capture" ? [](std::string_view all) { fuzz::take_capture(all); }
            : parser == "checkpoint"          ? fuzz::take_checkpoint
            : parser == "experiment"          ? fuzz::take_experiment
            : parser == "formula"             ? fuzz::take_formula
            : parser == "npy"                 ? fuzz::take_npy
                                              : fuzz::take_safetensors;
        take(bytes);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            take(bytes.substr(0, i));
            std::string changed = bytes;
            for (const char c : {'\0', '"', '9', '\xff'}) {
                changed[i] = c;
                take(changed);
            }
        }
    }
};

STEPZERO_TEST(TestFuzzCorpus, NoApplication)

}   // namespace tst_fuzz_corpus
#include "tst_fuzz_corpus.moc"
