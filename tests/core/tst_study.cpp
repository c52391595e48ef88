// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of a study: theory alone, a preview, the full run, for every kind of network.
#include <QTest>
#include <cmath>
#include <numeric>

#include "core/diagnose/deviation.h"
#include "core/diagnose/finding.h"
#include "core/diagnose/verdict.h"
#include "core/exchange/result.h"
#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "core/study/make_study.h"
#include "core/train/default_training.h"
#include "core/train/trainer.h"
#include "tests/main/registered_test.h"

namespace tst_study {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

/// Too large for a preview, which uses a part of it.
Experiment large(const NetworkKind& kind)
{
    Experiment e;
    e.network = kind.network;
    e.input = kind.input;
    e.network.depth = 4;
    e.network.width = 256;
    e.input.samples = kind.has_tokens() ? 8 : kind.kernels && !kind.layered ? 256 : 2048;
    if (kind.kernels)
        e.network.width = kind.layered ? 24 : 12;   // at 64 positions and more
    e.input.tokens = kind.attends ? 128 : 32;
    e.measure.weight_spectra = e.measure.jacobian = kind.layered;
    return with_completed_parameters(e);
}

void same(const Prediction& a, const Prediction& b)
{
    QCOMPARE(a.blocks.size(), b.blocks.size());
    for (std::size_t block = 0; block < a.blocks.size(); ++block) {
        QCOMPARE(a.blocks[block].sites.size(), b.blocks[block].sites.size());
        for (const SitePrediction& site : a.blocks[block].sites)
            for (const auto& [quantity, value] : site.numbers) {
                const Predicted* other = b.blocks[block].find(site.role, quantity);
                QVERIFY(other);
                QCOMPARE(value.value, other->value);
                QVERIFY(value.spread == other->spread);
            }
    }
}

}   // namespace

class TestStudy : public QObject {
    Q_OBJECT
private slots:
    void stages_data();
    void stages();
    void distributionsDoNotWaitForTheory();
    void previewsDoNotWaitForTheory();
    void whatAScanRemembersFollowsItsLaw_data();
    void whatAScanRemembersFollowsItsLaw();
    void previewsAreComparedWithTheirOwnScatter();
    void aStepIsAPointInTime_data() { stages_data(); }
    void aStepIsAPointInTime();
    void keptStepsFitTheirMemory();
};

void TestStudy::stages_data()
{
    QTest::addColumn<QString>("kind");
    for (const NetworkKind& kind : kinds())
        QTest::newRow(kind.name.c_str()) << QString::fromStdString(kind.name);
}

void TestStudy::stages()
{
    QFETCH(const QString, kind);
    Experiment experiment = large(*find_kind(kind.toStdString()));
    if (kind_of(experiment.network).kernels)
        // spectra have theoretical distributions then
        experiment.network.options["padding"] = std::string("circular");
    const NetworkPlan plan = plan_of(experiment.network);
    const Extent whole = whole_extent(experiment);
    StudyCaches caches(cache_bytes);
    StudyRequest request {
        .experiment = experiment, .generation = 7, .focus = {3, {}, {}}, .previous = {}, .interim = {}};

    const StudyPtr theory = theory_study(request, caches, {});
    QVERIFY(theory->stage == Stage::theory && is_coming(theory->stage));
    QCOMPARE(theory->generation, std::uint64_t(7));
    QCOMPARE(theory->layer, 3);
    same(*theory->prediction, predict(experiment, plan, whole, {}));
    QVERIFY(!theory->findings && !theory->jacobian && !theory->layer_spectra);
    QCOMPARE(theory->measurement->samples, 0);
    QCOMPARE(theory->measurement->depth(), plan.depth());
    for (int block = 1; block <= plan.depth(); ++block)
        QVERIFY(!theory->measurement->output(block) && !theory->measurement->gradient(block));
    // The theoretical distribution of the weights covers nearly all its mass, except for the edges of a uniform one
    // between two points.
    const Curve& law = theory->weights->density;
    double mass = 0;
    for (std::size_t i = 1; i < law.x.size(); ++i)
        mass += (law.x[i] - law.x[i - 1]) * (law.y[i] + law.y[i - 1]) / 2;
    QVERIFY2(std::abs(mass - 1) < 4e-3, qPrintable(QString::number(mass)));
    QVERIFY(theory->weights->estimate.x.empty());
    if (plan.kind->layered)
        QVERIFY(theory->laws->weights && theory->laws->layer_jacobian && theory->laws->jacobian);

    request.previous = theory;
    const StudyPtr preview = preview_study(request, caches, {});
    QVERIFY(preview->stage == Stage::preview);
    const Extent taken {preview->measurement->samples, preview->measurement->tokens};
    QVERIFY(taken.samples < whole.samples);
    same(*preview->prediction, predict(experiment, plan, taken, {}));

    request.previous = preview;
    request.interim = [](const StudyPtr&) {};
    const StudyPtr full = full_study(request, caches, {});
    QVERIFY(full->stage == Stage::full && !is_coming(full->stage));
    same(*full->prediction, *theory->prediction);
    QVERIFY(full->findings);
}

/// The scan's memory follows its theoretical distribution.
void TestStudy::whatAScanRemembersFollowsItsLaw_data()
{
    QTest::addColumn<std::string>("steps");
    QTest::addColumn<std::string>("rates");
    for (const char* steps : {"softplus_log_uniform", "normal", "zeros"})
        for (const char* rates : {"s4d_real", "normal", "zeros"})
            QTest::addRow("%s, %s", steps, rates) << std::string(steps) << std::string(rates);
}

void TestStudy::whatAScanRemembersFollowsItsLaw()
{
    QFETCH(std::string, steps);
    QFETCH(std::string, rates);
    Experiment e;
    e.network = find_kind("state_space")->network;
    e.input = find_kind("state_space")->input;
    e.network.depth = 1;
    e.network.width = 512;
    e.network.roles = {{"dt_bias", {steps, {}}}, {"A_log", {rates, {}}}};
    e.input.tokens = 2;
    e.measure.gradient = false;
    StudyCaches caches(cache_bytes);
    const StudyPtr study = preview_study({.experiment = with_completed_parameters(e)}, caches, {});
    QVERIFY(study->memory);
    for (const WeightView* view : {&study->memory->step, &study->memory->memory}) {
        const Law& law = view->law;
        double mass = 0;
        for (const Law::Atom& atom : law.atoms)
            mass += atom.probability;
        for (std::size_t i = 1; i < view->density.x.size(); ++i)
            mass += (view->density.x[i] - view->density.x[i - 1]) * (view->density.y[i] + view->density.y[i - 1]) / 2;
        QVERIFY2(std::abs(mass - 1) < 0.01, qPrintable(QString::number(mass)));
        // Only the channels count as independent, not the states of each.
        const double channels = 1024, away = std::abs(view->sample.mean - law.mean);
        QVERIFY2(away <= 5 * std::sqrt(law.variance / channels) + 1e-6, qPrintable(QString::number(away)));
        QVERIFY(std::abs(view->sample.std - std::sqrt(law.variance)) <= 0.15 * std::sqrt(law.variance) + 1e-6);
        QVERIFY(view->sample.min >= law.low - 1e-5 && view->sample.max <= law.high + 1e-5);
    }
    if (steps == "zeros" && rates == "zeros")
        QVERIFY(std::abs(study->memory->memory.sample.mean + std::log10(std::log(2.0))) < 1e-6);
}

/// For a network whose theory takes long, the distributions are delivered first.
void TestStudy::distributionsDoNotWaitForTheory()
{
    Experiment deep = large(*find_kind("residual"));
    deep.network.depth = 501;
    StudyCaches caches(cache_bytes);
    std::vector<StudyPtr> said;
    StudyRequest request {.experiment = deep, .interim = [&](const StudyPtr& study) { said.push_back(study); }};
    const StudyPtr whole = theory_study(request, caches, {});
    QCOMPARE(said.size(), std::size_t(1));
    QVERIFY(said[0]->stage == Stage::theory && !said[0]->weights->density.x.empty());
    QVERIFY(!said[0]->prediction->covers(1) && whole->prediction->covers(1));
    QVERIFY(QString::fromStdString(said[0]->prediction->remark.english()).contains("being computed"));
    QCOMPARE(said[0]->verdict->word, stepzero::tr("unknown"));
}

void TestStudy::previewsDoNotWaitForTheory()
{
    Experiment e;
    e.network.width = 64;
    e.network.depth = 60;
    e.network.activation = {std::string(formula_name), {{std::string(formula_name), std::string("tanh(20*sin(z))")}}};
    e.network.weight = {"mean_field", {{"variance", 100.0}}};
    StudyCaches caches(cache_bytes);
    std::vector<StudyPtr> said;
    const StudyPtr preview = preview_study(
        {.experiment = e, .generation = 3, .interim = [&](const StudyPtr& study) { said.push_back(study); }}, caches,
        {});
    QVERIFY(preview->prediction->covers(1) && preview->theory);
    if (said.empty())
        QSKIP("theory was done in time");
    QCOMPARE(said.size(), std::size_t(1));
    const Study& early = *said[0];
    QVERIFY(early.stage == Stage::preview && early.generation == 3);
    QVERIFY(early.measurement == preview->measurement && early.jacobian == preview->jacobian);
    QVERIFY(!early.prediction->covers(1) && !early.theory && early.weights && early.verdict && early.laws);
}

/// The first layer of a network with few inputs scatters with the batch: ln RMS by 0.12 for 8 samples of 4 numbers, and
/// by 0.01 for 1000. Over 24 networks the mean square of the deviations has a standard deviation of √(2/24) around 1.
void TestStudy::previewsAreComparedWithTheirOwnScatter()
{
    Experiment e = large(*find_kind("dense"));
    e.network.input_width = 4;
    e.network.depth = 60;
    e.input.samples = 1000;
    e.measure.weight_spectra = e.measure.jacobian = false;
    StudyCaches caches(cache_bytes);
    double squares = 0;
    constexpr int networks = 24;
    for (int seed = 0; seed < networks; ++seed) {
        e.seed = std::uint64_t(seed);
        const StudyPtr preview
            = preview_study({.experiment = e, .generation = 1, .focus = {}, .previous = {}, .interim = {}}, caches, {});
        QVERIFY(preview->measurement->samples <= 16);
        squares += std::pow(*deviations(*preview->measurement, *preview->prediction, 1).preactivation, 2) / networks;
    }
    QVERIFY2(std::abs(squares - 1) < 5 * std::sqrt(2.0 / networks), qPrintable(QString::number(squares)));
}

/// The study of a step shows the network that a Trainer has after that many steps, measured as any other. Back at step
/// 0 it is unchanged, and all expectations and findings are always those of step 0.
void TestStudy::aStepIsAPointInTime()
{
    QFETCH(const QString, kind);
    Experiment e = large(*find_kind(kind.toStdString()));
    e.network.depth = 2;
    e.network.width = kind_of(e.network).kernels ? 8 : 32;
    e.input.samples = 8;
    e.input.tokens = 8;
    e.measure.weight_spectra = true;
    e.measure.jacobian = kind == QStringLiteral("dense");
    e = with_completed_parameters(e);
    Experiment untrained = e;
    e.train = default_training(e.network);
    e.train->steps = 4;
    StudyCaches caches(cache_bytes);
    const StudyPtr plain = full_study({.experiment = untrained}, caches, {});
    std::vector<StudyPtr> said;
    StudyRequest request {.experiment = e, .interim = [&](const StudyPtr& study) { said.push_back(study); }};
    const StudyPtr start = full_study(request, caches, {});
    QCOMPARE(start->step, 0);
    QVERIFY(!start->start && start->training && start->training->last);
    const auto numbers = [&](const Study& study) { return format_csv(*study.plan, *study.measurement); };
    QCOMPARE(numbers(*start), numbers(*plain));

    const int shown = 3;
    Trainer trainer(e, plan_of(e.network), caches.noise, {});
    for (int step = 0; step < shown; ++step)
        (void)trainer.step({});
    request.previous = start;
    request.focus.step = shown;
    const StudyPtr behind = full_study(request, caches, {});
    QCOMPARE(behind->step, shown);
    QVERIFY(behind->stage == Stage::full);
    QVERIFY(behind->start->measurement == start->measurement && behind->findings == start->findings && behind->verdict
        && behind->prediction == start->prediction && behind->training == start->training);
    const NetworkPlan trained
        = plan_behind(*start->plan, {shown, std::make_shared<const TrainedParameters>(trainer.parameters())}, {});
    QCOMPARE(numbers(*behind), format_csv(trained, simulate(untrained, trained, caches.noise, {})));
    QVERIFY(numbers(*behind) != numbers(*start));
    const WeightMatrix weights = trainer.parameters().entries(behind->matrix, {});
    QCOMPARE(behind->weights->sample.max, double(weights.maxCoeff()));
    if (start->layer_spectra)
        QVERIFY(behind->layer_spectra && behind->layer_spectra->weight != start->layer_spectra->weight);

    request.previous = behind;
    request.focus.step = 0;
    const StudyPtr back = full_study(request, caches, {});
    QVERIFY(back->step == 0 && back->measurement == start->measurement && back->training == start->training
        && back->layer_spectra == start->layer_spectra && back->jacobian == start->jacobian);
    // Another experiment takes over nothing from a later step.
    Experiment other = e;
    other.train->learning_rate /= 2;
    StudyRequest next {.experiment = other, .previous = behind};
    const StudyPtr preview = preview_study(next, caches, {});
    QVERIFY(!preview->layer_spectra || !start->layer_spectra
        || preview->layer_spectra->weight == start->layer_spectra->weight);
    QVERIFY(!preview->training);
}

void TestStudy::keptStepsFitTheirMemory()
{
    QCOMPARE(kept_every(100, 6e5), 1);
    for (const double weights : {1.0, 1e5, 1e6, 1e8, 1e10})
        for (const int steps : {1, 7, 100, 10000}) {
            const int every = kept_every(steps, weights);
            QVERIFY(steps / every <= std::max(2.0, (512 << 20) / (4 * weights)));
            if (every > 1)   // and no fewer than necessary, for the intervals 1, 2, 5
                QVERIFY(2.5 * steps / every >= std::max(2.0, (512 << 20) / (4 * weights)) || every > steps / 5);
        }
}

STEPZERO_TEST(TestStudy, QCoreApplication)

}   // namespace tst_study
#include "tst_study.moc"
