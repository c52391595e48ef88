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
        const NetworkKind& network_kind = *find_kind(kind.toStdString());
        RandomExperiments random(31);
        std::mt19937 engine(7);
        int errors = 0, simulated = 0;
        // The theory of tokens and images takes most of the time, and their networks have enough errors.
        for (int i = 0; i < tested::cases(network_kind.takes_tokens || network_kind.kernels ? 9 : 18); ++i) {
            const Experiment e = silenced(random.next(network_kind), engine);
            const std::string text = format_experiment(e);
            for (const Finding& f : examine(e, cache_).findings()) {
                if (f.severity < Severity::error)
                    continue;
                ++errors;
                const std::string said = f.id + ": " + f.message.english() + "\n" + text;
                QVERIFY2(f.fixes.empty() != f.unfixed.empty(), said.c_str());
                simulated += !f.fixes.empty() && f.fixes.front().label.english().ends_with("(simulated)");
                const auto removes = [&](const Fix& fix) { return !has_error(fix.experiment(cache_, {}), f.id); };
                QVERIFY2(f.fixes.empty() || std::ranges::any_of(f.fixes, removes), said.c_str());
            }
        }
        qInfo("%d errors, %d with simulated fixes", errors, simulated);
        QVERIFY(errors > 0);
    }

    void some_fixes_are_simulated()
    {
        for (const Experiment& e : {transformer(R"("depth": 2, "position": "alibi", "tied": false,
                 "roles": {"head": {"scheme": "normal", "std": 1}})"),
                 experiment(R"("kind": "recurrent", "cell": "rnn", "steps": 60, "width": 16, "input_width": 3)")}) {
            const std::vector<Finding> all = examine(e, cache_).findings();
            const auto simulated = [](const Finding& f) {
                return !f.fixes.empty() && f.fixes.front().label.english().ends_with("(simulated)");
            };
            QVERIFY2(std::ranges::any_of(all, simulated), (list(all) + format_experiment(e)).c_str());
        }
    }

    /// A finding without fixes has a reason: simulations that would take too long, or weights that are not as stated.
    void a_finding_without_fixes_has_a_reason()
    {
        Examined x = examine(experiment(R"("kind": "recurrent", "cell": "rnn", "steps": 60, "width": 16)"), cache_);
        std::vector<Finding> all = x.findings();
        const Finding* found = find(all, "vanishing_through_time");
        QVERIFY(found && !found->fixes.empty() && found->unfixed.empty());
        x.experiment.network.width = 8192;
        x.experiment.input.samples = 1'000'000;   // terabytes
        x.plan = plan_of(x.experiment.network);
        all = x.findings();
        found = find(all, "vanishing_through_time");
        QVERIFY(found && found->fixes.empty());
        QVERIFY2(found->unfixed.english().ends_with("would take too long."), found->unfixed.english().c_str());

        x = examine(dense(R"("depth": 4, "width": 256, "activation": "tanh")"), cache_);
        x.experiment.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.05}}};
        x.plan = plan_of(x.experiment.network);
        x.prediction = predict(x.experiment, x.plan, {x.measurement.samples, 1}, {});
        all = x.findings();
        found = find(all, "far_from_theory");
        QVERIFY(found && found->fixes.empty() && !found->unfixed.empty());
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
        if (kind_of(e.network).name == "dense") {   // gradients explode with the depth, over too few samples for theory
            e.network.options["norm"] = std::string("batch_norm");
            e.network.widths.clear();
            e.network.overrides.clear();
            e.network.depth = whole(40, 80);
        }
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
