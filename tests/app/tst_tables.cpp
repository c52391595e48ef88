// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page, the completion of the shell and the manual's table of findings agree with the registries. With
// STEPZERO_WRITE=1 they are written again.
#include <QFile>
#include <QProcess>
#include <QTest>

#include "app/commands/command.h"
#include "core/capture/rules.h"
#include "core/diagnose/finding.h"
#include "tests/main/registered_test.h"
#include "widgets/language/language.h"

namespace tst_tables {

using namespace stepzero;

namespace {

QString words(const std::string& text) { return QString::fromStdString(text); }

QString joined(const std::vector<std::string>& list)
{
    QStringList all;
    for (const std::string& word : list)
        all << words(word);
    return all.join(' ');
}

// ---- manual page -------------------------------------------------------------------------------------------

QString roff(QString text)
{
    text.replace('\\', "\\e").replace('-', "\\-");
    return text.startsWith('.') || text.startsWith('\'') ? "\\&" + text : text;
}

QString bold(const std::string& text) { return "\\fB" + roff(words(text)) + "\\fR"; }
QString italic(const std::string& text) { return "\\fI" + roff(words(text)) + "\\fR"; }

QString synopsis()
{
    QString text = ".B stepzero\n[\\fIFILE\\fR]\n";
    for (const Command& command : commands()) {
        text += ".br\n" + bold("stepzero " + command.name);
        for (const QString& word : words(command.words).split(' '))
            text += ' ' + (word.startsWith('-') ? bold(word.toStdString()) : italic(word.toStdString()));
        text += " [" + italic("OPTIONS") + "]\n";
    }
    return text;
}

QString options()
{
    QString text;
    for (const Command& command : commands()) {
        text += ".SS " + words(command.name) + "\n";
        for (const Option& option : command.options) {
            text += ".TP\n" + (option.letter.empty() ? QString() : bold(option.letter) + ", ") + bold(option.name)
                + (option.value.empty() ? QString() : ' ' + italic(option.value)) + "\n"
                + roff(words(option.help.english())) + "\n";
            if (!option.more.empty())
                text += ".br\n" + roff(words(option.more)) + "\n";
        }
    }
    return text;
}

/// Returns the page with the text between two headings replaced.
QString replaced(const QString& page, const QString& from, const QString& to, const QString& text)
{
    const qsizetype start = page.indexOf(from) + from.size(), end = page.indexOf(to, start);
    return page.left(start) + text + page.mid(end);
}

QString manual(const QString& page)
{
    return replaced(replaced(page, ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", synopsis()), ".\\\" Of each command.\n",
        ".SH EXIT STATUS\n", options());
}

// ---- completion --------------------------------------------------------------------------------------------

/// Returns a branch of `case $command$previous in` for every option that has a value.
QString values()
{
    QString text;
    for (const Command& command : commands())
        for (const Option& option : command.options) {
            if (option.value.empty())
                continue;
            const QString name = words(command.name);
            QString pattern = name + words(option.name);
            if (!option.letter.empty())
                pattern += '|' + name + words(option.letter);
            const QString offer = joined(option.words.empty() ? option.beginnings : option.words);
            const QString action = !offer.isEmpty() ? "_stepzero_words '" + offer + "'; "
                : option.value == "FILE"            ? QStringLiteral("_stepzero_files -f; ")
                : option.value == "DIR"             ? QStringLiteral("_stepzero_files -d; ")
                                                    : QString();
            text += "        " + pattern + ") " + action + "return ;;\n";
        }
    return text;
}

QString completion()
{
    QString names, options;
    for (const Command& command : commands()) {
        names += words(command.name) + ' ';
        options += "        " + words(command.name) + ") options='";
        for (const Option& option : command.options)
            options += words(option.name) + ' ';
        options += "--help' ;;\n";
    }
    return R"sh(# bash completion for stepzero(1)                          -*- shell-script -*-
# SPDX-License-Identifier: GPL-3.0-or-later
# Written by tests/app/tst_tables.cpp from the commands' own tables.

_stepzero_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

_stepzero_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "$1" -- "$cur")
}

_stepzero() {
    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} previous=${COMP_WORDS[COMP_CWORD-1]} options
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        _stepzero_words ')sh"
        + names + R"sh(--help --version'
        _stepzero_files -f
        return
    fi
    case $command$previous in
)sh" + values()
        + R"sh(    esac
    case $command in
)sh" + options
        + R"sh(        *) return ;;
    esac
    if [[ $cur == -* ]]; then
        _stepzero_words "$options"
    else   # the name of a preset or of a study, or a file
        _stepzero_words "$({ "$1" presets; "$1" presets --studies; } 2>/dev/null | cut -d" " -f1)"
        _stepzero_files -f
    fi
}

complete -F _stepzero stepzero
)sh";
}

// ---- files -------------------------------------------------------------------------------------------------

QString contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const QString resources = QStringLiteral(STEPZERO_SOURCE_DIR "/resources/");

/// Compares the file, or writes it if requested.
void check(const QString& name, const QString& expected)
{
    const QString path = resources + name;
    if (qEnvironmentVariableIsSet("STEPZERO_WRITE")) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(expected.toUtf8());
        file.close();
    }
    QCOMPARE(contents(path), expected);
}

/// Returns the page with the rows of its table: one row for all findings of one meaning, in the page's language.
template <class Info>
QString findings(const QString& page, const std::vector<Info>& all, const QString& between)
{
    QStringList lines = page.split('\n'), rows;
    const auto is_row = [](const QString& line) { return line.startsWith(QStringLiteral("| `")); };
    const auto first = std::find_if(lines.begin(), lines.end(), is_row);
    const qsizetype place = first - lines.begin();
    lines.erase(std::remove_if(first, lines.end(), is_row), lines.end());
    QStringList ids;
    for (auto info = all.begin(); info != all.end(); ++info) {
        const auto end = std::find_if(info + 1, all.end(), [](const Info& other) { return !other.meaning.empty(); });
        const QString meaning = translated(info->meaning);
        ids.clear();
        for (; info != end; ++info)
            ids << "`" + words(info->id) + "`";
        --info;
        rows << "| " + ids.join(between) + " | " + meaning + " |";
    }
    return (lines.mid(0, place) + rows + lines.mid(place)).join('\n');
}

}   // namespace

class TestTables : public QObject {
    Q_OBJECT

private slots:
    void the_manual_page_has_them() { check("man/stepzero.1", manual(contents(resources + "man/stepzero.1"))); }
    void the_completion_has_them() { check("completion/stepzero", completion()); }

    void the_manual_has_the_findings()
    {
        for (const Language& language : languages()) {
            setLanguage(language.code);
            const bool english = language.code == "en";
            const QString folder = english ? "manual/" : "manual/" + language.code + "/",
                          between = english ? ", " : "、";
            const QString page = folder + "findings.md", captures = folder + "captures.md";
            check(page, findings(contents(resources + page), finding_infos(), between));
            check(captures, findings(contents(resources + captures), capture_finding_infos(), between));
        }
        setLanguage("en");
    }

    void bash_completes_data()
    {
        QTest::addColumn<QStringList>("line");   // the last word is being completed
        QTest::addColumn<QString>("offers");
        QTest::newRow("commands") << QStringList {"stepzero", "th"} << "theory";
        QTest::newRow("options") << QStringList {"stepzero", "run", "notes-he", "--c"} << "--csv --cells";
        QTest::newRow("words") << QStringList {"stepzero", "export", "notes-he", "--format", ""} << "png svg pdf csv";
        QTest::newRow("words of another command")
            << QStringList {"stepzero", "report", "notes-he", "--theme", ""} << "light print";
        QTest::newRow("beginnings") << QStringList {"stepzero", "theory", "--activation", "leaky"} << "leaky_relu";
        QTest::newRow("free") << QStringList {"stepzero", "export", "notes-he", "--size", ""} << "";
        QTest::newRow("folders") << QStringList {"stepzero", "export", "x", "--to", resources + "pre"}
                                 << resources + "presets";
        QTest::newRow("files") << QStringList {"stepzero", "run", "x", "-o", resources + "fonts.q"}
                               << resources + "fonts.qrc";
        QTest::newRow("presets") << QStringList {"stepzero", "run", "notes-six"} << "notes-six-schemes";
    }

    void bash_completes()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, offers);
        const QString script = "source \"$0\"; stepzero() { [[ $# -eq 2 ]] && echo \"notes-six-schemes  a study\"; }; "
                               "COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _stepzero stepzero; "
                               "echo \"${COMPREPLY[*]}\"";
        QProcess bash;
        bash.start("bash", QStringList {"-c", script, resources + "completion/stepzero"} + line);
        if (!bash.waitForFinished())
            QSKIP("there is no bash");
        QCOMPARE(QString::fromUtf8(bash.readAllStandardError()), QString());
        QCOMPARE(QString::fromUtf8(bash.readAllStandardOutput()).trimmed(), offers);
    }
};

STEPZERO_TEST(TestTables, NoApplication)

}   // namespace tst_tables
#include "tst_tables.moc"
