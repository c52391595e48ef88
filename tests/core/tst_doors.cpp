// SPDX-License-Identifier: GPL-3.0-or-later
// The pages that lead newcomers into the tree are true: CONTRIBUTING.md, the floor plan of the core and the README name
// files that exist and macros where they are, every registry has a checklist, and one version is stated everywhere.
#include <QDirIterator>
#include <QMap>
#include <QRegularExpression>
#include <QtTest>

#include "tests/main/registered_test.h"

namespace tst_doors {

namespace {

const QDir source(QStringLiteral(STEPZERO_SOURCE_DIR));

QString text(const QString& path)
{
    QFile file(source.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The pages to check. The floor plan may be missing.
QStringList pages()
{
    QStringList all {"CONTRIBUTING.md", "README.md"};
    if (source.exists("core/ARCHITECTURE.md"))
        all << "core/ARCHITECTURE.md";
    return all;
}

/// Returns the paths of the tree's own files below the given folders, relative to its top.
QStringList files_below(const QStringList& folders, const QStringList& names)
{
    QStringList files;
    for (const QString& folder : folders) {
        QDirIterator all(source.filePath(folder), names, QDir::Files, QDirIterator::Subdirectories);
        while (all.hasNext())
            files << source.relativeFilePath(all.next());
    }
    return files;
}

QStringList captures(const QRegularExpression& pattern, const QString& in)
{
    QStringList all;
    for (auto found = pattern.globalMatch(in); found.hasNext();)
        all << found.next().captured(1);
    return all;
}

/// What stands in backticks, without blocks of code. It may go over the end of a line.
QStringList quoted(const QString& markdown)
{
    QString prose;
    for (const QString& line : markdown.split('\n'))
        if (!line.startsWith("    "))
            prose += line + '\n';
    static const QRegularExpression name(QStringLiteral("`([^`]+)`"));
    QStringList all;
    for (const QString& one : captures(name, prose))
        all << one.simplified();
    return all;
}

/// Returns whether some file or folder fits a path with placeholders: NAME and KIND stand for one word, and * for any
/// characters of a name.
bool has_example(QString path)
{
    if (path.endsWith('/'))
        path.chop(1);
    static const QRegularExpression placeholder(QStringLiteral("NAME|KIND|\\*"));
    const QString folder = path.left(path.indexOf(placeholder)).section('/', 0, -2);
    if (!QFileInfo(source.filePath(folder)).isDir())
        return false;
    QString pattern = QRegularExpression::escape(path);
    pattern.replace("NAME", "[\\w.-]+").replace("KIND", "[\\w.-]+").replace("\\*", "[^/]*");
    const QRegularExpression whole(QRegularExpression::anchoredPattern(pattern));
    QDirIterator all(source.filePath(folder), QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (all.hasNext())
        if (whole.match(source.relativeFilePath(all.next())).hasMatch())
            return true;
    return false;
}

/// Returns whether a path of a page exists. core/gains is CTest's name of a test.
bool exists(const QString& path)
{
    if (path.contains("NAME") || path.contains("KIND") || path.contains('*'))
        return has_example(path);
    const QString test = "tests/" + path.section('/', 0, 0) + "/tst_" + path.section('/', 1) + ".cpp";
    return source.exists(path) || source.exists(test);
}

/// The registries and the header that has each: macros that apply their parameter to every member, and that are never
/// undefined.
QMap<QString, QString> registries()
{
    static const QRegularExpression definition(
        QStringLiteral("^#define (STEPZERO_\\w+)\\((\\w+)\\)((?:.*\\\\\n)*.*)"), QRegularExpression::MultilineOption);
    QMap<QString, QString> all;
    for (const QString& path : files_below({"app", "core", "widgets"}, {"*.h"})) {
        const QString header = text(path);
        for (auto found = definition.globalMatch(header); found.hasNext();) {
            const auto macro = found.next();
            const QString name = macro.captured(1);
            const QRegularExpression member("\\b" + macro.captured(2) + "\\(\\w");
            if (macro.captured(3).contains(member) && !header.contains("#undef " + name))
                all[name] = path;
        }
    }
    return all;
}

}   // namespace

class TestDoors : public QObject {
    Q_OBJECT

private slots:
    void paths_exist()
    {
        static const QRegularExpression path(
            QRegularExpression::anchoredPattern(QStringLiteral("(?:app|core|resources|tests|widgets)/[\\w./*-]*")));
        int paths = 0;
        QStringList wrong;
        for (const QString& page : pages())
            for (const QString& name : quoted(text(page))) {
                const QString first = name.section(' ', 0, 0);
                if (!path.match(first).hasMatch())
                    continue;
                ++paths;
                if (!exists(first))
                    wrong << page + ": " + first;
            }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
        QVERIFY(paths > 100);
    }

    /// Links within the tree. Those of the README and of the manual have a test of the window's (app/manual).
    void links_have_targets()
    {
        static const QRegularExpression link(QStringLiteral("\\]\\(([^) ]+)\\)"));
        QStringList wrong;
        for (const QString page : {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}) {
            QVERIFY2(source.exists(page), qPrintable(page));
            for (const QString& target : captures(link, text(page)))
                if (!target.startsWith("https://") && !target.startsWith('#')
                    && !source.exists(target.section('#', 0, 0)))
                    wrong << page + ": " + target;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    /// `STEPZERO_RULES` in `core/diagnose/rules.h` is in that file, and a setting on its own in some file.
    void macros_are_where_they_are_said_to_be()
    {
        QString everything;
        for (const QString& path : files_below({"app", "core", "resources", "tests", "widgets"},
                 {"*.h", "*.cpp", "*.in", "*.py", "*.sh", "CMakeLists.txt"}))
            if (!path.endsWith("tst_doors.cpp"))
                everything += text(path);
        everything += text("CMakeLists.txt");
        static const QRegularExpression setting(QStringLiteral("^(STEPZERO_\\w+)"));
        static const QRegularExpression place(QStringLiteral("`(STEPZERO_\\w+)`\\s+in\\s+`([^`]+)`"));
        QStringList wrong;
        for (const QString& page : pages()) {
            const QString markdown = text(page);
            for (const QString& name : quoted(markdown))
                if (const auto macro = setting.match(name); macro.hasMatch())
                    if (!everything.contains(QRegularExpression("\\b" + macro.captured(1) + "\\b")))
                        wrong << page + ": " + name;
            for (auto found = place.globalMatch(markdown); found.hasNext();) {
                const auto macro = found.next();
                if (!text(macro.captured(2)).contains("#define " + macro.captured(1) + '('))
                    wrong << page + ": " + macro.captured(1) + " in " + macro.captured(2);
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    /// A new registry needs a checklist, which names its macro and its header.
    void every_registry_has_a_checklist()
    {
        const QMap<QString, QString> all = registries();
        QVERIFY(all.size() >= 12);
        QVERIFY(all.contains("STEPZERO_ACTIVATIONS") && all.contains("STEPZERO_BASES"));
        const QStringList names = quoted(text("CONTRIBUTING.md"));
        for (auto registry = all.begin(); registry != all.end(); ++registry) {
            QVERIFY2(names.contains(registry.key()), qPrintable(registry.key() + " has no checklist"));
            QVERIFY2(names.contains(registry.value()), qPrintable(registry.value() + " is in no checklist"));
        }
    }

    void one_version_is_stated_everywhere()
    {
        static const QRegularExpression project(QStringLiteral("project\\(stepzero VERSION (\\d+\\.\\d+\\.\\d+)"));
        const QString version = project.match(text("CMakeLists.txt")).captured(1);
        QVERIFY(!version.isEmpty());
        static const QRegularExpression release(QStringLiteral("\n## \\[(\\d[^\\]]*)\\] - (\\d{4}-\\d\\d-\\d\\d)\n"));
        const auto latest = release.match(text("CHANGELOG.md"));
        QCOMPARE(latest.captured(1), version);
        const QString date = latest.captured(2);
        const auto states = [](const char* path, const QString& words) {
            QVERIFY2(text(path).contains(words), qPrintable(path + QStringLiteral(" lacks ") + words));
        };
        states("CITATION.cff", "\nversion: " + version + '\n');
        states("CITATION.cff", "\ndate-released: " + date + '\n');
        states("README.md", "stepzero_" + version + "-1_amd64.deb");
        states("resources/man/stepzero.1", "\"Stepzero " + version + "\"");
        states("resources/desktop/org.stepzero.Stepzero.metainfo.xml.in",
            "<releases>\n    <release version=\"" + version + "\" date=\"" + date + "\">");
    }
};

STEPZERO_TEST(TestDoors, QCoreApplication)

}   // namespace tst_doors
#include "tst_doors.moc"
