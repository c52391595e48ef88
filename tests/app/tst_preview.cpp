// SPDX-License-Identifier: GPL-3.0-or-later
// The preview of an export: the layout of the picture itself, drawn once for quick changes, with its size in words.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include "app/application.h"
#include "app/export_dialog.h"
#include "app/picture_preview.h"
#include "app/settings.h"
#include "core/study/make_study.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_preview {

using namespace stepzero;

namespace {

StudyPtr smallStudy()
{
    static const StudyPtr study = [] {
        StudyCaches caches(std::size_t(1) << 24);
        return full_study({networks::of_kind("dense", 3, 16, {}, 8), 1, {}, nullptr, {}}, caches, {});
    }();
    return study;
}

QVector<PicturePart> signalPart() { return {{"signal", {}}}; }

}   // namespace

class TestPreview : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void smaller_data()
    {
        QTest::addColumn<QSize>("pixels");
        QTest::addColumn<double>("dpi");
        QTest::addColumn<QSize>("small");
        QTest::newRow("wide") << QSize(1600, 900) << 96.0 << QSize(400, 225);
        QTest::newRow("tall") << QSize(1000, 3000) << 300.0 << QSize(100, 300);
        QTest::newRow("fits") << QSize(200, 100) << 96.0 << QSize(200, 100);
        QTest::newRow("thin") << QSize(20000, 1) << 96.0 << QSize(400, 1);
    }
    /// The logical size stays, so the layout does.
    void smaller()
    {
        QFETCH(QSize, pixels);
        QFETCH(double, dpi);
        QFETCH(QSize, small);
        PictureOptions options;
        options.pixels = pixels;
        options.dpi = dpi;
        const PictureOptions result = previewOptions(options, {400, 300});
        QCOMPARE(result.pixels, small);
        QVERIFY(qAbs(result.pixels.width() / result.dpi - pixels.width() / dpi) < 0.01 * pixels.width() / dpi);
    }

    void sizes()
    {
        PictureOptions options;
        options.pixels = {1000, 500};
        options.dpi = 254;
        QCOMPARE(sizeWords(options, "png"), QString("1000 × 500 pixels"));
        QCOMPARE(sizeWords(options, "svg"), QString("1000 × 500 pixels, sharp at any size"));
        QCOMPARE(sizeWords(options, "pdf"), QString("page of 100 × 50 mm"));
    }

    /// Quick changes draw the last one alone; the words then name the size of the file, as the export writes it.
    void newestWins()
    {
        int drawn = 0;
        PicturePreview preview(
            smallStudy(),
            [&drawn] {
                ++drawn;
                return signalPart();
            },
            nullptr);
        preview.resize(380, 300);
        PictureOptions options;
        options.theme = "dark";
        for (const int width : {300, 500, 800}) {
            options.pixels = {width, 400};
            preview.request(options, "png");
        }
        QVERIFY(preview.image().isNull());
        QTRY_VERIFY(!preview.image().isNull());
        QVERIFY(drawn <= 2);   // the second time for the size of the file
        QCOMPARE(preview.image().width(), 2 * preview.image().height());
        QVERIFY(preview.image().pixelColor(0, 0).lightness() < 100);
        QVERIFY(preview.words().startsWith("800 × 400 pixels"));
        const qint64 bytes = pictureFormats().front().render(smallStudy(), signalPart(), options).size();
        QTRY_COMPARE(
            preview.words(), "800 × 400 pixels, " + QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat));
    }

    /// Every choice of the dialog changes the preview.
    void followsTheDialog()
    {
        QTemporaryDir folder;
        Settings settings(folder.path());
        ExportDialog dialog(settings, "figure", "figure.png");
        QVERIFY(!dialog.preview());
        dialog.showPreview(smallStudy(), signalPart);
        const PicturePreview& preview = *dialog.preview();
        dialog.show();
        QTRY_VERIFY(preview.words().startsWith("1600 × 900 pixels"));
        dialog.widthBox()->setValue(900);
        QTRY_VERIFY(preview.words().startsWith("900 × 900 pixels"));
        QCOMPARE(preview.image().width(), preview.image().height());
        dialog.dpiBox()->setValue(2400);
        dialog.unitBox()->setCurrentIndex(1);   // rounded to 9.5 mm
        QTRY_VERIFY(preview.words().startsWith("898 × 898 pixels"));
        dialog.unitBox()->setCurrentIndex(0);
        dialog.dpiBox()->setValue(96);
        dialog.widthBox()->setValue(900);
        dialog.heightBox()->setValue(900);
        dialog.setPath(folder.filePath("a.pdf"));
        QTRY_VERIFY(preview.words().startsWith("page of 238 × 238 mm"));
        auto* theme = dialog.findChildren<QComboBox*>().last();
        QVERIFY(preview.image().pixelColor(0, 0).lightness() > 200);
        theme->setCurrentIndex(theme->findData("dark"));
        QTRY_VERIFY(preview.image().pixelColor(0, 0).lightness() < 100);
        if (const QString pictures = qEnvironmentVariable("STEPZERO_PICTURES"); !pictures.isEmpty())
            dialog.grab().save(pictures + "/export-preview.png");
    }
};

STEPZERO_TEST(TestPreview, QApplication)

}   // namespace tst_preview
#include "tst_preview.moc"
