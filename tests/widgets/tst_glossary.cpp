// SPDX-License-Identifier: GPL-3.0-or-later
// The glossary: every entry is complete in both languages, labels name their terms, and the window shows the
// definitions.
#include <QComboBox>
#include <QFile>
#include <QHelpEvent>
#include <QRegularExpression>
#include <QTest>
#include <QToolTip>

#include "core/files/fields.h"
#include "core/network/init/scheme.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/sample_study.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/registry_choices.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/figures/picture.h"
#include "widgets/language/glossary.h"
#include "widgets/language/language.h"
#include "widgets/style/math.h"
#include "widgets/style/style.h"

namespace tst_glossary {

using namespace stepzero;

namespace {

struct In {
    explicit In(const QString& code) { setLanguage(code); }
    ~In() { setLanguage(QStringLiteral("en")); }
};

const QStringList codes {QStringLiteral("en"), QStringLiteral("zh_CN")};

const GlossaryEntry& entryOf(const QString& english)
{
    for (const GlossaryEntry& entry : glossary().entries())
        if (entry.english.names.first() == english)
            return entry;
    throw std::out_of_range(english.toStdString());
}

/// Returns the tooltip at a position.
QString tipAt(QWidget& widget, const QPoint& place)
{
    QHelpEvent help(QEvent::ToolTip, place, widget.mapToGlobal(place));
    QApplication::sendEvent(&widget, &help);
    return QToolTip::isVisible() ? QToolTip::text() : QString();
}

/// Returns all tooltips on a grid over the widget.
QString tipsOf(QWidget& widget)
{
    QStringList all;
    for (int y = 3; y < widget.height(); y += 7)
        for (int x = 3; x < widget.width(); x += 11)
            all << tipAt(widget, {x, y});
    all.removeDuplicates();
    return all.join('\n');
}

/// Returns the third column of a page's table, by the names in its first.
QMap<QString, QString> sourcesOf(const QString& page)
{
    QFile file(QStringLiteral(STEPZERO_SOURCE_DIR "/resources/manual/") + page);
    QMap<QString, QString> sources;
    if (!file.open(QIODevice::ReadOnly))
        return sources;
    static const QRegularExpression name(QStringLiteral("`([a-z0-9_]+)`"));
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        const QStringList cells = line.split('|');
        if (cells.size() != 5)
            continue;
        for (auto found = name.globalMatch(cells[1]); found.hasNext();)
            sources[found.next().captured(1)] = cells[3].trimmed();
    }
    return sources;
}

}   // namespace

class TestGlossary : public QObject {
    Q_OBJECT
private slots:
    void entriesAreWhole()
    {
        static const QRegularExpression space(QStringLiteral("\\s+")), raw(QStringLiteral("[\\\\_{}^$]")),
            halfWidth(QStringLiteral("[\\x{4e00}-\\x{9fff}][,;:?!]"));
        QVERIFY(glossary().entries().size() >= 50);
        for (const GlossaryEntry& entry : glossary().entries()) {
            const QString name = entry.english.names.first();
            const QString english = entry.english.definition, chinese = entry.chinese.definition;
            QVERIFY2(english.endsWith('.') && english.split(space).size() <= 25, qPrintable(name));
            QVERIFY2(chinese.endsWith(QStringLiteral("。")) && chinese.size() <= 60, qPrintable(name));
            QVERIFY2(!chinese.contains(halfWidth), qPrintable(chinese));
            QVERIFY2(!entry.chinese.names.first().isEmpty(), qPrintable(name));
            for (const QString& text : {english, chinese, entry.formula})
                QVERIFY2(!htmlWithFormulas(text).contains(raw), qPrintable(text));
        }
    }

    void termsAreFound()
    {
        for (const GlossaryEntry& entry : glossary().entries())
            for (const QString& name : entry.english.names)
                QVERIFY2(glossary().term(name) == &entry, qPrintable(name));
        const In language(QStringLiteral("zh_CN"));
        for (const GlossaryEntry& entry : glossary().entries()) {
            QVERIFY2(glossary().term(entry.chinese.names.first()) == &entry, qPrintable(entry.chinese.names.first()));
        }
    }

    void labelsNameTerms()
    {
        const auto named = [](const QString& label) {
            const GlossaryEntry* entry = glossary().term(label);
            return entry ? entry->english.names.first() : QString();
        };
        for (const auto& [label, term] : {std::pair("RMS of the output", "RMS"), {"logits", "logit"},
                 {"bias variance $σ_b²$", "bias variance"}, {"σ<sub>w</sub>", "weight variance"}, {"χ₁ 0.88", "χ₁"},
                 {"q* = 0.3", "q*"}, {"Correlation depth scale (ξ)", "depth scale"}, {"branch α", "branch"},
                 {"Cross-entropy, nats", "cross-entropy"}, {"gainful", ""}, {"batch_size", ""}, {"C", ""}, {"", ""}})
            QCOMPARE(named(QString::fromUtf8(label)), QString::fromUtf8(term));
        const In language(QStringLiteral("zh_CN"));
        for (const auto& [label, term] : {std::pair("输出的 RMS", "RMS"), {"残差流的 RMS", "RMS"}, {"分支 α", "branch"},
                 {"偏置方差 $σ_b²$", "bias variance"}, {"激活函数", "activation"}, {"键", ""}})
            QCOMPARE(named(QString::fromUtf8(label)), QString::fromUtf8(term));
    }

    void tooltipsHaveHelpAndDefinition()
    {
        QCOMPARE(withDefinition(QStringLiteral("nothing"), QStringLiteral("a < b")), QStringLiteral("a < b"));
        const QString tip = withDefinition(QStringLiteral("length map"), QStringLiteral("a < b"));
        QVERIFY(tip.startsWith(QStringLiteral("<p>a &lt; b</p>")));
        for (const char* part : {"<b>length map</b>", "as a function of", "<i>σ</i>", "Poole et al. 2016"})
            QVERIFY2(tip.contains(QString::fromUtf8(part)), part);
    }

    void panelShowsThem()
    {
        for (const QString& code : codes) {
            const In language(code);
            ExperimentPanel panel({});
            panel.setExperiment(usual_experiment());
            panel.show();
            auto* row = panel.findChild<LabeledSlider*>(QStringLiteral("network.width"));
            QVERIFY(row);
            const QString tip = tipAt(*row->label(), {3, 3});
            QVERIFY2(tip.contains(entryOf(QStringLiteral("width")).words().definition), qPrintable(tip));
            QVERIFY2(
                tip.contains(row->toolTip().isEmpty() ? row->label()->toolTip() : row->toolTip()), qPrintable(tip));
        }
    }

    void figuresShowThem()
    {
        const StudyPtr study = sampleStudy({.depth = 4});
        for (const QString& code : codes) {
            const In language(code);
            // A legend entry and an axis, and the two lines of a column title.
            for (const auto& [kind, terms] : {std::pair("signal", QStringList {"theory", "RMS"}),
                     {"summary", {"preactivation", "RMS", "fan_in", "dead units"}}}) {
                const auto figure = figureOf({kind, {}}, study, {theme(QStringLiteral("light"))});
                figure->resize(1400, 320);
                figure->show();
                const QString tips = tipsOf(*figure);
                for (const QString& term : terms)
                    QVERIFY2(tips.contains(entryOf(term).words().definition),
                        qPrintable(QStringLiteral("%1 in %2, %3: %4").arg(term, kind, code, tips)));
            }
        }
    }

    void schemesHaveVarianceAndSource()
    {
        for (const QString& code : codes) {
            const In language(code);
            ExperimentPanel panel({});
            panel.setExperiment(usual_experiment());
            const QComboBox* box = panel.findChild<InitializationSection*>()->weight()->box();
            const auto tipOf = [box](const char* name) {
                return box->itemData(box->findData(QString::fromLatin1(name)), Qt::ToolTipRole).toString();
            };
            QCOMPARE(tipOf("kaiming_normal"),
                QStringLiteral("kaiming_normal\nVar(W) = gain² / fan_in = 2 / fan_in\nHe et al. 2015"));
            QCOMPARE(tipOf("xavier_uniform"),
                QStringLiteral("xavier_uniform\nVar(W) = 2 / (fan_in + fan_out)\nGlorot and Bengio 2010"));
            QCOMPARE(tipOf("mean_field"), QStringLiteral("mean_field\nVar(W) = σ_w² / fan_in\nPoole et al. 2016"));
            QCOMPARE(tipOf("pytorch_linear"), QStringLiteral("pytorch_linear\nVar(W) = 1 / (3 fan_in)"));
            QCOMPARE(tipOf("uniform"), QStringLiteral("uniform\nVar(W) = (high − low)² / 12"));
            QCOMPARE(tipOf("orthogonal"),
                QStringLiteral("orthogonal\nVar(W) = gain² / max(fan_in, fan_out)\nSaxe et al. 2014"));
            QCOMPARE(tipOf("sparse"), QStringLiteral("sparse\nMartens 2010"));
        }
    }

    void sourcesAreThoseOfTheManual()
    {
        static const QRegularExpression year(QStringLiteral("\\d{4}"));
        for (const char* page : {"schemes.md", "zh_CN/schemes.md"}) {
            const QMap<QString, QString> sources = sourcesOf(QString::fromLatin1(page));
            for (const Scheme& scheme : schemes()) {
                const QString name = QString::fromStdString(scheme.name),
                              source = QString::fromStdString(scheme.source);
                QVERIFY2(sources.contains(name), scheme.name.c_str());
                QVERIFY2(
                    source.isEmpty() ? !sources[name].contains(year) : sources[name] == source, scheme.name.c_str());
            }
        }
    }
};

STEPZERO_TEST(TestGlossary, QApplication)

}   // namespace tst_glossary
#include "tst_glossary.moc"
