// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_run.h"

#include "core/base/words/choices.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/checkpoint/audit/recipe_number.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

class RunReader {
public:
    RunReader(const Json& json, const std::string& path, Problems& problems)
        : problems_(problems), fields_(json, path, problems)
    {
    }

    FamilyRun read()
    {
        fields_.known({"refused", "kind", "heads", "heads_by", "options", "numbers", "cases", "activation", "rotary"});
        fields_.read("refused", run_.refused);
        if (!run_.refused.empty())
            return run_;
        fields_.required({"kind", "heads", "activation"});
        fields_.read("kind", run_.kind);
        kind_ = find_kind(run_.kind);
        if (!kind_) {
            problems_.push_back({fields_.path("kind"), choice_message(names_of(kinds()), run_.kind)});
            return run_;
        }
        run_.heads = fields_.texts("heads");
        run_.options = options(fields_);
        read_heads_by();
        read_numbers();
        read_cases();
        read_activation();
        read_rotary();
        return run_;
    }

private:
    void has_option(const std::string& path, const std::string& name)
    {
        if (!find_member(kind_->options, name))
            problems_.push_back({path, choice_message(names_of(kind_->options), name)});
    }

    RunOptions options(const JsonFields& fields)
    {
        RunOptions all;
        const Json* given = fields.object("options");
        for (std::size_t i = 0; given && i < given->items.size(); ++i) {
            const Json& value = given->items[i];
            const std::string path = member_path(fields.path("options"), given->keys[i]);
            has_option(path, given->keys[i]);
            if (value.kind == Json::Kind::number)
                all[given->keys[i]] = value.number;
            else if (value.kind == Json::Kind::boolean)
                all[given->keys[i]] = flag_value(value.boolean);
            else if (value.kind == Json::Kind::text)
                all[given->keys[i]] = value.text;
            else
                must_be(problems_, path, tr("a number, a string, true or false"), value);
        }
        return all;
    }

    /// Reads a word, or a flag as "true" or "false".
    void read_word(const JsonFields& fields, std::string_view key, std::string& word)
    {
        if (const Json* found = fields.find(key); found && found->kind == Json::Kind::boolean)
            word = found->boolean ? "true" : "false";
        else
            fields.read(key, word);
    }

    void read_formula(const JsonFields& fields, std::string_view key, std::string& text)
    {
        const Json* found = fields.find(key);
        if (found && found->kind == Json::Kind::number) {
            text = number_text(found->number);
            return;
        }
        fields.read(key, text);
        if (const auto problem = text.empty() ? std::nullopt : recipe_number_problem(text, run_variables()))
            problems_.push_back({fields.path(key), *problem});
    }

    template <class Read>
    void each(std::string_view key, const Read& read)
    {
        const Json* all = fields_.list(key);
        for (std::size_t i = 0; all && i < all->items.size(); ++i)
            read(JsonFields(all->items[i], item_path(fields_.path(key), i), problems_));
    }

    void read_numbers()
    {
        each("numbers", [this](const JsonFields& one) {
            RunNumber& number = run_.numbers.emplace_back();
            one.known({"option", "config", "value", "usual"});
            one.required({"option"});
            one.read("option", number.option);
            has_option(one.path("option"), number.option);
            number.config = one.texts("config");
            read_formula(one, "value", number.value);
            read_formula(one, "usual", number.usual);
        });
    }

    void read_cases()
    {
        each("cases", [this](const JsonFields& one) {
            RunCase& now = run_.cases.emplace_back();
            one.known({"config", "usual", "is", "is_not", "options", "refused"});
            one.required({"config", "usual"});
            one.read("config", now.config);
            read_word(one, "usual", now.usual);
            now.equal = one.find("is") != nullptr;
            read_word(one, now.equal ? "is" : "is_not", now.word);
            now.options = options(one);
            one.read("refused", now.refused);
        });
    }

    void read_activation()
    {
        const Json* given = fields_.object("activation");
        if (!given)
            return;
        const JsonFields fields(*given, fields_.path("activation"), problems_);
        fields.known({"config", "usual", "gated", "words"});
        fields.required({"config", "usual"});
        run_.activation.config = fields.texts("config");
        fields.read("usual", run_.activation.usual);
        fields.read("gated", run_.activation.gated);
        const Json* words = fields.object("words");
        for (std::size_t i = 0; words && i < words->items.size(); ++i)
            run_.activation.words[words->keys[i]] = words->items[i].text;
    }

    void read_rotary()
    {
        const Json* given = fields_.object("rotary");
        if (!given)
            return;
        const JsonFields fields(*given, fields_.path("rotary"), problems_);
        fields.known({"base", "share", "usual_share"});
        RunRotary& rotary = run_.rotary.emplace();
        rotary.base = fields.texts("base");
        rotary.share = fields.texts("share");
        fields.read("usual_share", rotary.usual_share);
    }

    void read_heads_by()
    {
        const Json* given = fields_.object("heads_by");
        if (!given)
            return;
        const JsonFields fields(*given, fields_.path("heads_by"), problems_);
        fields.known({"config", "words", "width"});
        fields.required({"config", "words", "width"});
        RunHeads& heads = run_.heads_by.emplace();
        fields.read("config", heads.config);
        heads.words = fields.texts("words");
        fields.read("width", {1, 65536}, heads.width);
    }

    Problems& problems_;
    JsonFields fields_;
    FamilyRun run_;
    const NetworkKind* kind_ = nullptr;
};

}   // namespace

const std::vector<std::string>& run_variables()
{
    static const std::vector<std::string> names {"given", "width", "heads", "head_width"};
    return names;
}

FamilyRun read_family_run(const Json& json, const std::string& path, Problems& problems)
{
    return RunReader(json, path, problems).read();
}

}   // namespace stepzero
