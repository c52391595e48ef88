// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/language/language.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "widgets/language/catalog.h"

static void initTranslations() { Q_INIT_RESOURCE(translations); }

namespace stepzero {

namespace {

/// Translates every text in the same way, whatever its context. For a text with a count, tr("%n layer(s)", nullptr, n),
/// the English form is made here: "1 layer", "3 layers".
class LanguageWords : public QTranslator {
public:
    std::shared_ptr<const Catalog> catalog;
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char* = nullptr, int count = -1) const override
    {
        const QString english = QString::fromUtf8(source);
        const QString said = catalog ? catalog->translation(english) : QString();
        if (!said.isEmpty() || count < 0)
            return said;
        return QString(english).replace(QLatin1String("(s)"), QLatin1String(count == 1 ? "" : "s"));
    }
};

struct LanguageNow {
    QString code = QStringLiteral("en");
    std::mutex lock;   // protects the catalog
    std::shared_ptr<const Catalog> catalog;
    std::unique_ptr<LanguageWords> words;   // installed in the application while there is one
    std::unique_ptr<QTranslator> qt;
};

LanguageNow& languageNow()
{
    static LanguageNow all;
    return all;
}

/// Returns null for English. Thread-safe.
std::shared_ptr<const Catalog> catalogNow()
{
    const std::scoped_lock locked(languageNow().lock);
    return languageNow().catalog;
}

/// Returns null for English. Catalogs are read when they are first needed.
const std::shared_ptr<const Catalog>& catalogOf(const QString& code)
{
    static std::map<QString, std::shared_ptr<const Catalog>> all;
    const auto [catalog, added] = all.try_emplace(code);
    if (added) {
        initTranslations();
        QFile file(QStringLiteral(":/translations/stepzero_%1.ts").arg(code));
        if (file.open(QIODevice::ReadOnly))
            catalog->second = std::make_shared<const Catalog>(file.readAll());
    }
    return catalog->second;
}

/// Installs the translator in an application.
void installLanguage()
{
    LanguageNow& now = languageNow();
    now.words.reset();   // the destructor removes it from the application
    now.qt.reset();
    if (!QCoreApplication::instance())
        return;
    now.qt = std::make_unique<QTranslator>();
    if (now.catalog
        && now.qt->load(QStringLiteral("qtbase_") + now.code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(now.qt.get());
    now.words = std::make_unique<LanguageWords>();
    now.words->catalog = now.catalog;
    QCoreApplication::installTranslator(now.words.get());
    qAddPostRoutine([] {
        languageNow().words.reset();
        languageNow().qt.reset();
    });
}

}   // namespace

Q_COREAPP_STARTUP_FUNCTION(installLanguage)

const QVector<Language>& languages()
{
    static const QVector<Language> all {
        {QStringLiteral("en"), QStringLiteral("English")}, {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
    return all;
}

QString knownLanguage(const QString& wish)
{
    for (const QString& one : wish.split(QLatin1Char(':'), Qt::SkipEmptyParts)) {
        const QString word = one.left(2).toLower();
        if (one == QLatin1String("C") || one.startsWith(QLatin1String("C.")) || one == QLatin1String("POSIX"))
            return QStringLiteral("en");
        // Readers of traditional characters read simplified ones more easily than English.
        if (one.size() == 2 || (one.size() > 2 && !one[2].isLetter()))
            for (const Language& language : languages())
                if (language.code.left(2) == word)
                    return language.code;
    }
    return {};
}

QString systemLanguage()
{
    for (const char* name : {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"})
        if (const QString wish = qEnvironmentVariable(name); !wish.isEmpty()) {
            const QString known = knownLanguage(wish);
            return known.isEmpty() ? QStringLiteral("en") : known;
        }
    return QStringLiteral("en");
}

void setLanguage(const QString& code)
{
    LanguageNow& now = languageNow();
    if (code == now.code)
        return;
    now.code = code;
    {
        const std::scoped_lock locked(now.lock);
        now.catalog = catalogOf(code);
    }
    installLanguage();
}

QString language() { return languageNow().code; }
bool isEnglish() { return language() == QLatin1String("en"); }

QString tableLanguage() { return QCoreApplication::instance() ? language() : QString(); }

QString translated(const Text& text)
{
    const std::shared_ptr<const Catalog> catalog = catalogNow();
    return catalog ? catalog->rendered(text) : QString::fromStdString(text.english());
}

QStringList otherLanguages(const QString& shown)
{
    const std::shared_ptr<const Catalog> now = catalogNow();
    const QString english = now ? now->source(shown) : shown;
    QStringList others;
    if (now && !english.isEmpty())
        others << english;
    for (const Language& other : languages()) {
        if (other.code == language())
            continue;
        const std::shared_ptr<const Catalog>& catalog = catalogOf(other.code);
        if (const QString words = catalog ? catalog->translation(english) : QString(); !words.isEmpty())
            others << words;
    }
    return others;
}

QString joinedText(const QStringList& words, const char* separator)
{
    return words.join(translated(Text::formatted(std::string("%1") + separator + "%2", {"", ""})));
}

}   // namespace stepzero
