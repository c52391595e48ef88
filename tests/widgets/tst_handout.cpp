// SPDX-License-Identifier: GPL-3.0-or-later
// Handouts of lessons and the course: sliders at the steps with controls, predictions, answers, and links.
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "core/study/lesson/lesson_json.h"
#include "tests/main/registered_test.h"
#include "widgets/language/language.h"
#include "widgets/report/course.h"
#include "widgets/style/style.h"

namespace tst_handout {

using namespace stepzero;

namespace {

/// A lesson with a depth, a scheme, a training step, a layer, and controls that are no settings.
Lesson lessonOf(const std::string& name)
{
    auto read = parse_lesson(R"({"format": "stepzero-lesson", "version": 1,
      "title": {"en": "Small & deep", "zh": "小而深"}, "section": {"en": "Basics", "zh": "基础"}, "steps": [
      {"title": {"en": "Depth", "zh": "深度"}, "text": {"en": "Depth {depth}.", "zh": "深度 {depth}。"},
       "experiment": {"network": {"kind": "dense", "depth": 5, "width": 12}, "input": {"samples": 8},
         "train": {"steps": 3}},
       "figures": [{"figure": "signal"}, {"figure": "weights"}], "control": "network.depth", "range": [1, 40],
       "question": {"en": "Does it vanish?", "zh": "会消失吗？"}, "answer": {"en": "It does.", "zh": "会。"},
       "exercise": {"number": "depth", "within": 10}},
      {"title": {"en": "Scheme"}, "text": {"en": "…"}, "figures": [{"figure": "signal"}], "control": "network.weight"},
      {"title": {"en": "Steps"}, "text": {"en": "…"}, "step": 2, "figures": [{"figure": "training"}],
       "control": "step"},
      {"title": {"en": "Layer"}, "text": {"en": "…"}, "layer": 3, "figures": [{"figure": "weights"}],
       "control": "layer"},
      {"title": {"en": "Verdict"}, "text": {"en": "…"}, "figures": [{"figure": "signal"}], "control": "verdict"},
      {"title": {"en": "None"}, "text": {"en": "…"}, "figures": [{"figure": "signal"}]}]})");
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read))
        qFatal("%s", with_path(problems->front()).english().c_str());
    Lesson lesson = std::get<Lesson>(read);
    lesson.name = name;
    return lesson;
}

const ComputedLesson& small()
{
    static const ComputedLesson lesson = [] {
        StudyCaches caches(16 << 20);
        return computed(lessonOf("01-small"), caches, {});
    }();
    return lesson;
}

QString fileText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

std::vector<std::string> labelsOf(const Sweep& sweep)
{
    std::vector<std::string> labels;
    for (const Text& label : sweep.labels)
        labels.push_back(label.english());
    return labels;
}

}   // namespace

class TestHandout : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }
    void cleanup() { setLanguage(QStringLiteral("en")); }

    /// A dozen stops at most, among them the step's own value, where the slider starts.
    void stopsOfControls()
    {
        const std::vector<std::optional<StepStops>>& stops = small().stops;
        QCOMPARE(stops.size(), std::size_t(6));
        QCOMPARE(labelsOf(stops[0]->sweep),
            (std::vector<std::string> {"1", "2", "3", "4", "5", "6", "10", "16", "25", "40"}));   // ratios, and 5
        QCOMPARE(stops[0]->start, std::size_t(4));
        for (std::size_t i = 0; i < stops[0]->studies.size(); ++i)
            QCOMPARE(std::to_string(stops[0]->studies[i]->experiment.network.depth), labelsOf(stops[0]->sweep)[i]);
        const Sweep& schemes = stops[1]->sweep;
        QVERIFY(schemes.values.size() > 1 && schemes.values.size() <= 6);
        QCOMPARE(stops[1]->studies[stops[1]->start]->experiment, small().lesson.steps[1].experiment);
        QCOMPARE(labelsOf(stops[2]->sweep), (std::vector<std::string> {"0", "1", "2", "3"}));
        QCOMPARE(stops[2]->start, std::size_t(2));
        QCOMPARE(stops[2]->studies[3]->step, 3);
        QCOMPARE(labelsOf(stops[3]->sweep), (std::vector<std::string> {"1", "2", "3", "4", "5"}));
        QCOMPARE(stops[3]->start, std::size_t(2));
        QCOMPARE(stops[3]->studies[4]->layer, 5);
        QVERIFY(!stops[4] && !stops[5]);
    }

    void slidersAndAnswers()
    {
        HandoutOptions options;
        options.language = "en";
        const QString html = handoutHtml(small(), options);
        QCOMPARE(html.count(QStringLiteral("<section class=\"dial\"")), 4);
        for (const char* id : {"step1", "step2", "step3", "step4"})
            QVERIFY(html.contains(QStringLiteral("id=\"%1\"").arg(QLatin1String(id))));
        QCOMPARE(
            html.count(QStringLiteral("class=\"overlay\"")), 2);   // curves by layer; trained weights have no theory
        // The main figure is not a picture too, which would show what is to be predicted.
        QCOMPARE(html.count(QStringLiteral("<img src=\"data:image/png")), 3);
        QCOMPARE(html.count(QStringLiteral("<figcaption>")), 7);
        QVERIFY(html.contains(QStringLiteral("Figure 7. ")));
        // On dark screens, the document, its pictures and its figures are dark; not on paper.
        QVERIFY(html.contains(QStringLiteral("<html lang=\"en\" class=\"themed\">")));
        QCOMPARE(html.count(QStringLiteral("<source media=\"screen and (prefers-color-scheme: dark)\"")), 3);
        QVERIFY(html.contains(QStringLiteral("@media screen and (prefers-color-scheme: dark)")));
        const qsizetype question = html.indexOf(QStringLiteral("Question: Does it vanish?"));
        QVERIFY(question > 0);
        const qsizetype exercise = html.indexOf(
            QStringLiteral("<form class=\"exercise\" data-lesson=\"01-small\" data-step=\"1\" data-title=\"Depth\" "
                           "data-low=\"4.5\" data-high=\"5.5\">"));
        QVERIFY(exercise > question);
        QVERIFY(html.indexOf(QStringLiteral("<p>It does.</p>\n</details>"), exercise) > exercise);
        QCOMPARE(html.count(QStringLiteral("class=\"save-answers\" hidden")), 1);
        QVERIFY(!html.contains(QStringLiteral("<h2>Answers</h2>")));
        QVERIFY(html.contains(QStringLiteral("Content-Security-Policy")));
        QVERIFY(html.count(QStringLiteral("<script>")) == 1 && html.size() < 5'000'000);
    }

    /// The pages of both languages link to each other, and every link has a file.
    void course()
    {
        QTemporaryDir folder;
        std::size_t drawn = 0;
        CourseOptions options {{lessonOf("01-small"), lessonOf("02-next")}, {"en", "zh"},
            [](std::size_t) { return small(); }, [&drawn](std::size_t, double) { ++drawn; }};
        writeCourse(folder.path().toStdString(), options);
        QVERIFY(drawn > 0);
        const QStringList files = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files,
            (QStringList {"01-small.html", "01-small.zh.html", "02-next.html", "02-next.zh.html", "index.html",
                "index.zh.html"}));
        static const QRegularExpression link(QStringLiteral("href=\"([^\"]*)\""));
        for (const QString& name : files) {
            const QString html = fileText(folder.filePath(name));
            const bool chinese = name.contains(QStringLiteral(".zh."));
            QVERIFY(html.contains(chinese ? QStringLiteral("<html lang=\"zh\"") : QStringLiteral("<html lang=\"en\"")));
            QVERIFY(html.contains(chinese ? QStringLiteral("小而深") : QStringLiteral("Small &amp; deep")));
            QStringList links;
            for (auto it = link.globalMatch(html); it.hasNext();)
                links << it.next().captured(1);
            for (const QString& to : links)
                QVERIFY2(files.contains(to), qPrintable(name + QStringLiteral(" → ") + to));
            const QString other = chinese ? QString(name).remove(QStringLiteral(".zh"))
                                          : QString(name).replace(QStringLiteral(".html"), QStringLiteral(".zh.html"));
            QVERIFY2(links.contains(other), qPrintable(name));
            QCOMPARE(links.size(), 3);   // two lessons, or the index and the other lesson; and the other language
        }
        const Lesson& first = options.lessons.front();
        QVERIFY(fileText(folder.filePath("index.html"))
                    .contains(QStringLiteral("about %1 min").arg(lesson_minutes(first, "en"))));
        QVERIFY(fileText(folder.filePath("01-small.zh.html")).contains(QStringLiteral("会消失吗？")));
    }

    /// In one language only, no page has it in its name.
    void courseInOneLanguage()
    {
        QTemporaryDir folder;
        writeCourse(folder.path().toStdString(),
            {{lessonOf("01-small")}, {"zh"}, [](std::size_t) { return small(); }, [](std::size_t, double) {}});
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name), (QStringList {"01-small.html", "index.html"}));
        QVERIFY(fileText(folder.filePath("index.html")).contains(QStringLiteral("<html lang=\"zh\"")));
    }
};

STEPZERO_TEST(TestHandout, QApplication)

}   // namespace tst_handout
#include "tst_handout.moc"
