// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/main/registered_test.h"
#include "widgets/editors/labeled_slider.h"

Q_DECLARE_METATYPE(stepzero::SliderScale)

namespace tst_editor_slider {

using namespace stepzero;

class TestEditorSlider : public QObject {
    Q_OBJECT
private slots:
    void scale_data();
    void scale();
    void centredScaleIsFineAtItsCentre();
    void dragsWithTheMouse();
    void doubleClickResets();
    void keys();
    void exactEntry_data();
    void exactEntry();
    void keepsValuesBeyondTheSlider();
};

void TestEditorSlider::scale_data()
{
    QTest::addColumn<SliderScale>("scale");
    QTest::newRow("linear") << SliderScale::linear(0, 2);
    QTest::newRow("logarithmic") << SliderScale::logarithmic(0.1, 10);
    QTest::newRow("depth") << SliderScale::logarithmicInteger(1, 1000);
    QTest::newRow("width") << SliderScale::powersOfTwo(8, 4096);
    QTest::newRow("sigma") << SliderScale::centred(0, std::sqrt(2.0), 4);
}

void TestEditorSlider::scale()
{
    QFETCH(SliderScale, scale);
    QCOMPARE(scale.value(0), scale.low);
    QCOMPARE(scale.value(scale.last()), scale.high);
    for (int i = 0; i <= scale.last(); ++i) {
        const double value = scale.value(i);
        QVERIFY(value >= scale.low && value <= scale.high);
        if (scale.integer)
            QCOMPARE(value, std::round(value));
        if (i > 0)
            QVERIFY(value >= scale.value(i - 1));
        // Several positions may round to one integer, but the value must be recovered.
        QCOMPARE(scale.value(scale.position(value)), value);
    }
    // Keys reach the other end through distinct values only.
    double value = scale.low;
    int steps = 0;
    while (value < scale.high && steps < 1000) {
        const double next = scale.stepped(value, 1);
        QVERIFY(next > value);
        value = next;
        ++steps;
    }
    QCOMPARE(value, scale.high);
    QCOMPARE(scale.stepped(scale.high, 1), scale.high);
    QCOMPARE(scale.stepped(scale.high * 7, 1), scale.high * 7);
    QVERIFY(scale.stepped(scale.high * 7, -1) < scale.high * 7);
}

void TestEditorSlider::centredScaleIsFineAtItsCentre()
{
    const double centre = std::sqrt(2.0);
    const SliderScale scale = SliderScale::centred(0, centre, 4);
    const int middle = scale.last() / 2;
    QCOMPARE(scale.value(middle), centre);
    QVERIFY(scale.value(middle + 1) - centre < 0.01);
    QVERIFY(scale.value(scale.last()) - scale.value(scale.last() - 1) > 0.03);
}

void TestEditorSlider::dragsWithTheMouse()
{
    LabeledSlider row("depth", SliderScale::logarithmicInteger(1, 1000), 1, 10000);
    row.resize(360, 30);
    row.show();
    QVERIFY(QTest::qWaitForWindowExposed(&row));
    row.setValue(10);
    QSignalSpy edits(&row, &LabeledSlider::edited), started(&row, &LabeledSlider::dragStarted),
        ended(&row, &LabeledSlider::dragEnded);
    ExactSlider* slider = row.slider();
    QTest::mousePress(slider, Qt::LeftButton, {}, slider->handleCentre(slider->sliderPosition()));
    QCOMPARE(started.size(), 1);
    QCOMPARE(edits.size(), 0);   // pressing the handle changes nothing
    for (int position = 80; position <= slider->maximum(); position += 10)
        QTest::mouseMove(slider, slider->handleCentre(position));
    QVERIFY(edits.size() > 10);
    QVERIFY(row.isDragging());
    QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->handleCentre(slider->maximum()));
    QCOMPARE(ended.size(), 1);
    QCOMPARE(row.value(), 1000.0);
    QCOMPARE(row.box()->value(), 1000.0);
}

void TestEditorSlider::doubleClickResets()
{
    LabeledSlider row("gain", SliderScale::logarithmic(0.1, 10), 0, 1e30);
    row.resize(360, 30);
    row.setDefault(1);
    row.setValue(3);
    QTest::mouseDClick(row.slider(), Qt::LeftButton, {}, row.slider()->handleCentre(200));
    QCOMPARE(row.value(), 1.0);
    row.setValue(3);
    QTest::mouseDClick(row.label(), Qt::LeftButton);
    QCOMPARE(row.value(), 1.0);
}

void TestEditorSlider::keys()
{
    LabeledSlider row("width", SliderScale::powersOfTwo(8, 4096), 1, 65536);
    row.setValue(256);
    QTest::keyClick(row.slider(), Qt::Key_Right);
    QCOMPARE(row.value(), 512.0);
    QTest::keyClick(row.slider(), Qt::Key_Left);
    QTest::keyClick(row.slider(), Qt::Key_Left);
    QCOMPARE(row.value(), 128.0);
    QTest::keyClick(row.slider(), Qt::Key_Home);
    QCOMPARE(row.value(), 8.0);
    row.setValue(300);   // between two powers: keys lead to the next one on either side
    QTest::keyClick(row.slider(), Qt::Key_Right);
    QCOMPARE(row.value(), 512.0);
    row.setValue(300);
    QTest::keyClick(row.slider(), Qt::Key_Left);
    QCOMPARE(row.value(), 256.0);
}

void TestEditorSlider::exactEntry_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("value");
    QTest::newRow("plain") << "0.087" << 0.087;
    QTest::newRow("many digits") << "1.41421356237309505" << 1.41421356237309505;
    QTest::newRow("power of ten") << "1e-5" << 1e-5;
    QTest::newRow("comma") << "2,5" << 2.5;
    QTest::newRow("too large") << "1e9" << 1.0;   // the value does not change
    QTest::newRow("no number") << "e" << 1.0;
}

void TestEditorSlider::exactEntry()
{
    QFETCH(QString, typed);
    QFETCH(double, value);
    NumberBox box(0, 100, false);
    box.show();
    box.setValue(1);
    box.findChild<QLineEdit*>()->selectAll();
    QTest::keyClicks(&box, typed);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), value);
    // The box shows at most six digits of a long number, and does not replace the number by them when it loses the
    // focus.
    QVERIFY2(std::abs(box.text().toDouble() - value) <= 5e-6 * std::abs(value), qPrintable(box.text()));
    QVERIFY(box.text().size() <= 10);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), value);
}

void TestEditorSlider::keepsValuesBeyondTheSlider()
{
    LabeledSlider row("depth", SliderScale::logarithmicInteger(1, 1000), 1, 10000);
    row.box()->findChild<QLineEdit*>()->selectAll();
    QTest::keyClicks(row.box(), "5000");
    QTest::keyClick(row.box(), Qt::Key_Return);
    QCOMPARE(row.value(), 5000.0);
    QCOMPARE(row.box()->text(), QString("5000"));
    QCOMPARE(row.slider()->sliderPosition(), row.slider()->maximum());
}

STEPZERO_TEST(TestEditorSlider, QApplication)

}   // namespace tst_editor_slider
#include "tst_editor_slider.moc"
