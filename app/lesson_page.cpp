// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_page.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/appearance.h"
#include "app/formula_label.h"
#include "app/lesson_language.h"

namespace stepzero {

namespace {

constexpr int progressWidth = 110;   // at scale 1

/// Returns "about 7 min · 5 steps · 1 exercise".
QString lengthOf(const LessonEntry& entry)
{
    QStringList parts {
        LessonPage::tr("about %1 min").arg(entry.minutes), LessonPage::tr("%n step(s)", nullptr, entry.steps)};
    if (entry.exercises > 0)
        parts << LessonPage::tr("%n exercise(s)", nullptr, entry.exercises);
    return parts.join(QStringLiteral(" · "));
}

/// Returns "✓ done · 4 of 9 steps · 1 of 2 exercises solved"; empty for a lesson that was not begun.
QString progressOf(const LessonEntry& entry)
{
    QStringList parts;
    if (entry.progress.done)
        parts << LessonPage::tr("✓ done");
    if (!entry.progress.seen.empty())
        parts << LessonPage::tr("%1 of %n step(s)", nullptr, entry.steps).arg(entry.progress.seen.size());
    if (!entry.progress.seen.empty() && entry.exercises > 0)
        parts << LessonPage::tr("%1 of %n exercise(s) solved", nullptr, entry.exercises)
                     .arg(entry.progress.solved.size());
    return parts.join(QStringLiteral(" · "));
}

QString numberedTitle(const LessonEntry& entry)
{
    return entry.number.isEmpty() ? entry.title : entry.number + QStringLiteral("  ") + entry.title;
}

QLabel* sentenceLabel(const QString& words)
{
    auto* label = new QLabel;
    setSentence(label, words);
    label->setWordWrap(true);
    return label;
}

}   // namespace

LessonEntry entryOf(const Lesson& lesson, const QString& key, const LessonProgress& progress)
{
    LessonEntry entry;
    entry.key = key;
    entry.title = words(lesson.title);
    entry.summary = words(lesson.summary);
    QStringList all;
    for (const std::string& language : lesson_languages()) {
        for (const LessonText* text : {&lesson.title, &lesson.section, &lesson.summary})
            all << QString::fromStdString(text->in(language));
        for (const LessonStep& step : lesson.steps)
            all << QString::fromStdString(step.title.in(language));
    }
    entry.words = all.join(QChar('\n'));
    entry.minutes = lesson_minutes(lesson, lessonLanguage());
    entry.steps = int(lesson.steps.size());
    entry.exercises = exercise_count(lesson);
    entry.progress = progress;
    return entry;
}

int nextLesson(const QVector<LessonEntry>& lessons, const QString& latest)
{
    const auto at = std::ranges::find(lessons, latest, &LessonEntry::key);
    if (at == lessons.end())
        return -1;
    const auto next = at->isOpen()
        ? at
        : std::find_if(at, lessons.end(), [](const LessonEntry& entry) { return !entry.progress.done && !entry.mine; });
    return next == lessons.end() ? -1 : int(next - lessons.begin());
}

LessonPage::LessonPage(const QVector<LessonEntry>& lessons, const QString& latest, QWidget* parent)
    : QDialog(parent), search_(new QLineEdit), nothing_(new QLabel(tr("No lesson has these words."))),
      area_(new QScrollArea)
{
    setWindowTitle(tr("All lessons"));
    setAttribute(Qt::WA_DeleteOnClose);
    search_->setPlaceholderText(tr("Search titles, summaries and steps"));
    search_->setAccessibleName(tr("Search lessons"));
    search_->setClearButtonEnabled(true);
    nothing_->hide();
    auto* all = new QVBoxLayout(this);
    if (const int next = nextLesson(lessons, latest); next >= 0) {
        const LessonEntry& entry = lessons[next];
        const QString title = QString(entry.title).replace('&', "&&");
        next_ = new QPushButton(entry.isOpen()
                ? tr("Continue: %1, step %2 of %3").arg(title).arg(entry.progress.step + 1).arg(entry.steps)
                : tr("Next lesson: %1").arg(title));
        next_->setToolTip(tr("The lesson runs step by step above the figures"));
        connect(next_, &QPushButton::clicked, this, [this, entry] { choose(entry, false); });
        all->addWidget(next_, 0, Qt::AlignLeft);
    }
    all->addWidget(search_);
    auto* content = new QWidget;
    rows_ = new QVBoxLayout(content);
    rows_->addWidget(nothing_);
    for (const LessonEntry& entry : lessons) {
        if (entry.mine && !mine_)
            rows_->addWidget(mine_ = boldLabel(tr("Recent lesson files"), this));
        addRow(entry);
    }
    rows_->addStretch();
    area_->setWidget(content);
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->setFocusPolicy(Qt::NoFocus);
    all->addWidget(area_);
    resize((QSize(760, 700) * appliedScale()).boundedTo(screen()->availableGeometry().size()));
    connect(search_, &QLineEdit::textChanged, this, &LessonPage::filter);
    filter({});
}

void LessonPage::addRow(const LessonEntry& entry)
{
    auto* frame = new QFrame;
    auto* grid = new QGridLayout(frame);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    QLabel* title = boldLabel({}, frame);
    setSentence(title, numberedTitle(entry));
    grid->addWidget(title, 0, 0);
    if (!entry.summary.isEmpty())
        grid->addWidget(sentenceLabel(entry.summary), 1, 0);
    auto* length = new QLabel(lengthOf(entry));
    length->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(length, 2, 0);
    const QString progress = progressOf(entry);
    if (!progress.isEmpty()) {
        auto* bar = new QProgressBar;
        bar->setRange(0, entry.steps);
        bar->setValue(entry.progress.seen.empty() ? entry.steps : int(entry.progress.seen.size()));
        bar->setTextVisible(false);
        bar->setFixedSize(QSize(progressWidth, 8) * appliedScale());
        bar->setAccessibleName(tr("progress of %1").arg(entry.title));
        bar->setAccessibleDescription(progress);
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        row->addWidget(bar);
        row->addWidget(new QLabel(progress));
        row->addStretch();
        grid->addLayout(row, 3, 0);
    }

    const auto button = [&](const QString& text, const QString& name, const QString& hint, bool again) {
        auto* made = new QPushButton(text);
        made->setAccessibleName(name.arg(entry.title));
        made->setAccessibleDescription(QStringList {entry.summary, lengthOf(entry), progress}.join(QChar('\n')));
        made->setToolTip(hint);
        connect(made, &QPushButton::clicked, this, [this, entry, again] { choose(entry, again); });
        return made;
    };
    const bool begun = !entry.progress.seen.empty() || entry.progress.done;
    QPushButton* again = begun
        ? button(tr("Start again"), tr("Start again: %1"), tr("From the first step; forgets which steps you saw"), true)
        : nullptr;
    QPushButton* start = entry.isOpen() ? button(tr("Continue"), tr("Continue: %1"),
                             tr("At step %1 of %2").arg(entry.progress.step + 1).arg(entry.steps), false)
        : begun                         ? again
                                        : button(tr("Start"), tr("Start: %1"), tr("From the first step"), false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(start);
    if (again && again != start)
        buttons->addWidget(again);
    grid->addLayout(buttons, 0, 1, 3, 1, Qt::AlignTop | Qt::AlignRight);
    rows_->addWidget(frame);
    all_.push_back({entry, frame, start, again});
}

void LessonPage::choose(const LessonEntry& entry, bool again)
{
    close();
    emit chosen(entry.key, again || !entry.isOpen() ? 0 : entry.progress.step, again);
}

/// Shows the lessons that have every word, in any case. Return starts the first of them.
void LessonPage::filter(const QString& wanted)
{
    const QStringList words = wanted.split(QChar(' '), Qt::SkipEmptyParts);
    QPushButton* first = words.isEmpty() ? next_ : nullptr;
    bool mine = false, any = false;
    for (const Row& row : all_) {
        const QString text = numberedTitle(row.entry) + QChar('\n') + row.entry.words;
        const bool found
            = std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
        row.widget->setVisible(found);
        mine = mine || (found && row.entry.mine);
        any = any || found;
        if (found && !first)
            first = row.start;
    }
    if (mine_)
        mine_->setVisible(mine);
    nothing_->setVisible(!any);
    for (QPushButton* button : findChildren<QPushButton*>()) {
        button->setAutoDefault(button == first);
        button->setDefault(button == first);
    }
}

const LessonPage::Row* LessonPage::rowOf(const QString& key) const
{
    const auto found = std::ranges::find(all_, key, [](const Row& row) { return row.entry.key; });
    return found == all_.end() ? nullptr : &*found;
}

QPushButton* LessonPage::startButton(const QString& key) const { return rowOf(key) ? rowOf(key)->start : nullptr; }
QPushButton* LessonPage::againButton(const QString& key) const { return rowOf(key) ? rowOf(key)->again : nullptr; }

void LessonPage::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    search_->setFocus();
}

}   // namespace stepzero
