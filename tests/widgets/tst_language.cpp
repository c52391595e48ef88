// SPDX-License-Identifier: GPL-3.0-or-later
// The other language: every text has a translation that fits, sentences that the core puts together are said in it
// whole, files stay English, and every character is drawn.
#include <QGlyphRun>
#include <QProcess>
#include <QRawFont>
#include <QTextLayout>
#include <QtTest>
#include <algorithm>
#include <array>

#include "core/diagnose/verdict.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "tests/core/diagnose_cases.h"
#include "tests/core/random_experiments.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/language/catalog.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

using namespace stepzero;

namespace {

struct In {
    explicit In(const QString& code) { setLanguage(code); }
    ~In() { setLanguage(QStringLiteral("en")); }
};

const QString chinese = QStringLiteral("zh_CN");

/// Words of English that are left in a Chinese text: not names, formulas and numbers.
QStringList englishIn(QString text)
{
    static const QRegularExpression names(QStringLiteral(
        "\\b(ReLU|GELU|SiLU|Swish|ELU|SELU|CELU|Mish|tanh|Tanh|sigmoid|Sigmoid|relu|gelu|silu|softmax|logit|nat|He|"
        "Kaiming|"
        "Xavier|Glorot|LeCun|LSUV|LoRA|PiSSA|LayerNorm|RMSNorm|BatchNorm|GroupNorm|SkipInit|DyT|RMS|fan_in|fan_out|"
        "float32|fp16|bf16|fp8|GPT|Mamba|PyTorch|JAX|Keras|std|mean|ln|Var|max|min|MLP|QKV|QK|KV|ResNet|stem|Adam|SGD|"
        "Hermite|orthogonal|normal|Transformer|ViT|CNN|LN|LLaMA|BERT|"
        "post|sandwich|timm|mish|leaky_relu|softplus|softsign|hardtanh|hardswish|hardsigmoid|prelu|swiglu|geglu|reglu|"
        "bilinear)\\b"));
    static const QRegularExpression word(QStringLiteral("(?<![\\w.^_(/])[a-z]{4,}(?![\\w(_^.])"));
    text.remove(names);
    QStringList left;
    for (auto words = word.globalMatch(text); words.hasNext();)
        left << words.next().captured();
    return left;
}

}   // namespace

class TestLanguage : public QObject {
    Q_OBJECT
private slots:
    void everyTextIsTranslated();
    void placesAreTakenInTheirOrder();
    void wishes_data();
    void wishes();
    void findings();
    void labels();
    void tablesStayEnglish();
    void charactersAreDrawn();
};

/// The script looks through the sources, by lupdate and for the core by itself.
void TestLanguage::everyTextIsTranslated()
{
    QProcess script;
    script.setProcessChannelMode(QProcess::MergedChannels);
    script.start(QStringLiteral("python3"),
        {QStringLiteral(STEPZERO_SOURCE_DIR "/resources/translations/update.py"), QStringLiteral("--check")});
    QVERIFY2(script.waitForFinished(60000), "python3 and lupdate (qt6-l10n-tools) are needed");
    const QByteArray told = script.readAll();
    QVERIFY2(script.exitStatus() == QProcess::NormalExit && script.exitCode() == 0, told.constData());
    const int texts = QString::fromUtf8(told).section(QLatin1Char(' '), 0, 0).toInt();
    QVERIFY2(texts > 2500, told.constData());
}

void TestLanguage::placesAreTakenInTheirOrder()
{
    const auto message = [](const QString& source, const QString& translation) {
        return QStringLiteral("<message><source>%1</source><translation>%2</translation></message>")
            .arg(source, translation);
    };
    const Catalog catalog((QStringLiteral("<TS><context><name>core</name>")
        + message("%1 of the units of layer %2 are 0", "层 %2 的神经元有 %1 为 0") + message("%1 of %2", "%2 的 %1")
        + message("the gradient %1", "梯度%1") + message("vanishes", "消失") + message("; %1 from %2", "；%1自%2起")
        + message("layer %1", "层 %1") + message("heads", "头数") + message("here", "此处")
        + QStringLiteral("<message><source>later</source><translation type=\"unfinished\">")
        + QStringLiteral("以后</translation></message></context><context><name>window</name>")
        + message("%1 of %2", "%1/%2") + message("heads", "头") + QStringLiteral("</context></TS>"))
                              .toUtf8());
    // The template with the most letters; a part that has words of its own; a clause that was added.
    QCOMPARE(catalog.sentence("37 % of the units of layer 3 are 0"), QString("层 3 的神经元有 37 % 为 0"));
    QCOMPARE(catalog.sentence("the gradient vanishes"), QString("梯度消失"));
    QCOMPARE(catalog.sentence("the gradient vanishes; fp16 from layer 2"), QString("梯度消失；fp16 自层 2 起"));
    QCOMPARE(catalog.sentence("later"), QString("later"));
    // What the window and the core both say, each has in its own words.
    QCOMPARE(catalog.translation("%1 of %2"), QString("%1/%2"));
    QCOMPARE(catalog.translation("heads"), QString("头"));
    QCOMPARE(catalog.translation("here"), QString("此处"));
    QCOMPARE(catalog.sentence("heads"), QString("头数"));
    QCOMPARE(catalog.sentence("heads of layer 2"), QString("层 2 的头数"));
    QCOMPARE(catalog.sentence("nothing of the kind"), QString("the kind 的 nothing"));
    QCOMPARE(catalog.sentence("12.5"), QString("12.5"));
    QCOMPARE(Catalog("no file of Linguist's").sentence("vanishes"), QString("vanishes"));
}

void TestLanguage::wishes_data()
{
    QTest::addColumn<QString>("wish");
    QTest::addColumn<QString>("code");
    QTest::newRow("a code") << "zh_CN"
                            << "zh_CN";
    QTest::newRow("a language") << "zh"
                                << "zh_CN";
    QTest::newRow("as the system has it") << "zh_CN.UTF-8"
                                          << "zh_CN";
    QTest::newRow("as the web has it") << "zh-Hans"
                                       << "zh_CN";
    QTest::newRow("the first that is known") << "de_DE:zh_CN:en"
                                             << "zh_CN";
    QTest::newRow("in order") << "en_GB:zh_CN"
                              << "en";
    QTest::newRow("none") << "C.UTF-8"
                          << "en";
    QTest::newRow("not known") << "de"
                               << "";
    QTest::newRow("another that begins so") << "zha"
                                            << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TestLanguage::wishes()
{
    QFETCH(QString, wish);
    QTEST(knownLanguage(wish), "code");
}

/// Whatever is found, in networks of every kind: what is wrong, why, and the ways out.
void TestLanguage::findings()
{
    const In language(chinese);
    int sentences = 0;
    QSet<QString> wrong;
    const auto look = [&](const std::string& english) {
        sentences += english.empty() ? 0 : 1;
        if (const QString said = spoken(english); !englishIn(said).isEmpty())
            wrong << QString::fromStdString(english) + QStringLiteral(" → ") + said;
    };
    NoiseCache cache(std::size_t(64) << 20);
    for (const NetworkKind& kind : kinds()) {
        diagnose_cases::RandomExperiments random(29, false);
        for (int i = 0; i < diagnose_cases::draws(12); ++i) {
            const Experiment experiment = random.next(kind);
            const diagnose_cases::Examined examined = diagnose_cases::examine(experiment, cache);
            const std::vector<Finding> found = examined.findings();
            for (const Finding& finding : found) {
                look(finding.message);
                look(finding.cause);
                for (const Fix& fix : finding.fixes)
                    look(fix.label);
            }
            const Verdict v = verdict({.experiment = experiment,
                .plan = examined.plan,
                .prediction = examined.prediction,
                .measurement = &examined.measurement,
                .findings = &found});
            for (const std::string& words :
                {v.word, where_text(v, experiment.network), slopes_text(v, experiment.network)})
                look(words);
        }
    }
    for (const Preset& preset : presets())
        look(preset.title);
    // Of what is put together in many ways a little is said in part.
    QVERIFY2(wrong.size() * 50 < sentences, qPrintable(QStringList(wrong.values()).join('\n')));
    QVERIFY2(sentences > 500, qPrintable(QString::number(sentences)));
}

void TestLanguage::labels()
{
    const In language(chinese);
    QStringList wrong;
    const auto look = [&](const std::string& english) {
        if (!englishIn(spoken(english)).isEmpty())
            wrong << QString::fromStdString(english);
    };
    for (const NetworkKind& kind : kinds()) {
        look(kind.label);
        for (const ParameterInfo& info : kind.options) {
            look(info.label);
            for (const std::string& choice : info.choice_labels)
                look(choice);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

/// Of every figure: its table is the same in each language.
void TestLanguage::tablesStayEnglish()
{
    const std::array<ExhibitPtr, 4> exhibits {
        sampleStudy(), blockStudy(), gridStudy(notesResult()), auditedCheckpoint(false)};
    int tables = 0;
    for (const ExhibitPtr& exhibit : exhibits)
        for (int i = 0; i < int(figureKinds().size()); ++i) {
            if (!figureKinds()[i].places.contains(subjectOf(*exhibit)))
                continue;
            const auto table = [&] {
                const FigureKind& kind = figureKinds()[i];
                const std::unique_ptr<Figure> figure(kind.create(nullptr));
                figure->setExhibit(exhibit);
                return figure->table();
            };
            const FigureTable english = table();
            const In language(chinese);
            const FigureTable same = table();
            QCOMPARE(same.header, english.header);
            QCOMPARE(same.rows, english.rows);
            tables += english.rows.isEmpty() ? 0 : 1;
        }
    QVERIFY2(tables > 20, qPrintable(QString::number(tables)));
}

/// No box in place of a character: whatever font it is drawn in has it.
void TestLanguage::charactersAreDrawn()
{
    const In language(chinese);
    QSet<char32_t> all;
    QFile file(QStringLiteral(":/translations/stepzero_zh_CN.ts"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (const char32_t c : text.toUcs4())
        if (c > 0x7f)
            all << c;
    QVERIFY(all.size() > 800);
    QString missing;
    for (const char32_t c : std::as_const(all)) {
        QTextLayout layout(QString::fromUcs4(&c, 1), Style().font());
        layout.beginLayout();
        layout.createLine();
        layout.endLayout();
        for (const QGlyphRun& run : layout.glyphRuns())
            if (run.glyphIndexes().contains(0) || !run.rawFont().supportsCharacter(c))
                missing += QString::fromUcs4(&c, 1);
    }
    QVERIFY2(missing.isEmpty(), qPrintable("install fonts-droid-fallback: " + missing));
}

QTEST_MAIN(TestLanguage)
#include "tst_language.moc"
