// SPDX-License-Identifier: GPL-3.0-or-later
// What figures show of a capture: the choice of a module and its parameter, rows by block, outliers, comparisons,
// steps.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/study/capture_study.h"
#include "tests/main/registered_test.h"

namespace tst_capture_study {

using namespace stepzero;

namespace {

CapturedMoments of_size(double rms, std::vector<std::uint64_t> shape)
{
    CapturedMoments moments;
    moments.count = 1;
    for (const std::uint64_t size : shape)
        moments.count *= size;
    moments.shape = std::move(shape);
    moments.rms = moments.std = rms;
    return moments;
}

CapturedModule module_of(const std::string& path, ModuleKind kind, int block, const std::string& role, double rms)
{
    CapturedModule one;
    one.path = path;
    one.kind = kind;
    one.block = block;
    one.role = role;
    one.output = of_size(rms, {8, 16});
    one.gradient = of_size(1, {8, 16});
    return one;
}

CapturedParameter parameter_of(const std::string& name, std::vector<std::uint64_t> shape, double rms)
{
    CapturedParameter one;
    one.name = name;
    one.value = of_size(rms, std::move(shape));
    one.gradient = of_size(1, one.value.shape);
    return one;
}

/// Two blocks of a linear layer and an activation between an embedding and a head.
Capture blocks_of_two()
{
    Capture capture;
    capture.modules = {module_of("embed", ModuleKind::embedding, 0, "", 1)};
    for (int block = 1; block <= 2; ++block) {
        const std::string before = "h." + std::to_string(block - 1);
        capture.modules.push_back(module_of(before + ".fc", ModuleKind::linear, block, "fc", 1));
        capture.modules.push_back(module_of(before + ".act", ModuleKind::activation, block, "act", 1));
        capture.modules.push_back(module_of(before, ModuleKind::other, block, "", 1));
    }
    capture.modules.push_back(module_of("head", ModuleKind::linear, 0, "", 1));
    capture.parameters = {parameter_of("h.0.fc.bias", {16}, 0.1), parameter_of("h.0.fc.weight", {16, 32}, 0.1),
        parameter_of("h.1.fc.weight", {16, 32}, 0.1), parameter_of("head.weight", {16, 100}, 0.2)};
    return capture;
}

}   // namespace

class TestCaptureStudy : public QObject {
    Q_OBJECT

private slots:
    void a_module_and_its_parameter_are_chosen_together()
    {
        const CaptureStudyPtr study = capture_study(blocks_of_two(), "a.json");
        // Without a warning, the largest weight.
        QCOMPARE(study->name_of(*study->chosen), std::string("head.weight"));
        QCOMPARE(study->module(*study->chosen_module())->path, std::string("head"));
        const CaptureStudyPtr first = with_chosen(*study, 1);
        QCOMPARE(first->name_of(*first->chosen), std::string("h.0.fc"));
        QCOMPARE(first->pattern_of(*first->chosen), std::string("h.*.fc"));
        QCOMPARE(first->parameter(*first->chosen_parameter())->name, std::string("h.0.fc.weight"));
        QCOMPARE(first->parameters_of(1).size(), std::size_t(2));
        const CaptureStudyPtr activation = with_chosen(*study, 2);
        QVERIFY(!activation->chosen_parameter());
        const CaptureStudyPtr none = with_chosen(*study, std::nullopt);
        QVERIFY(!none->chosen_module() && !none->chosen_parameter());
        // The original is as it was.
        QCOMPARE(study->name_of(*study->chosen), std::string("head.weight"));
    }

    void what_a_finding_names_is_chosen_first()
    {
        Capture capture = blocks_of_two();
        capture.modules[4].output->not_finite = 3;
        const CaptureStudyPtr study = capture_study(capture, "a.json");
        QVERIFY(has_problem(study->findings));
        QCOMPARE(study->name_of(*study->chosen), std::string("h.1.fc"));
        QVERIFY(study->finding_of(*study->chosen) == &study->findings.front());
        QVERIFY(study->is_named(*study->chosen, study->findings.front()));
        QVERIFY(!study->finding_of(0));
    }

    void modules_are_filtered_and_grouped_by_block()
    {
        const Capture capture = blocks_of_two();
        const auto all = modules_of(capture, ModuleFilter::all);
        QCOMPARE(all, (std::vector<std::size_t> {0, 1, 2, 4, 5, 7}));   // without outputs of whole blocks
        QCOMPARE(modules_of(capture, ModuleFilter::linear), (std::vector<std::size_t> {1, 4, 7}));
        QCOMPARE(modules_of(capture, ModuleFilter::activations), (std::vector<std::size_t> {2, 5}));
        QCOMPARE(modules_of(capture, ModuleFilter::blocks), (std::vector<std::size_t> {3, 6}));
        QVERIFY(modules_of(capture, ModuleFilter::norms).empty());
        const std::vector<BlockRun> runs = block_runs(capture, all);
        QCOMPARE(runs, (std::vector<BlockRun> {{0, 0, 0}, {1, 1, 2}, {2, 3, 4}, {0, 5, 5}}));
        QVERIFY(block_runs(capture, {}).empty());
    }

    void outliers_are_a_decade_and_five_sigma_away()
    {
        std::vector<double> level(20, 0.0), trend;
        for (std::size_t i = 0; i < level.size(); ++i) {
            level[i] = i % 2 == 0 ? 0.1 : -0.1;
            trend.push_back(double(i));   // 20 decades, but all on one line
        }
        level[7] = 1.5;
        level[9] = stepzero::nan;
        const std::vector<bool> out = outliers(level), none = outliers(trend);
        QCOMPARE(std::ranges::count(out, true), 1);
        QVERIFY(out[7]);
        QCOMPARE(std::ranges::count(none, true), 0);
        level[7] = 0.9;   // less than a decade
        QCOMPARE(std::ranges::count(outliers(level), true), 0);
        QVERIFY(outliers({}).empty());
        QCOMPARE(outliers({stepzero::nan, stepzero::nan}), (std::vector<bool> {false, false}));
    }

    void another_capture_is_matched_by_name_and_call()
    {
        Capture now = blocks_of_two(), before = blocks_of_two();
        std::ranges::reverse(before.modules);   // the order of execution may differ
        before.modules.front().output->rms = 4;   // head
        before.parameters.erase(before.parameters.begin());
        CapturedModule again = now.modules.back();
        again.call = 2;
        now.modules.push_back(again);
        const CaptureStudyPtr alone = capture_study(now, "now.json");
        QVERIFY(!alone->module_before(0) && !quantity_before(*alone, 0, CaptureQuantity::output));
        const CaptureStudyPtr study
            = with_before(*alone, std::make_shared<const Capture>(before), Text::name("before.json"));
        const std::size_t head = 7, second = 8;
        QCOMPARE(study->name_of(second), std::string("head (2)"));
        QCOMPARE(*quantity_of(*study, head, CaptureQuantity::output), 1.0);
        QCOMPARE(*quantity_before(*study, head, CaptureQuantity::output), 4.0);
        QVERIFY(!study->module_before(second));
        QVERIFY(!study->parameter_before(9) && study->parameter_before(10));
        QCOMPARE(*quantity_of(*study, 10, CaptureQuantity::weight), 0.1);
        QVERIFY(!quantity_of(*study, 10, CaptureQuantity::output));
        const CaptureStudyPtr ended = with_before(*study, nullptr, {});
        QVERIFY(ended->against.empty() && !ended->module_before(head));
    }

    void of_several_widths_the_largest_is_shown()
    {
        CapturedWidths widths;
        for (const int width : {64, 256, 128})
            for (const int step : {0, 3}) {
                CapturedWidths::One one {width, step, blocks_of_two()};
                one.capture.step = step;
                one.capture.modules.front().output->rms = width + 0.1 * step;
                widths.captures.push_back(one);
            }
        const CaptureStudyPtr study = capture_study(widths, "widths.json");
        QCOMPARE(*quantity_of(*study, 0, CaptureQuantity::output), 256.3);
        QCOMPARE(*quantity_before(*study, 0, CaptureQuantity::output), 64.3);
        QCOMPARE(study->against.english(), std::string("width 64"));
        QVERIFY(!study->exponents.empty());
        QCOMPARE(*main_capture(widths).modules.front().output->rms, 256.3);

        // The findings are those of the capture that is shown, also where a narrower one has a later step.
        CapturedWidths::One later {64, 9, blocks_of_two()};
        later.capture.modules.front().output->not_finite = 1;
        widths.captures.push_back(later);
        const CaptureStudyPtr longer = capture_study(widths, "widths.json");
        QCOMPARE(*quantity_of(*longer, 0, CaptureQuantity::output), 256.3);
        QVERIFY(std::ranges::none_of(longer->findings, [](const CaptureFinding& f) { return f.id == "not_finite"; }));
    }

    void another_width_keeps_the_choice_and_an_ended_comparison()
    {
        CapturedWidths widths;
        for (const int width : {64, 128, 256})
            for (const int step : {0, 3}) {
                CapturedWidths::One one {width, step, blocks_of_two()};
                one.capture.step = step;
                if (width == 128)   // it has a module that the others lack, so places differ
                    one.capture.modules.insert(
                        one.capture.modules.begin(), module_of("first", ModuleKind::other, 0, "", 1));
                one.capture.modules.back().output->rms = width;
                widths.captures.push_back(one);
            }
        QCOMPARE(widths_of(widths), (std::vector {64, 128, 256}));
        QCOMPARE(steps_of(widths, 128), (std::vector {0, 3}));
        QVERIFY(!capture_at(widths, 128, 1));
        const CaptureStudyPtr study = capture_study(widths, "widths.json");
        QCOMPARE(study->shown, std::size_t(5));
        // One exponent per module, and one per role of both blocks.
        QCOMPARE(study->module_exponents.size(), std::size_t(2 * 9));
        QCOMPARE(study->exponents.size(), std::size_t(2 * 6));
        const auto head = std::ranges::find(study->module_exponents, "head", &WidthExponent::name);
        QVERIFY(head != study->module_exponents.end() && std::abs(head->slope->slope - 1) < 1e-12);
        QCOMPARE(head->scaling, Scaling::grows);

        const CaptureStudyPtr middle = with_width(*study, *capture_at(*study->widths, 128, 3));
        QCOMPARE(middle->name_of(*middle->chosen), study->name_of(*study->chosen));
        QCOMPARE(*middle->chosen, *study->chosen + 1);
        QCOMPARE(middle->against.english(), std::string("width 64"));
        QCOMPARE(*quantity_of(*middle, *middle->chosen_module(), CaptureQuantity::output), 128.0);
        QCOMPARE(*quantity_before(*middle, *middle->chosen_module(), CaptureQuantity::output), 64.0);
        const CaptureStudyPtr narrow = with_width(*middle, 0);
        QVERIFY(!narrow->before && narrow->against.empty());
        QVERIFY(with_width(*narrow, 5)->before);
        const CaptureStudyPtr ended = with_width(*with_before(*middle, nullptr, {}), 5);
        QVERIFY(!ended->before);
        const auto other = std::make_shared<const Capture>(blocks_of_two());
        const CaptureStudyPtr compared = with_width(*with_before(*middle, other, Text::name("other.json")), 0);
        QCOMPARE(compared->before, other);
        QCOMPARE(compared->against.english(), std::string("other.json"));
    }

    void an_audit_adds_its_findings_and_verdicts()
    {
        Capture capture = blocks_of_two();
        for (const int block : {1, 2}) {   // h.0.fc.weight and h.1.fc.weight
            capture.parameters[std::size_t(block)].block = block;
            capture.parameters[std::size_t(block)].role = "fc.weight";
        }
        const CaptureStudyPtr study = capture_study(capture, "a.json", 7, "a.safetensors");
        QVERIFY(!study->weights.judged && !study->audited_tensor(study->places() - 1));
        auto audit = std::make_shared<Audit>();
        for (const char* name : {"h.0.fc.weight", "other", "head.weight"}) {
            AuditedTensor tensor;
            tensor.stored.name = name;
            tensor.verdict = AuditVerdict::deviates;
            audit->tensors.push_back(tensor);
        }
        audit->findings.push_back(
            {"std_ratio", Severity::error, {"h.*.fc.weight (q)"}, stepzero::tr("too large"), {}, {}});
        const CaptureStudyPtr judged = with_audit(*study, audit);
        QVERIFY(judged->weights.judged);
        QCOMPARE(judged->weights.path, study->weights.path);
        QCOMPARE(judged->findings.size(), study->findings.size() + 1);
        QVERIFY(judged->findings.front().of_weights);
        int verdicts = 0, named = 0;
        for (std::size_t place = 0; place < judged->places(); ++place) {
            if (const AuditedTensor* tensor = judged->audited_tensor(place)) {
                QCOMPARE(tensor->stored.name, judged->name_of(place));
                ++verdicts;
            }
            named += judged->finding_of(place) == &judged->findings.front();
        }
        QCOMPARE(verdicts, 2);
        QCOMPARE(named, 2);
        const CaptureStudyPtr unknown = with_audit(*study, nullptr);
        QVERIFY(unknown->weights.judged && !unknown->weights.audit);
        QCOMPARE(unknown->findings.size(), study->findings.size());
    }

    void the_law_of_singular_values_follows_shape_and_size()
    {
        // A 16 × 64 matrix with entries of RMS 0.5: edges 0.5 (√64 ± √16).
        const auto law = singular_law(parameter_of("w", {16, 4, 4, 4}, 0.5));
        QVERIFY(law && !law->single);
        QCOMPARE(law->edges().second, 6.0);
        QCOMPARE(law->edges().first, 2.0);
        QVERIFY(!singular_law(parameter_of("b", {16}, 0.5)));
        QVERIFY(singular_law(parameter_of("w", {16, 16}, 0))->single);
        CapturedParameter broken = parameter_of("w", {16, 16}, 1);
        broken.value.rms.reset();
        QVERIFY(!singular_law(broken));
        QCOMPARE(matrix_size(parameter_of("w", {0, 16}, 1)).first, std::uint64_t(0));
    }

    void lines_by_step_keep_the_smallest_and_the_largest()
    {
        Capture capture;
        constexpr int names = 50;
        for (int step = 1; step <= 3; ++step) {
            CapturedStep one;
            one.step = step;
            if (step != 2)
                one.loss = 5.0 - step;
            for (int name = 0; name < names; ++name)
                one.update["p" + std::to_string(name)] = name + 0.1 * step;
            if (step == 1)
                one.update.erase("p7");
            capture.steps.push_back(one);
        }
        const auto all = step_lines(capture, StepQuantity::update, 100),
                   some = step_lines(capture, StepQuantity::update, 5);
        QCOMPARE(all.size(), std::size_t(names));
        const auto seventh = std::ranges::find(all, "p7", &StepLine::name);
        QVERIFY(std::isnan(seventh->value[0]) && seventh->value[2] == 7.3);
        QCOMPARE(some.size(), std::size_t(5));
        QVERIFY(std::ranges::find(some, "p0", &StepLine::name) != some.end());
        QVERIFY(std::ranges::find(some, "p49", &StepLine::name) != some.end());
        const auto loss = step_lines(capture, StepQuantity::loss, 5);
        QCOMPARE(loss.size(), std::size_t(1));
        QVERIFY(loss[0].value[0] == 4 && std::isnan(loss[0].value[1]));
        QVERIFY(step_lines(capture, StepQuantity::gradient, 5).empty());
    }
};

STEPZERO_TEST(TestCaptureStudy, NoApplication)

}   // namespace tst_capture_study
#include "tst_capture_study.moc"
