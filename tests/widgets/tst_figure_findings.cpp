// SPDX-License-Identifier: GPL-3.0-or-later
// Findings in the window: the list has what was found, and a click or a key requests the fix at that place.
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>

#include "core/diagnose/finding.h"
#include "core/study/make_study.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/network/findings.h"

namespace tst_figure_findings {

using namespace stepzero;

namespace {

StudyPtr studyOf(const char* preset)
{
    static std::map<std::string, StudyPtr> known;
    StudyPtr& study = known[preset];
    if (!study) {
        Experiment e = networks::preset(preset);
        e.network.width = 64;
        e.input.samples = 64;
        e.measure.jacobian = false;
        StudyCaches caches(64 << 20);
        study = full_study({e, 1, {}, nullptr, {}}, caches, {});
    }
    return study;
}

}   // namespace

class TestFigureFindings : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    void listsWhatWasFound()
    {
        const StudyPtr study = studyOf("notes-naive");
        QVERIFY(study->findings && !study->findings->empty());
        FindingsFigure figure(nullptr);
        figure.setStyle({theme(QStringLiteral("light")), 1});
        figure.resize(500, 300);
        figure.setExhibit(study);
        const FigureTable table = figure.table();
        QCOMPARE(std::size_t(table.rows.size()), study->findings->size());
        QCOMPARE(table.rows[0][0].toStdString(), study->findings->front().id);
        for (const QSize size : {QSize(260, 120), QSize(500, 300), QSize(1600, 900)}) {
            QImage image(size, QImage::Format_RGB32);
            QPainter painter(&image);
            figure.paint(painter, QSizeF(size));
            int ink = 0;
            for (int x = 0; x < size.width(); ++x)
                for (int y = 0; y < size.height(); ++y)
                    ink += image.pixel(x, y) != image.pixel(size.width() - 1, 0) ? 1 : 0;
            QVERIFY(ink > 500);
        }
        QCOMPARE(figure.recomputations(), 1);
    }

    void fixesAreChosen()
    {
        const StudyPtr study = studyOf("notes-naive");
        FindingsFigure figure(nullptr);
        figure.setStyle({theme(QStringLiteral("light")), 1});
        figure.resize(500, 400);
        figure.show();
        QVERIFY(QTest::qWaitForWindowExposed(&figure));
        figure.setExhibit(study);
        QTRY_VERIFY(!figure.fixPlaces().isEmpty());
        QSignalSpy chosen(&figure, &FindingsFigure::fixChosen);
        const auto first = figure.fixPlaces().front();
        QTest::mouseClick(&figure, Qt::LeftButton, {}, first.area.center().toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][1].toInt(), first.finding);
        QCOMPARE(chosen[0][2].toInt(), first.fix);
        // A click next to a fix requests nothing.
        QTest::mouseClick(&figure, Qt::LeftButton, {}, QPoint(2, int(first.area.bottom()) + 1));
        QCOMPARE(chosen.size(), 1);
        figure.setFocus();
        QTest::keyClick(&figure, Qt::Key_Down);
        QTest::keyClick(&figure, Qt::Key_Down);
        QTest::keyClick(&figure, Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[1][2].toInt(), figure.fixPlaces()[1].fix);
    }

    /// After a moment, the mouse or the keyboard requests an overlay, and the request ends later.
    void lookedAtTheyAskForAnOverlay()
    {
        const StudyPtr study = studyOf("notes-naive");
        FindingsFigure figure(nullptr);
        figure.setStyle({theme(QStringLiteral("light")), 1});
        figure.resize(500, 600);
        figure.show();
        QVERIFY(QTest::qWaitForWindowExposed(&figure));
        figure.setExhibit(study);
        QTRY_VERIFY(figure.fixPlaces().size() >= 2);
        QSignalSpy asked(&figure, &FindingsFigure::fixPreviewed), ended(&figure, &FindingsFigure::fixPreviewEnded);
        const auto places = figure.fixPlaces();
        const auto move = [&](const QRectF& area) { QTest::mouseMove(&figure, area.center().toPoint()); };
        move(places[0].area);
        QVERIFY(asked.isEmpty());
        QTRY_COMPARE(asked.size(), 1);
        QCOMPARE(asked[0][1].toInt(), places[0].finding);
        QCOMPARE(asked[0][2].toInt(), places[0].fix);
        move(places[0].area.translated(1, 0));   // the same fix
        QCOMPARE(ended.size(), 0);
        move(places[1].area);
        QCOMPARE(ended.size(), 1);
        QTRY_COMPARE(asked.size(), 2);
        QCOMPARE(asked[1][2].toInt(), places[1].fix);
        // The same findings in another view of the study keep their state; another experiment has other findings.
        auto moved = std::make_shared<Study>(*study);
        moved->layer = 3;
        figure.setExhibit(moved);
        QTRY_VERIFY(figure.shownStudy() == moved);
        QCOMPARE(ended.size(), 1);
        figure.setExhibit(studyOf("notes-he"));
        QTRY_COMPARE(ended.size(), 2);

        figure.setExhibit(study);
        QTRY_VERIFY(figure.shownStudy() == study && figure.fixPlaces().size() >= 2);
        figure.setFocus();
        QTest::keyClick(&figure, Qt::Key_Down);
        QTRY_COMPARE(asked.size(), 3);
        QCOMPARE(asked[2][2].toInt(), places[0].fix);
        figure.clearFocus();
        QCOMPARE(ended.size(), 3);
        // A fix that disappears before the moment has passed requests nothing.
        QTest::keyClick(&figure, Qt::Key_Down);
        figure.hide();
        QTest::qWait(400);
        QCOMPARE(asked.size(), 3);
    }

    void whatAFixChanges()
    {
        const StudyPtr before = studyOf("notes-naive");
        const Finding& finding = before->findings->front();
        StudyCaches caches(64 << 20);
        const StudyPtr after
            = full_study({finding.fixes.front().experiment(caches.noise, {}), 2, {}, nullptr, {}}, caches, {});
        const QString text = fixNumbers(finding, *before, *after);
        const auto last = [](const StudyPtr& s) {
            const Distribution& d = *s->measurement->output(s->measurement->depth());
            return alignedLog10(std::log10(d.rms) + double(d.exponent) * std::log10(2.0), false);
        };
        const auto ratio = [](const StudyPtr& s) {
            const Distribution &a = *s->measurement->gradient(1),
                               &b = *s->measurement->gradient(s->measurement->depth());
            return alignedLog10(std::log10(a.rms / b.rms) + double(a.exponent - b.exponent) * std::log10(2.0), false);
        };
        QVERIFY2(text.contains(QStringLiteral("last RMS %1 → %2").arg(last(before), last(after))), qPrintable(text));
        QVERIFY2(
            text.contains(QStringLiteral("gradient ratio %1 → %2").arg(ratio(before), ratio(after))), qPrintable(text));
        QVERIFY2(text.contains(
                     QStringLiteral("findings %1 → %2").arg(before->findings->size()).arg(after->findings->size())),
            qPrintable(text));
        // For a dead network nothing is left out.
        auto dead = std::make_shared<Study>(*after);
        auto measurement = std::make_shared<Measurement>(*after->measurement);
        for (int layer = 1; layer <= measurement->depth(); ++layer) {
            outputOf(*measurement, layer).value->rms = 0;
            preactivationOf(*measurement, layer).gradient->rms = 0;
        }
        dead->measurement = measurement;
        dead->findings = Absence::not_yet;
        const QString lost = fixNumbers(finding, *before, *dead);
        QVERIFY2(lost.contains(QStringLiteral("last RMS %1 → 0").arg(last(before))), qPrintable(lost));
        QVERIFY2(!lost.contains(QStringLiteral("findings")), qPrintable(lost));
    }

    /// The hint appears only while a fix is previewed, and only for its own pin.
    void theHintHasTheNumbers()
    {
        const StudyPtr before = studyOf("notes-naive"), after = studyOf("notes-he");
        for (const char* look : {"light", "dark"}) {
            FindingsFigure figure(nullptr);
            figure.setStyle({theme(QLatin1String(look)), 1});
            figure.resize(520, 300);
            figure.show();
            QVERIFY(QTest::qWaitForWindowExposed(&figure));
            figure.setExhibit(before);
            QTRY_VERIFY(!figure.fixPlaces().isEmpty());
            const auto place = figure.fixPlaces().front();
            const Fix& fix = (*before->findings)[std::size_t(place.finding)].fixes[std::size_t(place.fix)];
            const Pin own {after, fixPinName(QString::fromStdString(fix.label.english())), 4, true};
            const Pin other {after, QStringLiteral("a pin"), 4, true};
            const QColor color = pinLook(4, theme(QLatin1String(look))).color;
            const auto marked = [&] {
                QImage image(520, 300, QImage::Format_RGB32);
                QPainter painter(&image);
                figure.paint(painter, QSizeF(image.size()));
                int n = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x)
                        n += image.pixelColor(x, y) == color;
                return n;
            };
            figure.setPins({own});
            QCOMPARE(marked(), 0);
            QSignalSpy asked(&figure, &FindingsFigure::fixPreviewed);
            QTest::mouseMove(&figure, place.area.center().toPoint() + QPoint(2, 0));
            QTest::mouseMove(&figure, place.area.center().toPoint());
            QTRY_COMPARE(asked.size(), 1);
            QVERIFY(marked() >= 9);
            figure.setPins({other});
            QCOMPARE(marked(), 0);
        }
    }

    void healthyNetworksAndPreviews()
    {
        const StudyPtr healthy = studyOf("notes-he");
        QVERIFY(healthy->findings->empty());
        FindingsFigure figure(nullptr);
        figure.setStyle({theme(QStringLiteral("light")), 1});
        figure.resize(500, 300);
        figure.setExhibit(studyOf("notes-naive"));
        QImage before(500, 300, QImage::Format_RGB32), after(before), none(before);
        const auto draw = [&](QImage& image) {
            QPainter painter(&image);
            figure.paint(painter, QSizeF(image.size()));
        };
        draw(before);
        QVERIFY(!figure.fixPlaces().isEmpty());
        // A preview has no diagnosis. The last findings stay with their own study, which the board dims.
        const auto previewOf = [](const StudyPtr& study) {
            auto preview = std::make_shared<Study>(*study);
            preview->findings = Absence::not_yet;
            preview->stage = Stage::preview;
            return preview;
        };
        figure.setExhibit(previewOf(studyOf("notes-naive")));
        draw(after);
        QCOMPARE(after, before);
        figure.setExhibit(previewOf(healthy));
        draw(after);
        QCOMPARE(after, before);
        QVERIFY(figure.exhibit() == studyOf("notes-naive"));
        figure.setExhibit(healthy);
        draw(none);
        QVERIFY(none != before);
        QVERIFY(figure.fixPlaces().isEmpty());
        QVERIFY(figure.table().rows.isEmpty());
    }
};

STEPZERO_TEST(TestFigureFindings, QApplication)

}   // namespace tst_figure_findings
#include "tst_figure_findings.moc"
