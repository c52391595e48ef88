// SPDX-License-Identifier: GPL-3.0-or-later
// Findings in the window: what is listed is what was found, and a click or a key asks for the fix under it.
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>

#include "core/diagnose/finding.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/presets.h"
#include "core/study/make_study.h"
#include "widgets/figures/findings.h"

using namespace stepzero;

namespace {

StudyPtr studyOf(const char* preset)
{
    static std::map<std::string, StudyPtr> known;
    StudyPtr& study = known[preset];
    if (!study) {
        Experiment e = std::get<Experiment>(parse_experiment(find_preset(preset)->text));
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
        figure.setStudy(study);
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
        figure.setStudy(study);
        QTRY_VERIFY(!figure.fixPlaces().isEmpty());
        QSignalSpy chosen(&figure, &FindingsFigure::fixChosen);
        const auto first = figure.fixPlaces().front();
        QTest::mouseClick(&figure, Qt::LeftButton, {}, first.area.center().toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][1].toInt(), first.finding);
        QCOMPARE(chosen[0][2].toInt(), first.fix);
        // Beside a fix nothing is asked for.
        QTest::mouseClick(&figure, Qt::LeftButton, {}, QPoint(2, int(first.area.bottom()) + 1));
        QCOMPARE(chosen.size(), 1);
        figure.setFocus();
        QTest::keyClick(&figure, Qt::Key_Down);
        QTest::keyClick(&figure, Qt::Key_Down);
        QTest::keyClick(&figure, Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[1][2].toInt(), figure.fixPlaces()[1].fix);
    }

    void healthyNetworksAndPreviews()
    {
        const StudyPtr healthy = studyOf("notes-he");
        QVERIFY(healthy->findings->empty());
        FindingsFigure figure(nullptr);
        figure.setStyle({theme(QStringLiteral("light")), 1});
        figure.resize(500, 300);
        figure.setStudy(studyOf("notes-naive"));
        QImage before(500, 300, QImage::Format_RGB32), after(before), none(before);
        const auto draw = [&](QImage& image) {
            QPainter painter(&image);
            figure.paint(painter, QSizeF(image.size()));
        };
        draw(before);
        // A preview is not diagnosed: the last findings stay.
        auto preview = std::make_shared<Study>(*healthy);
        preview->findings = nullptr;
        figure.setStudy(preview);
        draw(after);
        QCOMPARE(after, before);
        figure.setStudy(healthy);
        draw(none);
        QVERIFY(none != before);
        QVERIFY(figure.fixPlaces().isEmpty());
        QVERIFY(figure.table().rows.isEmpty());
    }
};

QTEST_MAIN(TestFigureFindings)
#include "tst_figure_findings.moc"
