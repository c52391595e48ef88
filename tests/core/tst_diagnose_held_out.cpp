// SPDX-License-Identifier: GPL-3.0-or-later
// The quality of the findings on networks that were not used to design them: how many faults are found, how many
// healthy networks are blamed, whether the first finding is the fault, and whether the first fix suffices.
#include <QtTest>

#include "core/diagnose/verdict.h"
#include "core/files/validate.h"
#include "tests/cases.h"
#include "tests/core/diagnose_generator.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_held_out {

using namespace diagnose_cases;

namespace {

/// The seed, which STEPZERO_SEED changes.
unsigned seed()
{
    return qEnvironmentVariableIsSet("STEPZERO_SEED") ? unsigned(qEnvironmentVariableIntValue("STEPZERO_SEED")) : 38;
}

bool is_sound(const std::vector<Finding>& findings)
{
    return std::ranges::all_of(findings, [](const Finding& f) { return f.severity == Severity::note; });
}

/// Returns the finding that determines the verdict.
const Finding& first_of(const Examined& examined, const std::vector<Finding>& findings)
{
    const Verdict v
        = verdict({examined.experiment, examined.plan, examined.prediction, &examined.measurement, &findings});
    return findings.at(v.finding.value());
}

bool blames(const HeldOut& network, const Finding& finding)
{
    if (!network.ids.contains(finding.id))
        return false;
    std::string said = finding.message.english() + "; " + finding.cause.english();
    if (!finding.fixes.empty())
        said += "; " + finding.fixes.front().label.english();
    return std::ranges::all_of(
        network.blamed, [&](const std::string& part) { return said.find(part) != std::string::npos; });
}

std::string text_of(const HeldOut& network, const std::vector<Finding>& findings)
{
    std::string text = network.name + "\n";
    for (const Finding& f : findings)
        text += std::string(word(f.severity)) + " " + f.id + ": " + f.message.english() + "; " + f.cause.english()
            + "; " + (f.fixes.empty() ? "no fix" : f.fixes.front().label.english()) + "\n";
    return text + (qEnvironmentVariableIsSet("STEPZERO_VERBOSE") ? format_experiment(network.experiment) : "");
}

}   // namespace

class TestDiagnoseHeldOut : public QObject {
    Q_OBJECT

private slots:
    void sound_networks_are_not_accused()
    {
        RandomRecipes random(seed());
        const int count = tested::cases(20);
        int accused = 0, noted = 0;
        for (int i = 0; i < count; ++i) {
            const HeldOut network = random.healthy();
            QVERIFY2(validate(network.experiment).empty(), format_experiment(network.experiment).c_str());
            const auto findings = examine(network.experiment, cache_).findings();
            noted += !findings.empty();
            if (!is_sound(findings)) {
                ++accused;
                qInfo("false alarm: %s", text_of(network, findings).c_str());
            }
        }
        qInfo("seed %u: %d of %d sound networks are accused, %d have a note at least", seed(), accused, count, noted);
        QVERIFY(accused <= most_wrong * count);
    }

    void faults_are_found_named_and_fixed()
    {
        RandomFaults random(seed() + 1);
        const int count = tested::cases(20);
        int found = 0, named = 0, first = 0, fixed = 0, ended = 0;
        for (int i = 0; i < count; ++i) {
            const HeldOut network = random.faulty();
            QVERIFY2(validate(network.experiment).empty(), format_experiment(network.experiment).c_str());
            const Examined examined = examine(network.experiment, cache_);
            const auto findings = examined.findings();
            const bool is_found = !is_sound(findings);
            const bool is_named
                = std::ranges::any_of(findings, [&](const Finding& f) { return network.ids.contains(f.id); });
            const bool is_first = is_found && blames(network, first_of(examined, findings));
            std::string story;
            const int steps = is_found ? steps_to_health(network.experiment, findings, examined, story) : 0;
            found += is_found;
            named += is_named;
            first += is_first;
            fixed += steps == 1;
            ended += steps > 0;
            if (!is_found || !is_named || !is_first || steps != 1)
                qInfo("%s%s%s%s: %s%s", is_found ? "" : "missed ", is_named ? "" : "unnamed ",
                    is_first ? "" : "not first ", steps == 1 ? "" : "not fixed at once ",
                    text_of(network, findings).c_str(), story.c_str());
        }
        qInfo("seed %u, %d faults: %d found, %d named, %d named first, %d gone by the first fix, %d in the end", seed(),
            count, found, named, first, fixed, ended);
        for (const int right : {found, named, first, fixed, ended})
            QVERIFY(right >= (1 - most_wrong) * count);
    }

    /// A sine hides the effect of one layer's σ in the forward direction: its outputs stay in ±1.
    void one_layer_of_a_sine_network_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("layer");
        for (const double factor : {20.0, 25.0, 60.0, 200.0})
            for (const int layer : {2, 4})
                QTest::addRow("× %g in layer %d", factor, layer) << factor << layer;
    }

    void one_layer_of_a_sine_network()
    {
        QFETCH(double, factor);
        QFETCH(int, layer);
        Experiment e = dense(R"("depth": 6, "width": 160, "activation": "sin",
            "weight": {"scheme": "kaiming_uniform", "nonlinearity": "relu"})");
        const auto sound = examine(e, cache_).findings();
        QVERIFY2(is_sound(sound), text_of({"sound", e}, sound).c_str());
        e.network.overrides
            = {{layer, {}, Initializer {"normal", {{"mean", 0.0}, {"std", factor / std::sqrt(160.0)}}}, {}}};
        e = with_completed_parameters(e);
        const Examined examined = examine(e, cache_);
        const auto findings = examined.findings();
        const std::string text = text_of({"one layer", e}, findings);
        QVERIFY2(!is_sound(findings), text.c_str());
        QVERIFY2(blames({"", e, {"exploding_gradient", "saturation"}, {"layer " + std::to_string(layer)}},
                     first_of(examined, findings)),
            text.c_str());
    }

    /// When all tokens are averaged, the head reads a shorter vector. σ = 0.3 then yields logits with a std near that
    /// of LeCun's σ = 1/√d on a token. The first loss exceeds ln(classes) by less than a nat, and nothing is found.
    void a_head_behind_a_mean_over_tokens()
    {
        for (const int width : {64, 96, 128})
            for (int seed = 0; seed < 4; ++seed) {
                Experiment e = vision(R"("pooling": "mean", "roles": {"patch": {"scheme": "lecun_normal"},
                    "head": {"scheme": "normal", "mean": 0, "std": 0.3}})");
                e.network.depth = 2;
                e.network.width = width;
                e.seed = std::uint64_t(seed);
                const Examined examined = examine(with_completed_parameters(e), cache_);
                const auto findings = examined.findings();
                QVERIFY2(is_sound(findings), text_of({"mean over tokens", e}, findings).c_str());
                QVERIFY(examined.prediction.head && examined.prediction.head->logit_variance < 1.5);
                QVERIFY(
                    examined.prediction.head->cross_entropy < std::log(structure_of(e.network).softmax->outcomes) + 1);
            }
    }

    /// With few images the measured loss depends on the random choice of their classes.
    void a_large_head_of_a_vision_transformer()
    {
        int found = 0;
        for (int seed = 0; seed < 12; ++seed) {
            Experiment e = vision(R"("pooling": "class_token")");
            e.network.depth = 2;
            e.network.width = 64;
            e.network.roles["patch"] = {"lecun_normal", {}};
            e.network.roles["head"] = {"normal", {{"mean", 0.0}, {"std", 0.4}}};
            e.seed = std::uint64_t(seed);
            const auto findings = examine(with_completed_parameters(e), cache_).findings();
            found += std::ranges::any_of(findings, [](const Finding& f) { return f.id == "sharp_logits"; });
        }
        QCOMPARE(found, 12);
    }

private:
    /// Returns how many first fixes lead to a healthy network; 0: none do.
    int steps_to_health(const Experiment& start, std::vector<Finding> findings, const Examined& of, std::string& story)
    {
        Experiment e = start;
        const Finding* first = &first_of(of, findings);
        for (int step = 1; step <= 6; ++step) {
            if (first->fixes.empty())
                return 0;
            e = first->fixes.front().experiment(cache_, {});
            const Examined after = examine(e, cache_);
            findings = after.findings();
            if (is_sound(findings))
                return step;
            first = &first_of(after, findings);
            story += "then " + first->id + ": " + first->message.english() + "; "
                + (first->fixes.empty() ? "no fix" : first->fixes.front().label.english()) + "\n";
        }
        return 0;
    }

    static constexpr double most_wrong = 0.05;
    NoiseCache cache_ {std::size_t(1) << 28};
};

STEPZERO_TEST(TestDiagnoseHeldOut, stepzero::NoApplication)

}   // namespace tst_diagnose_held_out
#include "tst_diagnose_held_out.moc"
