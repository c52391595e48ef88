// SPDX-License-Identifier: GPL-3.0-or-later
// Readable themes, numbers in the form that people write, and ticks at round values.
#include <QFontInfo>
#include <QRegularExpression>
#include <QTextDocument>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words/off_scale.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/frame/ticks.h"
#include "widgets/style/math.h"
#include "widgets/style/style.h"

namespace tst_style {

using namespace stepzero;

namespace {

const QString offScale = QString::fromLatin1(off_scale_text);

/// Returns the contrast ratio of WCAG 2.
double contrast(const QColor& a, const QColor& b)
{
    const auto luminance = [](const QColor& c) {
        const auto linear = [](double s) { return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
    };
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

/// A perceived colour in CIELAB (D65), after a matrix on linear RGB.
using Matrix = std::array<std::array<double, 3>, 3>;
std::array<double, 3> seen(const QColor& color, const Matrix& sight);

/// Returns ΔE*ab.
double apart(const QColor& a, const QColor& b, const Matrix& sight)
{
    const auto p = seen(a, sight), q = seen(b, sight);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

std::array<double, 3> seen(const QColor& color, const Matrix& sight)
{
    const auto linear = [](double s) { return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4); };
    const auto product = [](const Matrix& m, const std::array<double, 3>& v) {
        std::array<double, 3> out {};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                out[i] += m[i][j] * v[j];
        return out;
    };
    std::array<double, 3> rgb = product(sight, {linear(color.redF()), linear(color.greenF()), linear(color.blueF())});
    for (double& part : rgb)
        part = std::clamp(part, 0.0, 1.0);
    const std::array<double, 3> xyz = product(
        {{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}},
        rgb);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : t * 841.0 / 108 + 4.0 / 29; };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

QStringList labels(const Ticks& ticks)
{
    QStringList words;
    for (const Tick& tick : ticks.ticks)
        words << tick.label;
    return words;
}

}   // namespace

class TestStyle : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { installFonts(); }

    void contrastIsEnough_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : themeNames())
            QTest::newRow(qPrintable(name)) << name;
    }
    void contrastIsEnough()
    {
        QFETCH(QString, name);
        const Theme& t = theme(name);
        QCOMPARE(t.name, name);
        QVERIFY(contrast(t.text, t.background) >= 7);
        QVERIFY(contrast(t.faint_text, t.background) >= 4.5);
        for (const QColor& color : {t.forward, t.gradient, t.weights, t.warning})
            QVERIFY2(contrast(color, t.background) >= 3, qPrintable(color.name()));
        QCOMPARE(t.palette.size(), 8);
        if (t.dark)
            for (const QColor& color : t.palette)
                QVERIFY2(contrast(color, t.background) >= 3, qPrintable(color.name()));
        QCOMPARE(t.tint(t.forward, 1), t.forward);
        QCOMPARE(t.tint(t.forward, 0), t.background);
        QCOMPARE(t.tint(t.forward, 0.5).alpha(), 255);
    }

    void coloursDifferInEveryEye_data()
    {
        QTest::addColumn<Matrix>("sight");
        QTest::newRow("usual") << Matrix {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        // Machado, Oliveira, Fernandes 2009: a physiologically based model, severity 1.
        QTest::newRow("protanopia") << Matrix {
            {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
        QTest::newRow("deuteranopia") << Matrix {
            {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
        QTest::newRow("tritanopia") << Matrix {
            {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
    }
    /// ΔE*ab of at least 10, where 2.3 is just noticeable (Mahy, Van Eycken, Oosterlinck 1994). It applies to colours
    /// that a figure draws side by side, to colours of cells, and to each against the background.
    void coloursDifferInEveryEye()
    {
        QFETCH(Matrix, sight);
        constexpr double least = 10;
        for (const QString& name : themeNames()) {
            const Theme& t = theme(name);
            const QVector<QColor> roles {t.text, t.forward, t.gradient, t.weights, t.warning, t.background};
            for (const QVector<QColor>& colors : {roles, t.palette})
                for (qsizetype i = 0; i < colors.size(); ++i)
                    for (qsizetype j = 0; j < i; ++j) {
                        const double distance = apart(colors[i], colors[j], sight);
                        QVERIFY2(distance >= least,
                            qPrintable(QStringLiteral("%1: %2 and %3 are %4 apart")
                                           .arg(name, colors[i].name(), colors[j].name())
                                           .arg(distance)));
                    }
        }
    }

    void pinsAreNeitherSignalNorGradientNorWeights_data() { coloursDifferInEveryEye_data(); }
    /// For every kind of colour vision, each pin differs from the figure's other colours and from the other pins. With
    /// normal vision, it has another hue than signal, gradient and weights.
    void pinsAreNeitherSignalNorGradientNorWeights()
    {
        QFETCH(Matrix, sight);
        constexpr double least = 15, otherHue = 20, grey = 5;   // ΔE*ab, degrees, chroma
        const Matrix usual {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        for (const QString& name : themeNames()) {
            const Theme& t = theme(name);
            QCOMPARE(t.pins.size(), 8);
            for (qsizetype i = 0; i < t.pins.size(); ++i) {
                const auto pin = seen(t.pins[i], usual);
                for (const QColor& other :
                    QVector<QColor> {t.forward, t.gradient, t.weights, t.background} + t.pins.mid(0, i)) {
                    const double distance = apart(t.pins[i], other, sight);
                    QVERIFY2(distance >= least,
                        qPrintable(QStringLiteral("%1: pin %2 and %3 are %4 apart")
                                       .arg(name, t.pins[i].name(), other.name())
                                       .arg(distance)));
                }
                for (const QColor& role : {t.forward, t.gradient, t.weights}) {
                    const auto of = seen(role, usual);
                    const double turn
                        = std::abs(std::remainder(std::atan2(pin[2], pin[1]) - std::atan2(of[2], of[1]), 2 * M_PI));
                    QVERIFY2(std::hypot(pin[1], pin[2]) < grey || turn * 180 / M_PI >= otherHue,
                        qPrintable(QStringLiteral("%1: the hue of pin %2 is near that of %3")
                                       .arg(name, t.pins[i].name(), role.name())));
                }
            }
        }
    }

    void highContrast()
    {
        const Theme& t = theme(QStringLiteral("contrast"));
        for (const QColor& color : {t.text, t.faint_text, t.forward, t.gradient, t.weights, t.warning})
            QVERIFY2(contrast(color, t.background) >= 7, qPrintable(color.name()));   // AAA of WCAG 2
    }

    void unknownThemeIsLight() { QCOMPARE(theme(QStringLiteral("sepia")).name, QStringLiteral("light")); }

    void bundledFontIsUsed()
    {
        const Style style {theme(QStringLiteral("light")), 1.5};
        QCOMPARE(QFontInfo(style.font()).family(), QStringLiteral("Inter"));
        QCOMPARE(style.font().pixelSize(), 18);
        QVERIFY(QFontInfo(style.titleFont()).weight() >= QFont::DemiBold);
    }

    void numbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("words");
        QTest::newRow("zero") << 0.0 << "0";
        QTest::newRow("one") << 1.0 << "1";
        QTest::newRow("trimmed") << 0.5 << "0.5";
        QTest::newRow("four digits") << 0.99341 << "0.9934";
        QTest::newRow("rounds up") << 0.99996 << "1";
        QTest::newRow("rounds into the next power") << 9999.6 << "10⁴";
        QTest::newRow("thousands") << 1234.4 << "1234";
        QTest::newRow("large") << 123456.0 << "1.235×10⁵";
        QTest::newRow("small") << 0.00123 << "0.00123";
        QTest::newRow("smaller") << 0.000123 << "1.23×10⁻⁴";
        QTest::newRow("power") << 1e-12 << "10⁻¹²";
        QTest::newRow("negative") << -2.5 << "−2.5";
        QTest::newRow("subnormal") << 4.94e-324 << "4.941×10⁻³²⁴";
        QTest::newRow("infinite") << -HUGE_VAL << "−∞";
        QTest::newRow("nan") << std::nan("") << "not a number";
    }
    void numbers()
    {
        QFETCH(double, value);
        QFETCH(QString, words);
        QCOMPARE(pretty(value), words);
    }

    void numbersBeyondDouble()
    {
        QCOMPARE(prettyLog10(-1505), QStringLiteral("10⁻¹⁵⁰⁵"));
        QCOMPARE(prettyLog10(1500 + std::log10(4.52)), QStringLiteral("4.52×10¹⁵⁰⁰"));
        QCOMPARE(prettyLog10(std::log10(0.5)), QStringLiteral("0.5"));
        QCOMPARE(prettyLog10(-HUGE_VAL), QStringLiteral("0"));
        QCOMPARE(alignedLog10(3000, true), QStringLiteral("−1.00×10³⁰⁰⁰"));
        QCOMPARE(aligned(1), QStringLiteral("1.00"));
        QCOMPARE(powerOfTen(-3), QStringLiteral("10⁻³"));
        QCOMPARE(powerOfTen(0), QStringLiteral("1"));
        QCOMPARE(powerOfTen(256), QStringLiteral("10²⁵⁶"));
    }

    /// A minus belongs to the number that it precedes.
    void signsAreNotDifferences()
    {
        const auto wide = [](const char* formula) { return typeset(QString::fromUtf8(formula), 16).width; };
        QVERIFY(wide("\"measured\" −8.43×10⁻⁴") < wide("\"measured\" − 8.43×10⁻⁴"));
        QCOMPARE(wide("a − b"), wide("a−b"));
        QCOMPARE(wide("= −b"), wide("=−b"));
    }

    void symbolsOfSentences_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("marked");
        QTest::addColumn<QString>("html");
        QTest::newRow("variance") << "σ_w² = 1.96 is too small"
                                  << "$σ_w²$ = 1.96 is too small"
                                  << "<i>σ</i><sub>w</sub>² = 1.96 is too small";
        QTest::newRow("fans") << "√(2/fan_in), fan_out."
                              << "√(2/$fan_in$), $fan_out$."
                              << "√(2/fan<sub>in</sub>), fan<sub>out</sub>.";
        QTest::newRow("a depth scale") << "6ξ_c, ξ_c 2.24"
                                       << "6$ξ_c$, $ξ_c$ 2.24"
                                       << "6<i>ξ</i><sub>c</sub>, <i>ξ</i><sub>c</sub> 2.24";
        QTest::newRow("slope") << "χ = σ_w² E[φ'(z)²] < 1"
                               << "$χ$ = $σ_w²$ E[$φ'$(z)²] < 1"
                               << "<i>χ</i> = <i>σ</i><sub>w</sub>² E[<i>φ</i>'(z)²] &lt; 1";
        QTest::newRow("root") << "by 1/√d_h and H_res"
                              << "by 1/$√d_h$ and $H_res$"
                              << "by 1/√<i>d</i><sub>h</sub> and <i>H</i><sub>res</sub>";
        for (const char* name : {"h.0.attn.c_proj.weight", "kaiming_normal (leaky_relu)", "A_log and dt_bias",
                 "/tmp/x_0.npy", "a_b_c", "norm_first"})
            QTest::newRow(name) << name << name << name;
        QTest::newRow("powers") << "from 1e-07 to 2.5e+12, -3"
                                << "from 10⁻⁷ to 2.5×10¹², −3"
                                << "from 10⁻⁷ to 2.5×10¹², −3";
        QTest::newRow("marked already") << "variance $σ_b²$"
                                        << "variance $σ_b²$" << QString();
    }

    void symbolsOfSentences()
    {
        QFETCH(QString, words);
        QFETCH(QString, marked);
        QFETCH(QString, html);
        QCOMPARE(withFormulas(words), marked);
        if (html.isNull())
            return;
        QCOMPARE(htmlWithFormulas(words), html);
        QTextDocument document;
        document.setHtml(html);
        QCOMPARE(formattedWithFormulas(words).text, document.toPlainText());
        QTextDocument markdown;
        markdown.setPlainText(withFormulas(words).contains(u'$') ? words : document.toPlainText());
        setFormulas(markdown);
        QCOMPARE(markdown.toPlainText(), document.toPlainText());
    }

    void ticksAreRound()
    {
        QCOMPARE(labels(ticksOf(Scale::linear, {0, 5}, 6)), QStringList({"0", "1", "2", "3", "4", "5"}));
        QCOMPARE(labels(ticksOf(Scale::linear, {-1, 1}, 4)), QStringList({"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
        // A single tick would not define a scale, however little room there is.
        QCOMPARE(labels(ticksOf(Scale::linear, {-0.26, 0.27}, 1)), QStringList({"−0.2", "0.0", "0.2"}));
        for (const double low : {-7.3, -1.0, 0.0, 0.3, 41.0, 1e-9})
            for (double span = 1e-3; span < 1e4; span *= 1.37)
                for (int most = 1; most <= 8; ++most)
                    QVERIFY(ticksOf(Scale::linear, {low, low + span}, most).ticks.size() >= 2);
        for (const double low : {-299.7, -6.3, -1.0, -0.9, 0.0})
            for (const double span : {0.8, 1.0, 1.7, 3.3, 14.0, 250.0})
                for (const int most : {1, 2, 3, 5})
                    QVERIFY2(ticksOf(Scale::log10, {low, low + span}, most).ticks.size() >= 2,
                        qPrintable(QStringLiteral("%1 + %2, %3").arg(low).arg(span).arg(most)));
        QCOMPARE(labels(ticksOf(Scale::log10, {-6, 0}, 3)), QStringList({"10⁻⁶", "10⁻⁴", "10⁻²", "1"}));
        QCOMPARE(labels(ticksOf(Scale::log10, {-1, 0}, 6)), QStringList({"0.1", "0.2", "0.5", "1"}));
        QCOMPARE(labels(ticksOf(Scale::count, {0.5, 32.5}, 7)), QStringList({"1", "5", "10", "15", "20", "25", "30"}));
        QCOMPARE(labels(ticksOf(Scale::count, {0.5, 1.5}, 7)), QStringList({"1"}));
        QCOMPARE(labels(ticksOf(Scale::count, {0.5, 10.5}, 7)), QStringList({"2", "4", "6", "8", "10"}));
        QCOMPARE(labels(ticksOf(Scale::percent, {0, 1}, 4)), QStringList({"0%", "25%", "50%", "75%", "100%"}));
        const Ticks tiny = ticksOf(Scale::linear, {0, 3e-5}, 4);
        QCOMPARE(tiny.exponent, -5);
        QCOMPARE(labels(tiny), QStringList({"0", "1", "2", "3"}));
    }

    /// For any range there are not too many ticks, all inside it, with distinct labels.
    void ticksOnAnyRange()
    {
        for (const Scale scale : {Scale::linear, Scale::log10, Scale::count, Scale::percent, Scale::symlog})
            for (const double middle : {0.0, 1.0, -0.37, 12.5, -1500.0, 4000.0})
                for (const double half : {1e-3, 0.1, 0.5, 3.0, 40.0, 2500.0}) {
                    const Range range {middle - half, middle + half};
                    const Ticks ticks = ticksOf(scale, range, 6, {-3});
                    QVERIFY(ticks.ticks.size() <= 16);
                    QSet<QString> seen;
                    for (const Tick& tick : ticks.ticks) {
                        QVERIFY(std::isfinite(tick.at));
                        QVERIFY(tick.at >= range.low - 1e-6 * half && tick.at <= range.high + 1e-6 * half);
                        QVERIFY2(!seen.contains(tick.label), qPrintable(tick.label));
                        seen << tick.label;
                    }
                }
        QVERIFY(ticksOf(Scale::linear, {1, 1}, 5).ticks.isEmpty());
        QVERIFY(ticksOf(Scale::log10, {0, HUGE_VAL}, 5).ticks.isEmpty());
    }

    /// Beyond 2^53 adding 1 does not change a number, and 10^(2^31) does not fit an int. Ticks are counted, and there
    /// are none off the scale.
    void ticksEnd()
    {
        const QRegularExpression unreadable(QStringLiteral("inf|nan|[⁰¹²³⁴⁵⁶⁷⁸⁹]{7}"));
        const QVector<double> sizes {1e-300, 1e-9, 1, 1e3, 1e6, 1e9, 0x1p31, 1e18, 1e200, 1e307};
        for (const Scale scale : {Scale::linear, Scale::log10, Scale::count, Scale::percent, Scale::symlog})
            for (const double at : sizes)
                for (const double sign : {-1, 0, 1})
                    for (const double half : sizes)
                        for (const int most : {1, 6, 100}) {
                            const Range range {sign * at - half, sign * at + half};
                            const Ticks ticks = ticksOf(scale, range, most, {-3});
                            QVERIFY(ticks.ticks.size() <= 2 * most_multiples);
                            for (const Tick& tick : ticks.ticks)
                                QVERIFY2(
                                    !tick.label.contains(unreadable) && tick.label != offScale, qPrintable(tick.label));
                            const Range out = roundedOut(scale, range);
                            QVERIFY(std::isfinite(out.span()) && out.span() > 0);
                            QVERIFY(scale != Scale::log10
                                || (out.low >= -most_decades && out.high <= most_decades && out.span() >= 0.5));
                        }
        QCOMPARE(labels(ticksOf(Scale::log10, {-1e9, 1e9}, 2)), QStringList({"10⁻²⁰⁰⁰⁰⁰", "1", "10²⁰⁰⁰⁰⁰"}));
        for (const double beyond : {300001.0, 1e9, 0x1p31, 1e18, double(HUGE_VAL)}) {
            QCOMPARE(prettyLog10(beyond), offScale);
            QCOMPARE(alignedLog10(beyond, true), offScale);
            QCOMPARE(powerOfTen(beyond), offScale);
            QCOMPARE(powerOfTwo(4 * beyond), offScale);
            if (std::isfinite(beyond))
                QCOMPARE(prettyLog10(-beyond), offScale);
        }
        QCOMPARE(prettyLog10(-HUGE_VAL), QStringLiteral("0"));   // exact zero
        QCOMPARE(powerOfTen(-300000), QStringLiteral("10⁻³⁰⁰⁰⁰⁰"));
    }

    void symlogThereAndBack()
    {
        const Symlog symlog {-4};
        for (const double log10 : {-7.0, -4.0, 0.0, 3.0, 400.0}) {
            const double at = symlog.at(log10, false);
            QVERIFY(at > 0);
            QCOMPARE(symlog.at(log10, true), -at);
            QVERIFY(std::abs(symlog.log10_magnitude(at) - log10) < 1e-9 * std::max(1.0, std::abs(log10)));
        }
    }

    void rangesAreRoundedOut()
    {
        QCOMPARE(roundedOut(Scale::log10, {-3.3, 0.3}), (Range {-4, 1}));
        const Range narrow = roundedOut(Scale::log10, {-0.3, 0.25});   // 0.5 to 1.8 becomes 0.2 to 2
        QVERIFY(std::abs(narrow.low - std::log10(0.2)) < 1e-9 && std::abs(narrow.high - std::log10(2.0)) < 1e-9);
        const Range flat = roundedOut(Scale::log10, {0, 0});
        QVERIFY(flat.low < 0 && flat.high > 0 && flat.span() >= 0.6);
        QCOMPARE(roundedOut(Scale::linear, {0, 0}), (Range {0, 1}));
        const Range range = roundedOut(Scale::linear, {0.1, 4.7});
        QVERIFY(range.low == 0 && range.high >= 4.7 && range.high <= 6);
    }
};

STEPZERO_TEST(TestStyle, QApplication)

}   // namespace tst_style
#include "tst_style.moc"
