// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson: steps of a few sentences, each with an experiment, the figures to look at and what to drag, with claims
// that hold there and a question. resources/manual/lessons.md tells how one is written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Languages that texts may be in; the first stands in where another is missing.
const std::vector<std::string>& lesson_languages();

/// A text by language.
struct LessonText {
    std::map<std::string, std::string, std::less<>> by {};

    bool empty() const { return by.empty(); }
    /// This language where the text has it, or else the first of lesson_languages() that it has.
    const std::string& language(std::string_view wanted) const;
    /// In that language; empty for no text.
    const std::string& in(std::string_view wanted) const;
    bool operator==(const LessonText&) const = default;
};

/// A figure that a step brings to the front.
struct LessonFigure {
    std::string figure;   ///< its id
    double share = 0;   ///< of the room for figures, in (0, 1]; 0: not said
    std::optional<Json> view {};   ///< an object: what is set in the figure itself
};

/// What holds of the step's full study.
struct LessonClaim {
    LessonText text;
    std::string that;   ///< "signal(10)/signal(9) ~ 1/sqrt(2) within 5%", see lesson_claim.h
};

struct LessonStep {
    LessonText title, text;   ///< the text is Markdown; {…} in it are numbers, see lesson_claim.h
    LessonText formula {};   ///< as widgets/style/math.h sets it, with numbers put in; empty: none
    std::string preset {};   ///< that the experiment is; empty: none
    bool own = false;   ///< the experiment is this step's, and not that of the step before
    Experiment experiment {};
    int step = 0;   ///< of training
    std::optional<int> layer {};   ///< chosen; absent: as it was
    std::vector<LessonFigure> figures {};   ///< the largest first
    std::optional<Json> board {};   ///< an object: how they stand, with others beside them; not without figures
    std::string
        control {};   ///< to drag: a path of core/study/grid/variables.h, or one of window_controls(); empty: none
    std::optional<std::pair<double, double>> range {};   ///< of the control
    std::vector<LessonClaim> claims {};
    LessonText question {}, answer {};   ///< both or neither
    LessonText notes {};   ///< for the speaker
};

struct Lesson {
    std::string name {};   ///< of its file, without the ending; of embedded lessons alone
    LessonText title, section;
    std::vector<LessonStep> steps {};   ///< not empty
};

/// What a step may frame beside the experiment's variables: "verdict", "layer", "step" of training, "export".
const std::vector<std::string>& window_controls();

/// Those texts of a step in which numbers stand, claims' among them.
std::vector<const LessonText*> numbered_texts(const LessonStep& step);

/// Words of a text that is read aloud; in Chinese characters, and words of other letters between them.
int spoken_words(std::string_view text, std::string_view language);

/// What is read aloud of a step, or a text: at 130 words a minute, or 200 characters of Chinese.
struct Spoken {
    int words = 0;
    double minutes = 0;
};
Spoken spoken(const LessonText& text, std::string_view language);
Spoken spoken(const LessonStep& step, std::string_view language);   ///< title, text, question, answer and notes
Spoken spoken(const Lesson& lesson, std::string_view language);

}   // namespace stepzero
