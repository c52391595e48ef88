// SPDX-License-Identifier: GPL-3.0-or-later
// The terms that a reader meets in the window, with their definitions, and the tooltips that show them. The entries are
// the rows of resources/translations/glossary.csv that have a definition.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

namespace stepzero {

struct GlossaryEntry {
    struct Words {
        QStringList names;   ///< the term first, then its other names: synonyms, symbols
        QString definition;   ///< one sentence
    };
    Words english, chinese;
    QString formula;   ///< in the syntax of sentences: "σ_w² = fan_in·Var(W)"; may be empty
    QString source;   ///< "Poole et al. 2016"; may be empty

    const Words& words() const;   ///< in the present language
};

class Glossary {
public:
    /// Throws FormatError when the text is not a table.
    explicit Glossary(const QByteArray& csv);

    const QVector<GlossaryEntry>& entries() const { return entries_; }
    /// Returns the entry that a label names in the present language, or null. Either the whole label is a term, or the
    /// longest term that it begins with counts. "RMS of the output" names RMS, and so does 输出的 RMS, where the noun
    /// comes last.
    const GlossaryEntry* term(const QString& label) const;

private:
    const GlossaryEntry* leading(const QString& label) const;

    QVector<GlossaryEntry> entries_;
};

/// Returns the glossary of the program.
const Glossary& glossary();

/// Returns term, definition, formula and source as rich text, in the present language.
QString toolTipOf(const GlossaryEntry& entry);

/// Returns the tooltip of a label: `help`, followed by the definition of the term that the label names, if any.
QString withDefinition(const QString& label, const QString& help = {});

}   // namespace stepzero
