// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of all fields of all kinds: each is read and written, refused with its path where it is not allowed, and
// offered to studies by its name.
#include <QTest>
#include <algorithm>

#include "core/study/grid/variables.h"
#include "tests/core/field_cases.h"
#include "tests/main/registered_test.h"

namespace tst_fields {

using namespace stepzero;

namespace {

std::vector<Json> refused(const Field& field)
{
    if (std::holds_alternative<Place<bool>>(field.place) || std::holds_alternative<Place<Selection>>(field.place))
        return {json_of(3)};
    if (std::holds_alternative<Place<std::string>>(field.place))
        return field.choices.empty() ? std::vector<Json> {json_of(3)}
                                     : std::vector<Json> {json_of("no such"), json_of(3)};
    std::vector<Json> values {json_of(field.range.low < -1 ? 2 * field.range.low : field.range.low - 1),
        json_of(field.range.high * 2 + 2), json_of("1"), Json()};
    if (field.numbers != Field::Numbers::closed)
        values.push_back(json_of(field.numbers == Field::Numbers::above_low ? field.range.low : 3));
    if (is_whole(field))
        values.push_back(json_of(1.5));
    return values;
}

std::string words(const std::variant<Experiment, Problems>& read)
{
    return std::holds_alternative<Problems>(read) ? sentence("e", std::get<Problems>(read).front()).english()
                                                  : std::string();
}

}   // namespace

class TestFields : public QObject {
    Q_OBJECT

private slots:
    void every_field_has_its_place_in_files_and_studies_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("path");
        for (const NetworkKind& kind : kinds())
            for (const Field& field : fields_of(kind.network))
                QTest::addRow("%s: %s", kind.name.c_str(), field.path.c_str())
                    << QString::fromStdString(kind.name) << QString::fromStdString(field.path);
    }

    void every_field_has_its_place_in_files_and_studies()
    {
        QFETCH(QString, kind);
        QFETCH(QString, path);
        const NetworkKind& of = *find_kind(kind.toStdString());
        const Field& field = *find_field(of.network, path.toStdString());
        const Experiment base = experiment_with(of, field);
        QVERIFY(applies(field, base));

        int read = 0, other = 0;
        for (const Json& value : allowed(field, base)) {
            const auto found = with(base, field, value);
            const auto* e = std::get_if<Experiment>(&found);
            if (!e)
                continue;   // the value is invalid with the rest of this network
            ++read;
            other += *e != base;
            const Json written = json_of(*e);
            const Json* told = value_at(written, field.path);
            QCOMPARE(told != nullptr, is_told(field, *e));
            if (told && told->kind != Json::Kind::object)
                QCOMPARE(json_line(*told), json_line(value));
            else if (told)
                QCOMPARE(told->find("name")->text, value.find("name")->text);
            QVERIFY(std::get<Experiment>(parse_experiment(format_experiment(*e))) == *e);
        }
        const bool weighed = field.part() != "weights" || of.takes_weights;
        QVERIFY2(!weighed || (read > 0 && (other > 0 || field.choices.size() == 1)),
            words(with(base, field, allowed(field, base).front())).c_str());

        for (const Json& value : refused(field)) {
            const auto found = with(base, field, value);
            QVERIFY2(std::holds_alternative<Problems>(found), json_line(value).c_str());
            QCOMPARE(std::get<Problems>(found).front().path, field.path);
        }

        QVERIFY(!field.words.name.empty() && !field.words.label.empty());
        if (!weighed)
            return;
        const auto all = variables(base);
        QCOMPARE(std::ranges::any_of(
                     all, [&](const Variable& v) { return v.path == field.path && v.label == field.words.name; }),
            field.asked > 0);
    }

    /// The order of inputs and training follows Field::asked.
    void studies_offer_what_is_asked_for_most_first()
    {
        for (const NetworkKind& kind : kinds()) {
            std::vector<int> asked;
            for (const Variable& v : variables(experiment_with(kind, field_of("seed"))))
                if (const Field* field = find_field(kind.network, v.path); field && field->part() != "network")
                    asked.push_back(field->asked);
            QVERIFY(asked.size() > 8 && std::ranges::is_sorted(asked, std::greater()));
        }
    }

    /// A value that files leave out equals the default.
    void quiet_fields_are_at_their_defaults()
    {
        for (const NetworkKind& kind : kinds())
            for (const Field& field : fields_of(kind.network)) {
                const Experiment e = experiment_with(kind, field);
                const Json json = json_of(e);
                if (field.quiet)
                    QVERIFY2(!value_at(json, field.path), field.path.c_str());
                else if (field.only_with.empty())
                    QVERIFY2(value_at(json, field.path), field.path.c_str());
            }
    }
};

STEPZERO_TEST(TestFields, NoApplication)

}   // namespace tst_fields
#include "tst_fields.moc"
