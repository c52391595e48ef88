// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson is a sequence of steps. Each has a few sentences, an experiment, figures to look at, a control to drag,
// claims that hold there, and a question. For the file format, see resources/manual/lessons.md.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the languages of texts; the first is the fallback for missing ones.
const std::vector<std::string>& lesson_languages();

inline constexpr std::size_t most_dials = 3;   ///< controls of a step in a presentation

/// A text in one or several languages.
struct LessonText {
    std::map<std::string, std::string, std::less<>> by {};

    bool empty() const { return by.empty(); }
    /// Returns this language if the text has it, else the first available one of lesson_languages().
    const std::string& language(std::string_view wanted) const;
    /// Returns the text in that language; empty for no text.
    const std::string& in(std::string_view wanted) const;
    bool operator==(const LessonText&) const = default;
};

/// A figure that a step shows.
struct LessonFigure {
    std::string figure;   ///< id of the figure
    double share = 0;   ///< fraction of the area for figures, in (0, 1]; 0: unspecified
    std::optional<Json> view {};   ///< an object: options of the figure itself
};

/// A parameter that has a control in a presentation.
struct LessonDial {
    std::string path;   ///< as for sweep_of(): that of a variable, a variance, or the training step
    std::string values {};   ///< in the syntax of sweep_of(); empty: the proposed ones
    bool operator==(const LessonDial&) const = default;
};

/// A statement about the full study of a step.
struct LessonClaim {
    LessonText text;
    std::string that;   ///< "signal(10)/signal(9) ~ 1/sqrt(2) within 5%", see lesson_claim.h
};

/// Asks for a number of the step's study. An answer between two bounds is right: those of theory's band, or a
/// percentage of the number itself.
struct NumberExercise {
    std::string number;   ///< expression, see lesson_value.h
    std::string low {}, high {};   ///< expressions; empty: `percent` applies
    double percent = 0;
};

/// Asks to change the step's experiment until a claim holds.
struct GoalExercise {
    std::string goal;   ///< claim about the changed experiment, see lesson_claim.h; false for the step's own
    int changes = 0;   ///< largest number of settings to change; 0: any
    Json solution {};   ///< an object: values by their paths in the experiment file
};

/// What the question of a step asks to do, so that the answer can be judged; see exercise.h.
using Exercise = std::variant<NumberExercise, GoalExercise>;

struct LessonStep {
    LessonText title, text;   ///< the text is Markdown; {…} in it are numbers, see lesson_claim.h. A slide has none
    LessonText formula {};   ///< in the syntax of widgets/style/math.h, with numbers filled in; empty: none
    std::string preset {};   ///< name of the preset used as experiment; empty: none
    bool own = false;   ///< false: the experiment is that of the previous step
    Experiment experiment {};
    int step = 0;   ///< step of training
    std::optional<int> layer {};   ///< selected layer; absent: unchanged
    std::vector<LessonFigure> figures {};   ///< largest first
    std::optional<Json> board {};   ///< an object: arrangement of these and other figures; requires figures
    std::string control {};   ///< control to drag: path of core/study/grid/variables.h, or one of window_controls();
                              ///< may be empty
    std::optional<std::pair<double, double>> range {};   ///< range of the control
    std::vector<LessonDial> dials {};   ///< controls in a presentation, at most most_dials; empty: the control
    std::vector<LessonClaim> claims {};
    LessonText question {}, answer {};   ///< both or neither
    std::optional<Exercise> exercise {};   ///< requires a question
    LessonText notes {};   ///< for the presenter
};

struct Lesson {
    std::string name {};   ///< file name without its ending; only for embedded lessons
    LessonText title, section;
    LessonText summary {};   ///< a sentence for lists of lessons; may be empty
    std::vector<LessonStep> steps {};   ///< at least one
};

/// Returns controls that a step may highlight in addition to the experiment's variables: "verdict", "layer", "step" (of
/// training), "export".
const std::vector<std::string>& window_controls();

/// Returns the texts of a step that may contain numbers, including claims.
std::vector<const LessonText*> numbered_texts(const LessonStep& step);

/// Returns whether texts in a language are measured in characters instead of words, as in Chinese.
bool counts_characters(std::string_view language);
/// Returns the number of spoken words. In Chinese, these are characters, and words of other letters between them.
int spoken_words(std::string_view text, std::string_view language);

/// Length of the spoken text of a step or lesson, at 130 words per minute, or 200 Chinese characters.
struct Spoken {
    int words = 0;
    double minutes = 0;
};
Spoken spoken(const LessonText& text, std::string_view language);
Spoken spoken(const LessonStep& step, std::string_view language);   ///< title, text, question, answer and notes
Spoken spoken(const Lesson& lesson, std::string_view language);

/// Returns how many steps have an exercise.
int exercise_count(const Lesson& lesson);
/// Returns the minutes that a reader needs alone, at least 1: title, text, claims, question and answer at 220 words, or
/// 340 Chinese characters, per minute; a quarter of a minute for the figures of each step; and 2 for each exercise.
int lesson_minutes(const Lesson& lesson, std::string_view language);

}   // namespace stepzero
