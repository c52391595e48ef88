// SPDX-License-Identifier: GPL-3.0-or-later
// The window of other widths and depths: its input, its results, stopping, error messages, and its picture.
// STEPZERO_PICTURES=folder saves pictures of it.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

#include "app/appearance.h"
#include "app/document.h"
#include "app/sizes_window.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "widgets/sizes/size_figures.h"

namespace tst_sizes_window {

using namespace stepzero;

class TestSizesWindow : public QObject {
    Q_OBJECT

    static Experiment dense()
    {
        return networks::experiment(R"("kind": "dense", "depth": 3, "width": 32, "input_width": 16,
            "activation": "tanh", "weight": {"scheme": "lecun_normal"})",
            R"("input": {"samples": 32})");
    }
    static void keep(QWidget& window, const QString& name)
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(window.grab().save(folder + "/sizes-" + name + ".png"));
    }

private slots:
    void initTestCase() { applyScale(1); }

    void bothPagesFind()
    {
        Document document;
        document.replace(dense(), {});
        SizesWindow window(document);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (SizesPage* page : {window.checkPage(), window.transferPage()}) {
            window.tabs()->setCurrentWidget(page);
            page->sizesEdit()->setText("16, 32, 64");
            page->parametrizationBox()->setCurrentIndex(page->parametrizationBox()->findData("mup"));
            page->stepsBox()->setValue(5);
            page->seedsBox()->setValue(2);
            if (page->ratesEdit())
                page->ratesEdit()->setText("0.001, 0.004, 0.016, 0.064, 0.25");
            QVERIFY(!page->saveButton()->isEnabled());
            QTest::mouseClick(page->runButton(), Qt::LeftButton);
            QVERIFY2(page->runner().isRunning(), qPrintable(page->verdict()->text()));
            QTRY_VERIFY_WITH_TIMEOUT(!page->runner().isRunning(), 60000);
            QVERIFY2(page->table()->toPlainText().contains("widths 16, 32, 64; 5 steps, 2 seeds"),
                qPrintable(page->verdict()->text()));
            QVERIFY(page->verdict()->text().size() > 40);
            // The table shows whole rows.
            const QPlainTextEdit* table = page->table();
            const double rows = table->viewport()->height() / QFontMetricsF(table->font()).lineSpacing();
            QVERIFY2(rows >= std::min(table->blockCount(), 14), qPrintable(QString::number(rows)));
            QVERIFY(!table->toPlainText().endsWith('\n'));
            QVERIFY(page->saveButton()->isEnabled());
            QVERIFY(page->figure()->whyEmpty().isEmpty());
            QVERIFY(page->figure()->table().rows.size() >= 3);
            QTest::qWait(50);
            keep(window, page == window.checkPage() ? "check" : "transfer");
        }
    }

    void itSaysWhatItCannotDo()
    {
        Document document;
        document.replace(dense(), {});
        SizesWindow window(document);
        SizesPage& page = *window.checkPage();
        for (const auto& [sizes, words] :
            {std::pair("16", "two different sizes"), {"16, x", "whole numbers"}, {"8, 8", "different"}}) {
            page.sizesEdit()->setText(sizes);
            page.startOrStop();
            QVERIFY(!page.runner().isRunning());
            QVERIFY2(page.verdict()->text().contains(words), qPrintable(page.verdict()->text()));
        }
        SizesPage& rates = *window.transferPage();
        rates.ratesEdit()->setText("0.1, 0.2");
        rates.startOrStop();
        QVERIFY2(
            rates.verdict()->text().contains("three different learning rates"), qPrintable(rates.verdict()->text()));
    }

    void itStops()
    {
        Document document;
        document.replace(dense(), {});
        SizesWindow window(document);
        SizesPage& page = *window.transferPage();
        page.stepsBox()->setValue(10000);
        page.startOrStop();
        QVERIFY(page.runner().isRunning());
        page.startOrStop();
        QTRY_VERIFY_WITH_TIMEOUT(!page.runner().isRunning(), 10000);
        QCOMPARE(page.verdict()->text(), QString("Stopped."));
        page.startOrStop();   // the work ends with the window
    }
};

STEPZERO_TEST(TestSizesWindow, QApplication)

}   // namespace tst_sizes_window
#include "tst_sizes_window.moc"
