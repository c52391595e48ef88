// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/formula_edit.h"

#include <QFontDatabase>

#include "core/base/words/text_error.h"
#include "core/math/activation/formula.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

QString help()
{
    QStringList names;
    for (const std::string& name : formula_functions())
        names << QString::fromStdString(name);
    return FormulaEdit::tr(
        "<p>A function of z, such as <tt>z*sigmoid(1.7*z)</tt> or <tt>z &gt; 0 ? z : 0.1*z</tt>.</p><p>+ − * / ^ &lt; "
        "&lt;= == != &amp;&amp; || and condition ? this : that; constants pi and e; functions %1.</p>")
        .arg(joinedText(names, ", "));
}

/// Returns the reason why the text is not an activation; empty when it is one.
QString problemOf(const std::string& text)
{
    try {
        const auto parsed = parse_formula(text);
        const auto* problem = std::get_if<FormulaProblem>(&parsed);
        return problem ? translated(problem->sentence) : QString();
    } catch (const std::exception& error) {
        return translated(text_of(error));
    }
}

}   // namespace

FormulaEdit::FormulaEdit(QWidget* parent) : QLineEdit(parent)
{
    worker_.setMaxThreadCount(1);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setMaxLength(int(longest_formula));
    setToolTip(help());
    setClearButtonEnabled(true);
    connect(this, &QLineEdit::textEdited, this, &FormulaEdit::check);
}

FormulaEdit::~FormulaEdit()
{
    ++asked_;
    worker_.waitForDone();
}

void FormulaEdit::setFormula(const QString& formula)
{
    if (formula == inForce_)
        return;
    inForce_ = formula;
    ++asked_;
    setText(formula);
    setCursorPosition(0);   // scrolls to the start of the text
    emit judged({});
}

void FormulaEdit::check()
{
    const quint64 number = ++asked_;
    worker_.start([this, number, formula = text()] {
        if (number != asked_)
            return;
        const QString sentence = problemOf(formula.toStdString());
        QMetaObject::invokeMethod(
            this,
            [this, number, formula, sentence] {
                if (number != asked_)
                    return;
                emit judged(sentence);
                if (!sentence.isEmpty() || formula == inForce_)
                    return;
                inForce_ = formula;
                emit edited(formula);
            },
            Qt::QueuedConnection);
    });
}

}   // namespace stepzero
