// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnosis of any valid experiment is sound: finite numbers, existing layers, valid fixes.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>

#include "core/diagnose/verdict.h"
#include "core/files/title.h"
#include "core/files/validate.h"
#include "tests/cases.h"
#include "tests/core/diagnose_cases.h"
#include "tests/core/random_experiments.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_random {

using namespace diagnose_cases;

class TestDiagnoseRandom : public QObject {
    Q_OBJECT

private slots:
    void is_sound_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<bool>("formulas");
        for (const NetworkKind& kind : kinds())
            for (const bool formulas : {false, true}) {
                if (formulas && !kind.layered)   // for formulas, blocks test nothing beyond layers
                    continue;
                QTest::addRow("%s%s", kind.name.c_str(), formulas ? ", formulas" : "")
                    << QString::fromStdString(kind.name) << formulas;
            }
    }

    void is_sound()
    {
        QFETCH(QString, kind);
        QFETCH(bool, formulas);
        RandomExperiments random(17, formulas);
        int findings = 0, fixes = 0;
        const NetworkKind& network_kind = *find_kind(kind.toStdString());
        // The theory of tokens and images takes most of the time, and their networks have enough findings.
        static const std::set<std::string> slow {"transformer", "vision_transformer", "state_space", "resnet"};
        const int count = tested::cases(formulas ? 10 : slow.contains(network_kind.name) ? 15 : 30);
        for (int i = 0; i < count; ++i) {
            const Experiment e = random.next(network_kind);
            const std::string text = format_experiment(e);
            const Examined examined = examine(e, cache_);
            const std::vector<Finding> all = examined.findings();
            agree(e, examined, all);
            for (const Finding& f : all) {
                ++findings;
                const std::string said = f.id + ": " + f.message.english() + "; " + f.cause.english() + "\n" + text;
                QVERIFY2(f.severity < Severity::error || f.fixes.empty() != f.unfixed.empty(), said.c_str());
                QVERIFY2(!f.id.empty() && !f.message.empty() && !f.cause.empty() && !f.formula.empty(), said.c_str());
                QVERIFY2(!words(f.message.english()).contains("nan") && !words(f.cause.english()).contains("nan"),
                    said.c_str());
                if (is_finite(examined.measurement))
                    QVERIFY2(!words(f.message.english()).contains("inf") && !words(f.cause.english()).contains("inf"),
                        said.c_str());
                QVERIFY2(0 <= f.first_layer && f.first_layer <= f.last_layer && f.last_layer <= depth(e.network),
                    said.c_str());
                QVERIFY2(f.first_layer > 0 || f.last_layer == 0, said.c_str());
                QVERIFY2(counts_agree(f.message.english()) && counts_agree(f.cause.english()), said.c_str());
                std::set<std::string> labels;
                for (const Fix& fix : f.fixes) {
                    ++fixes;
                    QVERIFY2(
                        labels.insert(fix.label.english()).second, (fix.label.english() + " twice, " + said).c_str());
                    static const QRegularExpression tie("(?<!\\S)(\\S+) → \\1(?![^\\s,;)])");
                    QVERIFY2(!QString::fromStdString(fix.label.english()).contains(tie),
                        (fix.label.english() + ", " + said).c_str());
                    QVERIFY2(!words(fix.label.english()).contains("nan") && !words(fix.label.english()).contains("inf"),
                        said.c_str());
                    const Experiment changed = fix.experiment(cache_, {});
                    QVERIFY2(validate(changed).empty(), (fix.label.english() + ", " + said).c_str());
                    QVERIFY2(!(changed == e), (fix.label.english() + ", " + said).c_str());
                }
            }
        }
        qInfo("%d findings, %d fixes", findings, fixes);
        QVERIFY(findings > count && fixes > count);   // ensures that something was tested
    }

    void errors_are_fixed_or_explained_data()
    {
        QTest::addColumn<QString>("kind");
        for (const NetworkKind& kind : kinds())
            QTest::newRow(kind.name.c_str()) << QString::fromStdString(kind.name);
    }

    /// Where theory is silent, fixes are simulated: after one of them, the error is gone. Otherwise, the finding has a
    /// sentence why there is none.
    void errors_are_fixed_or_explained()
    {
        QFETCH(QString, kind);
        RandomExperiments random(31);
        std::mt19937 engine(7);
        int fixed = 0, simulated = 0, explained = 0;
        for (int i = 0; i < tested::cases(18); ++i) {
            const Experiment e = silenced(random.next(*find_kind(kind.toStdString())), engine);
            const std::string text = format_experiment(e);
            const Examined examined = examine(e, cache_);
            for (const Finding& f : examined.findings()) {
                if (f.severity < Severity::error)
                    continue;
                const std::string said = f.id + ": " + f.message.english() + "\n" + text;
                QVERIFY2(f.fixes.empty() != f.unfixed.empty(), said.c_str());
                ++(f.fixes.empty() ? explained : fixed);
                if (f.fixes.empty())
                    qInfo("%s %s", f.id.c_str(), f.unfixed.english().c_str());
                if (!f.fixes.empty() && f.fixes.front().label.english().ends_with("(simulated)"))
                    ++simulated;
                QVERIFY2(f.fixes.empty()
                        || std::ranges::any_of(
                            f.fixes, [&](const Fix& fix) { return !has_error(fix.experiment(cache_, {}), f.id); }),
                    said.c_str());
            }
        }
        qInfo("%d errors with fixes, %d of them simulated, and %d explained", fixed, simulated, explained);
    }

private:
    /// Returns a network that theory covers only partly, or not at all: with ternary weights, norms of layers, or few
    /// inputs per step.
    static Experiment silenced(Experiment e, std::mt19937& engine)
    {
        const auto whole = [&](int low, int high) { return std::uniform_int_distribution(low, high)(engine); };
        if (whole(0, 1) == 0)
            e.network.weight = {"ternary", {{"std", std::pow(10, whole(-3, 1))}}};
        if (kind_of(e.network).steps_of_input)
            e.network.input_width = whole(1, 10);
        if (has_option(e.network, "norm") && kind_of(e.network).layered)
            e.network.options["norm"] = std::string(whole(0, 1) == 0 ? "batch_norm" : "layer_norm");
        e = with_completed_parameters(e);
        return e;
    }

    bool has_error(const Experiment& e, const std::string& id)
    {
        const Examined examined = examine(e, cache_);
        const std::vector<Finding> all
            = signs({examined.experiment, examined.plan, examined.measurement, examined.prediction});
        const Finding* found = find(all, id);
        return found && found->severity == Severity::error;
    }

    /// The verdict belongs to the most severe finding, and the title to this network.
    static void agree(const Experiment& e, const Examined& examined, const std::vector<Finding>& all)
    {
        const Verdict v = verdict({e, examined.plan, examined.prediction, &examined.measurement, &all});
        const std::string said = v.word.english() + ", " + v.message.english() + "\n" + format_experiment(e);
        QVERIFY2(v.severity.has_value() == !all.empty() && (v.state == Verdict::State::healthy) == all.empty(),
            said.c_str());
        const std::string title = title_of(e).english();
        QVERIFY2(title.ends_with(shape_text(e.network).english()) || !e.network.overrides.empty(), title.c_str());
        if (all.empty())
            return;
        const auto most = std::ranges::max_element(all, {}, &Finding::severity);
        QVERIFY2(*v.severity == most->severity && all[*v.finding].severity == most->severity, said.c_str());
        QVERIFY2((v.word == stepzero::tr("note")) == (most->severity == Severity::note), said.c_str());
        QVERIFY2(!reason(v).empty() && counts_agree(reason(v).english()), said.c_str());
    }

    /// Returns false for texts such as "1 layers".
    static bool counts_agree(const std::string& text)
    {
        static const QRegularExpression wrong(
            "(?<![\\d.] of |[\\w.])1 (layers|blocks|samples|units|steps|tokens|heads|rows|experts|channels)\\b");
        return !QString::fromStdString(text).contains(wrong);
    }

    static bool is_finite(const Measurement& m)
    {
        const auto finite = [](const Distribution* d) { return !d || std::isfinite(d->rms); };
        for (int l = 1; l <= m.depth(); ++l)
            if (!finite(m.preactivation(l)) || !finite(m.output(l)) || !finite(m.weight(l)) || !finite(m.gradient(l)))
                return false;
        return true;
    }

    static QStringList words(const std::string& text)
    {
        static const QRegularExpression between("[^a-z]+");
        return QString::fromStdString(text).split(between, Qt::SkipEmptyParts);
    }

    NoiseCache cache_ {std::size_t(1) << 28};
};

STEPZERO_TEST(TestDiagnoseRandom, stepzero::NoApplication)

}   // namespace tst_diagnose_random
#include "tst_diagnose_random.moc"
