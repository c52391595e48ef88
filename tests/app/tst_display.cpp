// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "app/display.h"
#include "tests/main/registered_test.h"
#include "widgets/language/language.h"

namespace tst_display {

using namespace stepzero;

class TestDisplay : public QObject {
    Q_OBJECT
private slots:
    void answers_data();
    void answers();
};

void TestDisplay::answers_data()
{
    QTest::addColumn<QByteArray>("platform");
    QTest::addColumn<QByteArray>("display");
    QTest::addColumn<QByteArray>("wayland");
    QTest::addColumn<QString>("reason");   // empty: a window can be opened
    QTest::newRow("none") << QByteArray() << QByteArray() << QByteArray()
                          << "neither DISPLAY nor WAYLAND_DISPLAY is set";
    QTest::newRow("dead X") << QByteArray() << QByteArray(":4711") << QByteArray()
                            << "no display server responds at DISPLAY=:4711";
    QTest::newRow("nonsense") << QByteArray() << QByteArray("what is this") << QByteArray()
                              << "no display server responds";
    QTest::newRow("xcb asked for") << QByteArray("xcb") << QByteArray(":4711") << QByteArray()
                                   << "no display server responds";
    QTest::newRow("dead Wayland") << QByteArray("wayland") << QByteArray() << QByteArray("wayland-4711")
                                  << "no display server responds";
    QTest::newRow("offscreen") << QByteArray("offscreen") << QByteArray() << QByteArray() << "";
}

void TestDisplay::answers()
{
    QFETCH(QByteArray, platform);
    QFETCH(QByteArray, display);
    QFETCH(QByteArray, wayland);
    QFETCH(QString, reason);
    const auto set
        = [](const char* name, const QByteArray& value) { value.isEmpty() ? qunsetenv(name) : qputenv(name, value); };
    set("QT_QPA_PLATFORM", platform);
    set("DISPLAY", display);
    set("WAYLAND_DISPLAY", wayland);
    const auto found = missing_display();
    QCOMPARE(found.has_value(), !reason.isEmpty());
    if (found)
        QVERIFY2(translated(*found).contains(reason), found->english().c_str());
}

STEPZERO_TEST(TestDisplay, NoApplication)

}   // namespace tst_display
#include "tst_display.moc"
