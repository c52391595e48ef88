// SPDX-License-Identifier: GPL-3.0-or-later
// The other language: every text has a correct translation, composed sentences of the core are translated completely,
// files stay English, and every character can be drawn.
#include <QDirIterator>
#include <QGlyphRun>
#include <QProcess>
#include <QRawFont>
#include <QTemporaryDir>
#include <QTextLayout>
#include <QtTest>
#include <algorithm>
#include <array>

#include "core/base/run/context.h"
#include "core/base/words/words.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/diagnose/verdict.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/formula.h"
#include "core/study/grid/grid_json.h"
#include "core/train/coordinate_check.h"
#include "core/train/default_training.h"
#include "core/train/transfer.h"
#include "tests/cases.h"
#include "tests/core/checkpoint_bytes.h"
#include "tests/core/diagnose_cases.h"
#include "tests/core/random_experiments.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/audited_checkpoint.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/language/catalog.h"
#include "widgets/language/language.h"
#include "widgets/report/contents.h"
#include "widgets/style/style.h"

namespace tst_language {

using namespace stepzero;

namespace {

struct In {
    explicit In(const QString& code) { setLanguage(code); }
    ~In() { setLanguage(QStringLiteral("en")); }
};

const QString chinese = QStringLiteral("zh_CN");

/// Returns English words in a Chinese text, except names, formulas and numbers.
QStringList englishIn(QString text)
{
    static const QRegularExpression names(QStringLiteral(
        "\\b(ReLU|GELU|SiLU|Swish|ELU|SELU|CELU|Mish|tanh|Tanh|sigmoid|Sigmoid|relu|gelu|silu|softmax|logit|nat|He|"
        "Kaiming|"
        "Xavier|Glorot|LeCun|LSUV|LoRA|PiSSA|LayerNorm|RMSNorm|BatchNorm|GroupNorm|SkipInit|DyT|RMS|fan_in|fan_out|"
        "float32|fp16|bf16|fp8|GPT|Mamba|PyTorch|JAX|Keras|std|mean|ln|Var|max|min|MLP|QKV|QK|KV|ResNet|stem|Adam|SGD|"
        "Hermite|orthogonal|normal|nanochat|modded-nanogpt|Transformer|ViT|CNN|LN|LLaMA|BERT|"
        "leaky|post|sandwich|timm|mish|leaky_relu|softplus|softsign|hardtanh|hardswish|hardsigmoid|prelu|swiglu|geglu|"
        "reglu|"
        "bilinear|selu|celu|base|small|medium|large|real|torchvision|widths|values|names|vary|overrides|block|column|"
        "scheme|"
        "swish|pre-activation|torch\\.save|numpy\\.\\w+|weight_map|data_offsets|config\\.json|dtype|"
        "shape|safetensors|"
        "pickle|"
        "stored|"
        "deflated|DEFLATE|git lfs pull)\\b"));
    // Words that users type, in texts about files.
    static const QRegularExpression typed(QStringLiteral("已知：[^）]*|它有 [^）]*|须为 ?[\\w, ]+ 之一"));
    static const QRegularExpression quoted(QStringLiteral("\"[^\"]*\"|“[^”]*”|\\{\\w+\\}|/\\S+"));
    static const QRegularExpression word(QStringLiteral("(?<![\\w.^_(/])[a-z]{4,}(?![\\w(_^.])"));
    text.remove(quoted).remove(typed).remove(names);
    QStringList left;
    for (auto words = word.globalMatch(text); words.hasNext();)
        left << words.next().captured();
    return left;
}

/// Collects sentences of the core that are not, or only partly, translated.
struct Heard {
    QStringList wrong;
    int sentences = 0;

    void look(const Text& text)
    {
        ++sentences;
        if (const QString said = translated(text); !englishIn(said).isEmpty())
            wrong << QString::fromStdString(text.english()) + QStringLiteral(" → ") + said;
    }
};

}   // namespace

class TestLanguage : public QObject {
    Q_OBJECT
private slots:
    void everyTextIsTranslated();
    void countsAgree();
    void argumentsAreTranslatedInTheirPlaces();
    void wishes_data();
    void wishes();
    void findings();
    void whatIsFoundOfSizesAndTensors();
    void errorsOfCheckpoints();
    void errorsOfFiles();
    void labels();
    void tablesStayEnglish();
    void headersOfReports();
    void charactersAreDrawn();
};

/// The script extracts the texts of the window with lupdate, and those of the core itself.
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

/// "1 layer", "3 layers" in each language: no text of the window puts a count before a fixed plural.
void TestLanguage::countsAgree()
{
    const auto cells = [](int n) { return TestLanguage::tr("%1 of %n cell(s)", nullptr, n).arg(1); };
    QCOMPARE(cells(1), QString("1 of 1 cell"));
    QCOMPARE(cells(12), QString("1 of 12 cells"));
    {
        const In in(chinese);
        QCOMPARE(cells(1), QString("1 个单元格中的 1 个"));
    }
    QCOMPARE(cells(1), QString("1 of 1 cell"));
    // In a text with several arguments, a plural may depend on an earlier number, as in "%1 of %2 entries here".
    static const QRegularExpression counted(
        QStringLiteral("\"(?:[^\"]*[^\"f ] )?%\\d "
                       "(layers|blocks|samples|cells|tokens|steps|rows|columns|heads|replicas|streams|tensors|"
                       "units|frames|findings|experts)\\b[^\"]*\""));
    QStringList wrong;
    for (const QString folder : {"app", "widgets"}) {
        QDirIterator files(
            QStringLiteral(STEPZERO_SOURCE_DIR "/") + folder, {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString source = QString::fromUtf8(file.readAll());
            for (auto found = counted.globalMatch(source); found.hasNext();) {
                const QRegularExpressionMatch match = found.next();
                // Both forms are next to each other, or a count of one has another text.
                const QString before = source.sliced(std::max<qsizetype>(0, match.capturedStart() - 160),
                    std::min<qsizetype>(160, match.capturedStart()));
                if (!before.contains(QLatin1String("== 1")) && !before.contains(QLatin1String("> 1"))
                    && !before.contains(QLatin1String("> 6")) && !before.contains(QLatin1String("+ 1"))
                    && !match.captured().contains(QStringLiteral("ξ_c")))
                    wrong << file.fileName() + QStringLiteral(": ") + match.captured();
            }
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

void TestLanguage::argumentsAreTranslatedInTheirPlaces()
{
    const auto message = [](const QString& source, const QString& translation) {
        return QStringLiteral("<message><source>%1</source><translation>%2</translation></message>")
            .arg(source, translation);
    };
    const Catalog catalog((QStringLiteral("<TS><context><name>core</name>")
        + message("%1 of {unit|units} in layer %2", "层 %2 的神经元有 %1 为 0") + message("the %1 vanishes", "%1消失")
        + message("gradient", "梯度") + message("is cut short", "不完整") + message("heads", "头数")
        + message("here", "此处") + QStringLiteral("<message><source>later</source><translation type=\"unfinished\">")
        + QStringLiteral("以后</translation></message></context><context><name>window</name>")
        + message("%1 of %2", "%1/%2") + message("heads", "头") + QStringLiteral("</context></TS>"))
                              .toUtf8());
    QCOMPARE(catalog.rendered(stepzero::tr("%1 of {unit|units} in layer %2", "37%", 3)),
        QString("层 3 的神经元有 37% 为 0"));
    QCOMPARE(catalog.rendered(stepzero::tr("the %1 vanishes", stepzero::tr("gradient"))), QString("梯度消失"));
    QCOMPARE(catalog.rendered(stepzero::tr("the %1 vanishes", "gradient")), QString("gradient 消失"));   // a name
    QCOMPARE(catalog.rendered(joined({Text::name("c.pt"), stepzero::tr("is cut short")}, " ")), QString("c.pt 不完整"));
    QCOMPARE(catalog.rendered(joined({stepzero::tr("here"), stepzero::tr("gradient")}, ", ")), QString("此处，梯度"));
    QCOMPARE(catalog.rendered(joined({Text::name("3 × 64"), Text::name("ReLU")}, " ")), QString("3 × 64 ReLU"));
    QCOMPARE(catalog.rendered(joined({stepzero::tr("here"), stepzero::tr("gradient")}, " ")), QString("此处梯度"));
    QCOMPARE(catalog.rendered(stepzero::tr("later")), QString("later"));
    QCOMPARE(catalog.rendered(Text::whole("here")), QString("此处"));
    QCOMPARE(catalog.rendered(Text::whole("50% of %1")), QString("50% of %1"));   // a title has no arguments
    // A message of both the window and the core has a translation in each.
    QCOMPARE(catalog.translation("%1 of %2"), QString("%1/%2"));
    QCOMPARE(catalog.translation("heads"), QString("头"));
    QCOMPARE(catalog.translation("here"), QString("此处"));
    QCOMPARE(catalog.rendered(stepzero::tr("heads")), QString("头数"));
    QCOMPARE(Catalog("no file of Linguist's").rendered(stepzero::tr("here")), QString("here"));
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

/// Checks every finding in networks of every kind: message, cause and fixes. A message with arguments is rendered by
/// its own translation, not by another one that matches, even when it continues after a file name.
void TestLanguage::findings()
{
    const In language(chinese);
    Heard heard;
    const auto look = [&](const Text& text) {
        if (!text.empty())
            heard.look(text);
    };
    NoiseCache cache(std::size_t(64) << 20);
    for (const NetworkKind& kind : kinds()) {
        diagnose_cases::RandomExperiments random(29, false);
        for (int i = 0; i < tested::cases(12); ++i) {
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
            for (const Text& words :
                {v.word, v.shape, where_text(v, experiment.network), slopes_text(v, experiment.network)})
                look(words);
        }
    }
    for (const Preset& preset : presets())
        look(preset.title);
    QVERIFY2(heard.wrong.isEmpty(), qPrintable(heard.wrong.join('\n')));
    QVERIFY2(heard.sentences > 500, qPrintable(QString::number(heard.sentences)));
}

void TestLanguage::whatIsFoundOfSizesAndTensors()
{
    const In language(chinese);
    Heard heard;
    NoiseCache cache(std::size_t(16) << 20);
    Experiment experiment = diagnose_cases::dense(R"("depth": 3, "width": 8)", R"("samples": 16)");
    experiment.train = default_training(experiment.network);
    for (const char* name : {"standard", "mup"})
        for (const bool depths : {false, true}) {
            const CoordinateCheck check = coordinate_check(experiment, *find_parametrization(name),
                {.sizes = {4, 8, 16}, .depths = depths, .steps = 2, .seeds = 2}, cache, {});
            const Transfer found = transfer(experiment, *find_parametrization(name),
                {.sizes = {4, 8}, .depths = depths, .rates = {1e-3, 1e-2, 1e-1}, .seeds = 2}, cache, {});
            for (const std::vector<Text>& sentences : {check.sentences, found.sentences})
                for (const Text& sentence : sentences)
                    heard.look(sentence);
        }
    QVERIFY2(heard.sentences >= 8, qPrintable(QString::number(heard.sentences)));
    const AuditStudyPtr audited = auditedCheckpoint(false);
    QVERIFY(!audited->audit->findings.empty());
    for (const AuditFinding& finding : audited->audit->findings)
        for (const Text& words : {finding.message, finding.cause, finding.fix})
            if (!words.empty())
                heard.look(words);
    QVERIFY2(heard.wrong.isEmpty(), qPrintable(heard.wrong.join('\n')));
}

/// Errors of tensor files in every format.
void TestLanguage::errorsOfCheckpoints()
{
    const In language(chinese);
    Heard heard;
    const QTemporaryDir folder;
    using namespace checkpoint_bytes;
    const auto tensors
        = [](const std::string& entry, std::size_t data) { return safetensors("{" + entry + "}", data); };
    const auto torch = [](const std::string& program) { return torch_file(pickle(program)); };
    for (const std::string& bytes : {std::string("abc"), safetensors("", 0), safetensors("[]", 0),
             safetensors("{1}", 0), tensors(safetensors_entry("a", "F32", "2", "0, 4"), 4),
             tensors(safetensors_entry("a", "F32", "1", "0, 4"), 9), tensors(R"("a": 1)", 4),
             tensors(safetensors_entry("a", "F32", "0.5", "0, 4"), 4), zip({{"a.npy", "?"}}),
             zip({{"a.npy", npy("<f4", "3", 13)}}), zip({{"a.npy", "??", 12}}), zip({{"a.npy", "??"}, {"a.npy", "??"}}),
             zip({{"a.npy", "\xff\xff?", 8, 1000}}), zip({{"a.npy", "?", 0, 1, 1}}), zip({{"b", "?"}}),
             std::string("PK\3\4?"),
             zip({{"a.npy", deflated(npy("<f4", "3", 12)), 8, npy("<f4", "3", 12).size(), 0, 1}}),
             "GGUF" + u32(1) + std::string(100, '\0'), "GGUF" + u32(3) + u64(9) + u64(0),
             gguf({long_text("x") + u32(13)}, {}), gguf({}, {gguf_tensor("a", {4}, 0, 1)}),
             std::string("version https://git-lfs.github.com/spec/v1"), torch("?"), torch("cos\nsystem\n"),
             torch(dict("a", tensor({-4}, {1}))), torch(dict("a", tensor({400}, {1}))),
             legacy_torch_file(pickle(dict("a", tensor({4}, {1}))), {"0", "1"}),
             legacy_torch_file(pickle(dict("a", tensor({4}, {1})))).substr(0, 220)}) {
        const QString path = folder.filePath(QStringLiteral("file"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes.data(), qint64(bytes.size())) >= 0);
        file.close();
        try {
            const Checkpoint opened(path.toStdU16String());
            for (std::size_t i = 0; i < opened.tensors().size(); ++i)
                opened.read(i, [](std::span<const double>) {}, {});
            heard.wrong << QStringLiteral("nothing is wrong with ") + QString::fromLatin1(bytes.data(), 40);
        } catch (const std::exception& error) {
            heard.look(text_of(error));
        }
    }
    for (const char* path : {"./x", "/", "/dev/null/file"})
        try {
            const Checkpoint opened(path);
        } catch (const std::exception& error) {
            heard.look(text_of(error));
        }
    QVERIFY2(heard.wrong.isEmpty(), qPrintable(heard.wrong.join('\n')));
    QVERIFY2(heard.sentences > 25, qPrintable(QString::number(heard.sentences)));
}

/// Errors of experiments, studies, families and formulas.
void TestLanguage::errorsOfFiles()
{
    const In language(chinese);
    Heard heard;
    const auto tell = [&](const std::vector<Problem>& problems) {
        QVERIFY(!problems.empty());
        for (const Problem& problem : problems)
            heard.look(problem.message);
    };
    const std::string head = R"({"format": "stepzero-experiment", "version": 1, )";
    for (const std::string& text :
        {std::string(), std::string("{\"a\": "), std::string("{\"a\" 1}"), std::string("[01]"), std::string("[]"),
            std::string(R"({"version": 2})"), head + R"("network": 3, "seed": -1, "sed": 1})",
            head + R"("network": {"kind": "dens"}})", head + R"("network": {"depth": 0, "width": 1.5, "widths": []}})",
            head + R"("network": {"weight": {"scheme": "he"}, "activation": {"name": "relu", "alpha": 1}}})",
            head + R"("network": {"activation": {"name": "formula", "formula": "z*reluu"}}})",
            head + R"("network": {"kind": "transformer", "width": 64, "heads": 5}, "input": {"distribution": "x"}})",
            head + R"("network": {"overrides": [{"layer": 99}, {"layer": 99}]}, "measure": {"correlation_angle": 0}})",
            head + R"("train": {"task": "copy", "optimizer": {"name": "sgd", "beta1": 1}, "adapters": "prefix"}})"}) {
        const auto parsed = parse_experiment(text);
        tell(std::get_if<std::vector<Problem>>(&parsed) ? std::get<std::vector<Problem>>(parsed)
                                                        : std::vector<Problem>());
    }
    const std::string study = R"({"format": "stepzero-study", "version": 1, "experiment": {"network": {}}, "vary": )";
    for (const char* axes : {"[]", "[3]", R"([{"path": "network.depth", "values": [1, 1], "labels": ["a"]}])",
             R"([{"path": "format", "values": []}])", R"([{"path": "network.depth", "values": [1, 0, "a"]}])",
             R"([{"path": "seed", "values": [1]}, {"path": "seed", "values": [2]}])"}) {
        const auto parsed = parse_grid(study + axes + "}");
        tell(std::get_if<std::vector<Problem>>(&parsed) ? std::get<std::vector<Problem>>(parsed)
                                                        : std::vector<Problem>());
    }
    Problems problems;
    read_family(R"({"format": "stepzero-family", "version": 1, "name": "a", "label": "a", "sources": 3, "like": "gp",
        "recognize": ["{blocks}"], "variables": {"fan_in": {}, "a": {"default": "2 * (3"}, "b": {"default": "sigm"}},
        "recipes": [{"name": "r", "laws": {"w": {"scheme": "normal", "std": -1}}}, {"name": "r", "laws": {"v": {}}}],
        "tensors": [{"kind": "matrix", "law": "w"}, {"names": ["a"], "bias": "zeros", "law": {"low": 1}}]})",
        problems);
    tell(problems);
    for (const char* formula : {"", "1 +", "z)", "(z", "z**2", "z = 1", "tanh", "reluu(z)", "2 z", "1.2.3", "#",
             "max()", "z ? 1", "z, z", "1/z", "log(z)"}) {
        const auto parsed = parse_formula(formula);
        if (const auto* problem = std::get_if<FormulaProblem>(&parsed))
            heard.look(problem->sentence);
        else
            heard.wrong << QStringLiteral("nothing is wrong with ") + QString::fromLatin1(formula);
    }
    QVERIFY2(heard.wrong.isEmpty(), qPrintable(heard.wrong.join('\n')));
    QVERIFY2(heard.sentences > 60, qPrintable(QString::number(heard.sentences)));
    // Words that users type are the same in each language.
    QCOMPARE(translated(choice_message({"weight", "bias"}, "wight")),
        QStringLiteral("须为 weight, bias 之一，实际为 \"wight\"：是否指 \"weight\"？"));
}

void TestLanguage::labels()
{
    const In language(chinese);
    QStringList wrong;
    const auto look = [&](const Text& text) {
        if (!englishIn(translated(text)).isEmpty())
            wrong << QString::fromStdString(text.english());
    };
    for (const NetworkKind& kind : kinds()) {
        look(kind.label);
        for (const ParameterInfo& info : kind.options) {
            look(info.label);
            for (const Text& choice : info.choice_labels)
                look(choice);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

/// The table of every figure is the same in each language.
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

void TestLanguage::headersOfReports()
{
    const In language(chinese);
    QStringList wrong;
    int looked = 0;
    for (const ExhibitPtr& exhibit :
        std::array<ExhibitPtr, 4> {sampleStudy(), blockStudy(), gridStudy(notesResult()), auditedCheckpoint(false)}) {
        const Report report = reportOf(exhibit, {});
        for (const ReportSection& section : report.sections)
            for (const ReportTable& table : section.tables)
                for (const QString& header : table.header) {
                    ++looked;
                    if (!header.contains(QLatin1Char('.')) && !englishIn(header).isEmpty())   // a path is a name
                        wrong << header;
                }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY2(looked > 25, qPrintable(QString::number(looked)));
}

/// Every character is drawn, not a box: some font has it.
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

STEPZERO_TEST(TestLanguage, QApplication)

}   // namespace tst_language
#include "tst_language.moc"
