// SPDX-License-Identifier: GPL-3.0-or-later
// A Text is rendered completely: arguments, plurals that agree with numbers, nested Texts, and translated formats.
#include <QtTest>
#include <map>

#include "core/base/words/text.h"
#include "tests/main/registered_test.h"

namespace tst_text {

using namespace stepzero;

class TestText : public QObject {
    Q_OBJECT
private slots:
    void places();
    void numbers_data();
    void numbers();
    void joins();
    void translations();
    void wrongArguments();
};

void TestText::places()
{
    QCOMPARE(stepzero::tr("the layer").english(), std::string("the layer"));
    QCOMPARE(
        stepzero::tr("%2 of layer %1", 3, "%1").english(), std::string("%1 of layer 3"));   // a name has no arguments
    QCOMPARE(
        stepzero::tr("%1: %2", stepzero::tr("layer %1", 4), std::string("σ")).english(), std::string("layer 4: σ"));
    QCOMPARE(stepzero::tr("5% of %1", 7u).english(), std::string("5% of 7"));
    QVERIFY(Text().empty() && Text().english().empty());
    QVERIFY(stepzero::tr("%1", 1) == stepzero::tr("%1", 1) && !(stepzero::tr("%1", 1) == stepzero::tr("%1", 2))
        && !(stepzero::tr("a") == Text::name("a")));
}

void TestText::numbers_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("none") << 0 << "0 layers are dead"
                          << "layers dead: 0";
    QTest::newRow("one") << 1 << "1 layer is dead"
                         << "layer dead: 1";
    QTest::newRow("many") << 12 << "12 layers are dead"
                          << "layers dead: 12";
}

/// Words agree with a number, not with a name before it.
void TestText::numbers()
{
    QFETCH(int, number);
    QTEST(QString::fromStdString(stepzero::tr("%1 {layer is|layers are} dead", number).english()), "before");
    QTEST(QString::fromStdString(stepzero::tr("{layer|layers} dead: %1", number).english()), "after");
    QCOMPARE(stepzero::tr("%1: %2 {unit|units}", "2", number).english(),
        "2: " + std::to_string(number) + (number == 1 ? " unit" : " units"));
    QCOMPARE(stepzero::tr("%1 {layer|layers} of %2 {unit|units}", 1, number).english(),
        "1 layer of " + std::to_string(number) + (number == 1 ? " unit" : " units"));
    QCOMPARE(stepzero::tr("{a} or {b} of %1", number).english(), "{a} or {b} of " + std::to_string(number));   // a set
}

void TestText::joins()
{
    QCOMPARE(stepzero::joined({stepzero::tr("a"), {}, stepzero::tr("b %1", 2), Text::name("c")}, ", ").english(),
        std::string("a, b 2, c"));
    QVERIFY(stepzero::joined({{}, stepzero::tr("a")}, "; ") == stepzero::tr("a"));
    QVERIFY(stepzero::joined({}, "; ").empty());
}

/// Texts without translation are shown in English, and names unchanged.
void TestText::translations()
{
    const std::map<std::string, std::string> known {
        {"%1 of layer %2", "<%2> %1"}, {"the {RMS|sizes} of %1", "R(%1)"}, {"name", "wrong"}};
    const auto translate = [&](const Text& text) {
        const auto found = known.find(text.format());
        return found == known.end() ? std::string() : found->second;
    };
    QCOMPARE(
        stepzero::rendered(stepzero::tr("%1 of layer %2", stepzero::tr("the {RMS|sizes} of %1", 3), "name"), translate),
        std::string("<name> R(3)"));
    QCOMPARE(stepzero::rendered(stepzero::tr("unknown %1", stepzero::tr("%1 of layer %2", "x", 1)), translate),
        std::string("unknown <1> x"));
}

/// Mistakes of programmers.
void TestText::wrongArguments()
{
    QVERIFY_EXCEPTION_THROWN(stepzero::tr("%1 and %2", 1), std::logic_error);
    QVERIFY_EXCEPTION_THROWN(stepzero::tr("%1", 1, 2), std::logic_error);
}

STEPZERO_TEST(TestText, NoApplication)

}   // namespace tst_text
#include "tst_text.moc"
