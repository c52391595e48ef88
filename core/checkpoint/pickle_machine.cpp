// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle_machine.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/base/formats/bytes.h"

namespace stepzero {

namespace {

using Kind = PickleKind;
using Global = PickleGlobal;
using Object = PickleObject;

[[noreturn]] void broken() { throw FormatError(tr("contains a damaged pickle")); }

struct Name {
    std::string_view module, name;
    Global global;
};

/// Known globals, apart from storages and dtypes.
constexpr std::array<Name, 11> names {{
    {"collections", "OrderedDict", Global::dict},
    {"collections", "defaultdict", Global::dict},
    {"torch._utils", "_rebuild_tensor", Global::tensor},
    {"torch._utils", "_rebuild_tensor_v2", Global::tensor},
    {"torch._utils", "_rebuild_tensor_v3", Global::typed_tensor},
    {"torch._utils", "_rebuild_parameter", Global::parameter},
    {"torch._utils", "_rebuild_parameter_with_state", Global::parameter},
    {"torch.nn.parameter", "Parameter", Global::parameter},
    {"torch.nn", "Parameter", Global::parameter},
    {"torch", "Size", Global::size},
    {"torch", "device", Global::device},
}};

constexpr std::array<std::string_view, 23> dtypes {"float64", "float32", "float16", "bfloat16", "float8_e4m3fn",
    "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2", "int64", "int32",
    "int16", "int8", "uint64", "uint32", "uint16", "uint8", "bool", "complex128", "complex64", "complex32", "quint8"};

/// Returns nothing for foreign names.
std::optional<Global> global_of(std::string_view module, std::string_view name)
{
    for (const Name& known : names)
        if (known.module == module && known.name == name)
            return known.global;
    if ((module == "torch" || module == "torch.storage") && name.ends_with("Storage"))
        return Global::storage;
    if (module == "torch" && std::find(dtypes.begin(), dtypes.end(), name) != dtypes.end())
        return Global::dtype;
    return {};
}

/// Returns the name of an opcode that is rejected.
std::string opcode_word(char opcode)
{
    struct Word {
        char opcode;
        std::string_view word;
    };
    static constexpr std::array<Word, 17> words {
        {{'F', "FLOAT"}, {'I', "INT"}, {'L', "LONG"}, {'S', "STRING"}, {'V', "UNICODE"}, {'P', "PERSID"}, {'d', "DICT"},
            {'g', "GET"}, {'i', "INST"}, {'l', "LIST"}, {'o', "OBJ"}, {'p', "PUT"}, {'\x82', "EXT1"}, {'\x83', "EXT2"},
            {'\x84', "EXT4"}, {'\x97', "NEXT_BUFFER"}, {'\x98', "READONLY_BUFFER"}}};
    const auto* const found
        = std::find_if(words.begin(), words.end(), [=](const Word& word) { return word.opcode == opcode; });
    return found == words.end() ? std::to_string(int(static_cast<unsigned char>(opcode))) : std::string(found->word);
}

/// The stack machine that executes a pickle. Objects are kept until the end, so that nothing is freed recursively.
class Machine {
public:
    explicit Machine(std::string_view bytes) : rest_(bytes) { }

    PickleObjects run()
    {
        while (const std::optional<char> opcode = next())
            step(*opcode);
        const std::uint32_t made = pop();
        return {std::move(objects_), made};
    }

    std::string_view rest() const { return rest_; }

private:
    // ---- bytes ----

    std::string_view take(std::uint64_t size)
    {
        if (size > rest_.size())
            broken();
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    template <class Number>
    Number number()
    {
        return number_at<Number>(take(sizeof(Number)).data());
    }

    std::string_view line()
    {
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos)
            broken();
        const std::string_view taken = take(end + 1);
        return taken.substr(0, end);
    }

    /// Returns the next opcode; nothing at STOP.
    std::optional<char> next()
    {
        const char opcode = take(1)[0];
        return opcode == '.' ? std::nullopt : std::optional(opcode);
    }

    // ---- stack and memo ----

    void push_object(Object object)
    {
        if (objects_.size() == most_pickle_objects)
            refuse_large_pickle();
        objects_.push_back(std::move(object));
        push(std::uint32_t(objects_.size() - 1));
    }

    void push(std::uint32_t index)
    {
        if (stack_.size() == most_pickle_objects)
            refuse_large_pickle();
        stack_.push_back(index);
    }

    void push_text(std::string_view text) { push_object({.kind = Kind::text, .text = text}); }
    void push_whole(std::int64_t number) { push_object({.kind = Kind::whole, .number = number}); }
    void push_other() { push_object({}); }
    void push_foreign(std::string_view module, std::string_view name)
    {
        push_object({.kind = Kind::foreign, .text = name, .module = module});
    }

    std::size_t bottom() const { return marks_.empty() ? 0 : marks_.back(); }

    std::uint32_t top() const
    {
        if (stack_.size() == bottom())
            broken();
        return stack_.back();
    }

    std::uint32_t pop()
    {
        const std::uint32_t index = top();
        stack_.pop_back();
        return index;
    }

    std::vector<std::uint32_t> pop_some(std::size_t count)
    {
        if (stack_.size() - bottom() < count)
            broken();
        std::vector<std::uint32_t> items(stack_.end() - std::ptrdiff_t(count), stack_.end());
        stack_.resize(stack_.size() - count);
        return items;
    }

    std::vector<std::uint32_t> pop_to_mark()
    {
        if (marks_.empty())
            broken();
        std::vector<std::uint32_t> items = pop_some(stack_.size() - marks_.back());
        marks_.pop_back();
        return items;
    }

    void put(std::uint32_t place)
    {
        if (memo_.size() == most_pickle_objects)
            refuse_large_pickle();
        memo_[place] = top();
    }

    void get(std::uint32_t place)
    {
        const auto found = memo_.find(place);
        if (found == memo_.end())
            broken();
        push(found->second);
    }

    // ---- opcodes ----

    void step(char opcode)
    {
        if (!step_number(opcode) && !step_text(opcode) && !step_collection(opcode) && !step_object(opcode))
            throw FormatError(tr("has a pickle with the opcode %1, which no tensor needs", opcode_word(opcode)));
    }

    bool step_number(char opcode)
    {
        switch (opcode) {
        case 'N':   // NONE
        case '\x88':   // NEWTRUE
        case '\x89':   // NEWFALSE
            return push_other(), true;
        case 'G':   // BINFLOAT
            return take(8), push_other(), true;
        case 'K':   // BININT1
            return push_whole(number<std::uint8_t>()), true;
        case 'M':   // BININT2
            return push_whole(number<std::uint16_t>()), true;
        case 'J':   // BININT
            return push_whole(number<std::int32_t>()), true;
        case '\x8a':   // LONG1
            return push_long(take(number<std::uint8_t>())), true;
        case '\x8b':   // LONG4
            return push_long(take(number<std::uint32_t>())), true;
        default:
            return false;
        }
    }

    /// Pushes a little-endian number in two's complement. Numbers longer than 64 bits cannot be sizes.
    void push_long(std::string_view bytes)
    {
        if (bytes.size() > sizeof(std::int64_t))
            return push_other();
        std::uint64_t number = !bytes.empty() && (bytes.back() & 0x80) != 0 ? ~std::uint64_t(0) : 0;
        for (std::size_t i = bytes.size(); i-- > 0;)
            number = number << 8 | static_cast<unsigned char>(bytes[i]);
        push_whole(std::int64_t(number));
    }

    bool step_text(char opcode)
    {
        switch (opcode) {
        case '\x8c':   // SHORT_BINUNICODE
        case 'U':   // SHORT_BINSTRING
        case 'C':   // SHORT_BINBYTES
            return push_text(take(number<std::uint8_t>())), true;
        case 'X':   // BINUNICODE
        case 'T':   // BINSTRING
        case 'B':   // BINBYTES
            return push_text(take(number<std::uint32_t>())), true;
        case '\x8d':   // BINUNICODE8
        case '\x8e':   // BINBYTES8
            return push_text(take(number<std::uint64_t>())), true;
        case '\x96':   // BYTEARRAY8
            return take(number<std::uint64_t>()), push_other(), true;
        default:
            return false;
        }
    }

    bool step_collection(char opcode)
    {
        switch (opcode) {
        case '(':   // MARK
            if (marks_.size() == most_pickle_objects)
                refuse_large_pickle();
            return marks_.push_back(stack_.size()), true;
        case '0':   // POP
            return pop(), true;
        case '1':   // POP_MARK
            return pop_to_mark(), true;
        case ')':   // EMPTY_TUPLE
            return push_object({.kind = Kind::tuple}), true;
        case ']':   // EMPTY_LIST
            return push_object({.kind = Kind::list}), true;
        case '}':   // EMPTY_DICT
            return push_object({.kind = Kind::dict}), true;
        case 't':   // TUPLE
            return push_object({.kind = Kind::tuple, .items = pop_to_mark()}), true;
        case '\x85':   // TUPLE1 to TUPLE3
        case '\x86':
        case '\x87':
            return push_object({.kind = Kind::tuple, .items = pop_some(std::size_t(opcode - '\x84'))}), true;
        case 'a':   // APPEND
            return add(Kind::list, pop_some(1)), true;
        case 'e':   // APPENDS
            return add(Kind::list, pop_to_mark()), true;
        case 's':   // SETITEM
            return add(Kind::dict, pop_some(2)), true;
        case 'u':   // SETITEMS
            return add(Kind::dict, pop_to_mark()), true;
        case '\x8f':   // EMPTY_SET
            return push_foreign({}, "set"), true;
        case '\x90':   // ADDITEMS
            return add(Kind::foreign, pop_to_mark()), true;
        case '\x91':   // FROZENSET
            return pop_to_mark(), push_foreign({}, "frozenset"), true;
        case '2':   // DUP
            return push(top()), true;
        default:
            return false;
        }
    }

    void add(Kind kind, const std::vector<std::uint32_t>& items)
    {
        Object& object = objects_[top()];
        if (object.kind == Kind::foreign)   // a class derived from list or dict
            return;
        if (object.kind != kind || (kind == Kind::dict && items.size() % 2 != 0))
            broken();
        object.items.insert(object.items.end(), items.begin(), items.end());
    }

    bool step_object(char opcode)
    {
        switch (opcode) {
        case '\x80':   // PROTO
            if (const auto protocol = number<std::uint8_t>(); protocol < 2 || protocol > 5)
                throw FormatError(tr("has a pickle of protocol %1; the protocol must be 2 to 5", protocol));
            return true;
        case '\x95':   // FRAME
            return take(8), true;
        case 'q':   // BINPUT
            return put(number<std::uint8_t>()), true;
        case 'r':   // LONG_BINPUT
            return put(number<std::uint32_t>()), true;
        case '\x94':   // MEMOIZE
            return put(std::uint32_t(memo_.size())), true;
        case 'h':   // BINGET
            return get(number<std::uint8_t>()), true;
        case 'j':   // LONG_BINGET
            return get(number<std::uint32_t>()), true;
        case 'c': {   // GLOBAL
            const std::string_view module = line();
            return push_global(module, line()), true;
        }
        case '\x93': {   // STACK_GLOBAL
            const std::string_view name = of_kind(pop(), Kind::text).text;
            return push_global(of_kind(pop(), Kind::text).text, name), true;
        }
        case 'Q':   // BINPERSID
            return push_persistent(of_kind(pop(), Kind::tuple)), true;
        case 'R':   // REDUCE
        case '\x81': {   // NEWOBJ
            const std::uint32_t arguments = pop(), function = pop();
            of_kind(arguments, Kind::tuple);
            return reduce(objects_[function], objects_[arguments].items), true;
        }
        case '\x92':   // NEWOBJ_EX
            pop_some(2);
            return push_foreign_of(pop()), true;
        case 'b':   // BUILD: version numbers of state_dict()
            pop();
            if (const Kind kind = objects_[top()].kind;
                kind != Kind::dict && kind != Kind::tensor && kind != Kind::foreign)
                broken();
            return true;
        default:
            return false;
        }
    }

    const Object& of_kind(std::uint32_t index, Kind kind) const
    {
        if (objects_[index].kind != kind)
            broken();
        return objects_[index];
    }

    void push_global(std::string_view module, std::string_view name)
    {
        if (const std::optional<Global> known = global_of(module, name))
            push_object({.kind = Kind::global, .global = *known, .text = name});
        else
            push_foreign(module, name);
    }

    /// Pushes the result of a foreign class or function.
    void push_foreign_of(std::uint32_t function)
    {
        const Object& of = of_kind(function, Kind::foreign);
        push_foreign(of.module, of.text);
    }

    /// Pushes ("storage", type, key, device, size). For part of another storage, (own key, begin, size) follows. Before
    /// 1.6, also accepts ("module", class, file, source).
    void push_persistent(const Object& id)
    {
        if (id.items.size() < 2)
            broken();
        const std::string_view what = of_kind(id.items[0], Kind::text).text;
        if (what == "module")
            return push(id.items[1]);
        if (what != "storage" || id.items.size() < 3)
            broken();
        const Object& type = of_kind(id.items[1], Kind::global);
        if (type.global != Global::storage)
            broken();
        of_kind(id.items[2], Kind::text);
        push_object({.kind = Kind::storage,
            .number = id.items.size() > 5 ? begin_of_view(objects_[id.items[5]]) : 0,
            .text = type.text,
            .items = {id.items[2]}});
    }

    std::int64_t begin_of_view(const Object& view) const
    {
        if (view.kind != Kind::tuple)   // None
            return 0;
        if (view.items.size() < 2)
            broken();
        check_sizes({view.items[1]});
        return objects_[view.items[1]].number;
    }

    // Takes copies, because pushing an object may move the others.
    void reduce(Object of, std::vector<std::uint32_t> arguments)
    {
        if (of.kind == Kind::foreign)
            return push_foreign(of.module, of.text);
        if (of.kind != Kind::global)
            broken();
        const Global function = of.global;
        const std::size_t count = arguments.size();
        if (function == Global::dict && count <= 1)   // a defaultdict has its factory as argument
            return push_object({.kind = Kind::dict});
        if (function == Global::device)
            return push_other();
        if (function == Global::size && count == 1) {
            of_kind(arguments[0], Kind::tuple);
            return push(arguments[0]);
        }
        if (function == Global::parameter && count > 0) {
            if (objects_[arguments[0]].kind != Kind::foreign)   // else a sparse or quantized tensor
                of_kind(arguments[0], Kind::tensor);
            return push(arguments[0]);
        }
        if ((function == Global::tensor && count >= 4) || (function == Global::typed_tensor && count >= 7))
            return push_tensor(arguments, function == Global::typed_tensor);
        broken();
    }

    /// Arguments: (storage, offset, shape, strides, requires_grad, hooks, dtype).
    void push_tensor(const std::vector<std::uint32_t>& arguments, bool typed)
    {
        of_kind(arguments[0], Kind::storage);
        check_sizes({arguments[1]});
        const std::vector<std::uint32_t>& shape = of_kind(arguments[2], Kind::tuple).items;
        const std::vector<std::uint32_t>& strides = of_kind(arguments[3], Kind::tuple).items;
        check_sizes(shape);
        check_sizes(strides);
        if (shape.size() != strides.size())
            broken();
        std::vector<std::uint32_t> items(arguments.begin(), arguments.begin() + 4);
        if (typed) {
            if (of_kind(arguments[6], Kind::global).global != Global::dtype)
                broken();
            items.push_back(arguments[6]);
        }
        push_object({.kind = Kind::tensor, .items = std::move(items)});
    }

    void check_sizes(const std::vector<std::uint32_t>& items) const
    {
        for (const std::uint32_t item : items)
            if (of_kind(item, Kind::whole).number < 0)
                throw FormatError(tr("has a tensor with a negative size"));
    }

    std::string_view rest_;
    std::vector<Object> objects_;
    std::vector<std::uint32_t> stack_;
    std::vector<std::size_t> marks_;   // stack sizes
    std::unordered_map<std::uint32_t, std::uint32_t> memo_;
};

}   // namespace

void refuse_large_pickle() { throw FormatError(tr("contains a pickle with too many or too deeply nested objects")); }

PickleObjects run_pickle(std::string_view& bytes)
{
    Machine machine(bytes);
    PickleObjects made = machine.run();
    bytes = machine.rest();
    return made;
}

}   // namespace stepzero
