# SPDX-License-Identifier: GPL-3.0-or-later
# Writes checkpoints of every container and type into a folder, by PyTorch, NumPy and the formats' descriptions, and beside
# each tensor its numbers as float64, by those too. Prints a line a tensor: file, name, type, shape, file of the numbers.
import argparse
import collections
import datetime
import io
import itertools
import json
import pickle
import struct
import sys
import zipfile

import numpy as np
import torch

folder = sys.argv[1] + "/"
rng = np.random.default_rng(3)
count = 0


def expect(file, name, word, numbers):
    global count
    numbers = np.asarray(numbers, dtype=np.float64)
    where = folder + "numbers-%d" % count
    count += 1
    open(where, "wb").write(numbers.tobytes())
    print(file, name, word, "x".join(map(str, numbers.shape)) or "scalar", where, sep="\t")


# ---- numbers by the formats' definitions

def small_float(bits, exponent, fraction, bias, finite):
    """All numbers of a format; `finite`: E4M3's, whose only NaN are the last bits."""
    sign = np.where(bits >> (exponent + fraction), -1.0, 1.0)
    e = (bits >> fraction) & ((1 << exponent) - 1)
    f = bits & ((1 << fraction) - 1)
    value = np.where(e == 0, f * 2.0 ** (1 - bias - fraction), (1 + f * 2.0 ** -fraction) * 2.0 ** (e - float(bias)))
    last = e == (1 << exponent) - 1
    if finite:
        value = np.where(last & (f == (1 << fraction) - 1), np.nan, value)
    else:
        value = np.where(last, np.where(f == 0, np.inf, np.nan), value)
    return sign * value


every_byte = np.arange(256, dtype=np.uint8)
every_two = np.arange(65536, dtype=np.uint16)
e4m3 = small_float(every_byte.astype(np.int64), 4, 3, 7, True)
e5m2 = small_float(every_byte.astype(np.int64), 5, 2, 15, False)
np.seterr(invalid="ignore")   # a signalling NaN is turned into a quiet one
bf16 = (every_two.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
f16 = every_two.view(np.float16).astype(np.float64)


def whole(dtype, size=9000):
    info = np.iinfo(dtype)
    numbers = rng.integers(info.min, info.max, size, dtype=dtype, endpoint=True)
    numbers[:2] = info.min, info.max
    return numbers


plain = {
    "F64": rng.normal(size=(3, 70, 100)),
    "F32": rng.normal(size=(130, 70)).astype(np.float32),
    "F16": every_two.view(np.float16),
    "I64": whole(np.int64), "I32": whole(np.int32), "I16": whole(np.int16), "I8": whole(np.int8),
    "U64": whole(np.uint64), "U32": whole(np.uint32), "U16": whole(np.uint16), "U8": whole(np.uint8),
    "BOOL": rng.integers(0, 2, 9000).astype(bool),
}
plain["F32"].flat[:4] = np.inf, -np.inf, np.nan, 1e-45

# ---- safetensors

stored = [(word, word, numbers.shape, numbers.tobytes(), numbers) for word, numbers in plain.items()]
stored += [
    ("BF16", "BF16", (256, 256), every_two.tobytes(), bf16.reshape(256, 256)),
    ("F8_E4M3", "F8_E4M3", (256,), every_byte.tobytes(), e4m3),
    ("F8_E5M2", "F8_E5M2", (2, 128), every_byte.tobytes(), e5m2.reshape(2, 128)),
    ("odd", "F32", (1,), np.float32(2.5).tobytes(), np.float32([2.5])),
    ("scalar", "F32", (), np.float32(-1).tobytes(), np.float32(-1)),
    ("empty", "F16", (0, 7), b"", np.zeros((0, 7))),
    ("unaligned byte", "U8", (1,), b"\7", np.array([7])),
    ("unaligned", "F64", (3,), np.arange(3.0).tobytes(), np.arange(3.0)),
]


def safetensors(path, tensors):
    header, place = {"__metadata__": {"format": "pt"}}, 0
    for name, word, shape, data, _ in tensors:
        header[name] = {"dtype": word, "shape": list(shape), "data_offsets": [place, place + len(data)]}
        place += len(data)
    text = json.dumps(header).encode()
    open(folder + path, "wb").write(struct.pack("<Q", len(text)) + text + b"".join(t[3] for t in tensors))


safetensors("all.safetensors", stored + [("four bits", "F4", (4,), b"\1\2", None)])
for name, word, _, _, numbers in stored:
    expect("all.safetensors", name, word, numbers)

# ---- PyTorch

torch_types = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16,
               "I64": torch.int64, "I32": torch.int32, "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8,
               "BOOL": torch.bool}
x = torch.from_numpy(rng.normal(size=(300, 50)).astype(np.float32))
cube = torch.arange(2 * 30 * 40 * 5, dtype=torch.float64).reshape(2, 30, 40, 5)
layer = torch.nn.Linear(5, 3)
tensors = {word: (torch.from_numpy(rng.normal(size=(7, 11))) * 100).to(dtype) for word, dtype in torch_types.items()}
views = {"tied": x, "turned": x.t(), "part": x[10:20, 5:9], "part turned": x[10:20, 5:9].t(), "every other": x[::2, ::3],
         "column": x[:, 7], "turned cube": cube.permute(3, 1, 0, 2), "slice of a cube": cube[:, 3:17, ::7],
         "swapped cube": cube.transpose(0, 1), "scalar": torch.tensor(2.5), "empty": torch.zeros(0, 3),
         "ones": torch.ones(1, 1, 1).expand(1, 1, 1), "parameter": layer.weight}
versions = {"": True, "-old": False}   # what PyTorch writes since 1.6, and before
for protocol, version in itertools.product((2, 3, 4, 5), versions):
    file = "every-%d%s.pt" % (protocol, version)
    torch.save({"model": {"h": tensors, "views": views}, "optimizer": {"state": {0: {"exp_avg": x}}, "list": [x, (1, x[0])]},
                "step": 7, "rate": 0.5, "name": "ü", "large": 1 << 40, "larger": 1 << 80, "nothing": None, "true": True,
                "type": torch.float16, "device": torch.device("cpu"), "size": x.shape, "bytes": b"ab" if protocol > 2 else 0,
                "expanded": torch.ones(1).expand(9), "complex": torch.zeros(2, dtype=torch.complex64)},
               folder + file, pickle_protocol=protocol, _use_new_zipfile_serialization=versions[version])
    for word, tensor in tensors.items():
        expect(file, "model.h." + word, word, tensor.double().numpy())
    for name, tensor in views.items():
        expect(file, "model.views." + name, "F64" if tensor.dtype == torch.float64 else "F32", tensor.detach().double().numpy())
    expect(file, "optimizer.state.0.exp_avg", "F32", x.numpy())
    expect(file, "optimizer.list.0", "F32", x.numpy())
    expect(file, "optimizer.list.1.1", "F32", x[0].numpy())
torch.save(layer.state_dict(), folder + "state.bin")
expect("state.bin", "weight", "F32", layer.weight.detach().numpy())
expect("state.bin", "bias", "F32", layer.bias.detach().numpy())
torch.save(x[1], folder + "one.pth")
expect("one.pth", "tensor", "F32", x[1].numpy())
for protocol, version in itertools.product((2, 5), versions):   # what only code could make
    file = "beside-%d%s.pt" % (protocol, version)
    beside = collections.defaultdict(list, x=x)
    torch.save({"args": argparse.Namespace(width=4, t=x), "array": np.ones(3)[::2], "scalar": np.float64(2), "set": {1, 2},
                "frozen": frozenset("ab"), "sparse": torch.eye(3).to_sparse(),
                "quantized": torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8), "day": datetime.date(2026, 1, 2),
                "counter": collections.Counter("aab"), "beside": beside, "large": 2 ** 3000}, folder + file,
               pickle_protocol=protocol, _use_new_zipfile_serialization=versions[version])
    expect(file, "beside.x", "F32", x.numpy())


# PyTorch 2.1 and later keep these types by _rebuild_tensor_v3 and storages without a type; Debian 12's PyTorch cannot.
def named(name):
    return type("Named", (), {"name": name})()


class Pickler(pickle._Pickler):
    def save(self, thing, save_persistent_id=True):
        if type(thing).__name__ == "Named":
            self.write(b"c" + thing.name.encode() + b"\n")
        elif isinstance(thing, tuple) and thing[:1] == ("storage",) and save_persistent_id:
            self.save_tuple(thing)
            self.write(b"Q")
        elif isinstance(thing, list) and thing[:1] == ["call"]:
            self.save(thing[1])
            self.save(tuple(thing[2]))
            self.write(b"R")
        else:
            super().save(thing, save_persistent_id)


out = io.BytesIO()
untyped = named("torch.storage\nUntypedStorage")
keep = []
typed = {}
for i, word in enumerate(("float8_e4m3fn", "float8_e5m2", "uint16", "float8_e4m3fnuz")):
    keep.append(["call", named("torch._utils\n_rebuild_tensor_v3"),
                 [("storage", untyped, str(i), "cpu", 512), 0, (256,), (1,), False,
                  ["call", named("collections\nOrderedDict"), []], named("torch\n" + word)]])
    typed[word] = keep[-1]
Pickler(out, 2).dump(typed)
with zipfile.ZipFile(folder + "typed.pt", "w") as archive:
    archive.writestr("a/data.pkl", out.getvalue())
    archive.writestr("a/byteorder", "little")
    for i in range(4):
        archive.writestr("a/data/%d" % i, (every_byte if i != 2 else every_two[:256]).tobytes())
expect("typed.pt", "float8_e4m3fn", "F8_E4M3", e4m3)
expect("typed.pt", "float8_e5m2", "F8_E5M2", e5m2)
expect("typed.pt", "uint16", "U16", np.arange(256))

# ---- npz

arrays = dict(plain, fortran=np.asfortranarray(rng.normal(size=(50, 300))), cube=np.asfortranarray(rng.normal(size=(4, 5, 6))),
              scalar=np.float32(3), empty=np.zeros((3, 0)), line=np.asfortranarray(np.arange(5.0)))
arrays["params/h_0/kernel"] = rng.normal(size=(3, 3)).astype(np.float32)
words = {np.dtype(a.dtype): word for word, a in plain.items()}
np.savez(folder + "stored.npz", **arrays, other=np.zeros(3, complex), big=np.arange(3, dtype=">f4"))
np.savez_compressed(folder + "deflated.npz", **arrays)
for file in "stored.npz", "deflated.npz":
    for name, numbers in arrays.items():
        if file == "stored.npz" or name not in ("fortran", "cube"):
            expect(file, name, words[np.asarray(numbers).dtype], numbers)

# ---- GGUF


def text(word):
    return struct.pack("<Q", len(word.encode())) + word.encode()


def halves(n):
    return rng.normal(size=n).astype(np.float16)


def nibbles(packed):   # 32 of 16 bytes
    return np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.int64)


n = 600   # blocks: more than a piece
d, m, packed = halves(n), halves(n), rng.integers(0, 256, (n, 16)).astype(np.uint8)
fifths = rng.integers(0, 1 << 32, n, dtype=np.uint32)
fifth = (fifths[:, None] >> np.arange(32, dtype=np.uint32) & 1).astype(np.int64) << 4
eights = rng.integers(-128, 128, (n, 32)).astype(np.int8)
dd, mm = d.astype(np.float64)[:, None], m.astype(np.float64)[:, None]


def blocks(*parts):
    return np.concatenate([np.ascontiguousarray(p).reshape(n, -1).view(np.uint8) for p in parts], axis=1).tobytes()


quantized = [
    ("Q4_0", 2, blocks(d, packed), dd * (nibbles(packed) - 8)),
    ("Q4_1", 3, blocks(d, m, packed), dd * nibbles(packed) + mm),
    ("Q5_0", 6, blocks(d, fifths, packed), dd * ((nibbles(packed) | fifth) - 16)),
    ("Q5_1", 7, blocks(d, m, fifths, packed), dd * (nibbles(packed) | fifth) + mm),
    ("Q8_0", 8, blocks(d, eights), dd * eights),
]
gguf_types = {"F32": 0, "F16": 1, "I8": 24, "I16": 25, "I32": 26, "I64": 27, "F64": 28}
for version in 2, 3:
    for alignment in 32, 128:
        file = "v%d-%d.gguf" % (version, alignment)
        entries = [("token_embd." + w, gguf_types[w], plain[w].shape, plain[w].tobytes(), plain[w], w) for w in gguf_types]
        entries.append(("bf16", 30, (256, 256), every_two.tobytes(), bf16.reshape(256, 256), "BF16"))
        entries += [(w, t, (20, 30, 32), data, numbers.reshape(20, 30, 32), w) for w, t, data, numbers in quantized]
        entries.append(("empty", 0, (0, 32), b"", np.zeros((0, 32)), "F32"))
        entries.append(("known", 17, (256,), bytes(74), None, None))
        entries.append(("unknown", 99, (256,), bytes(10), None, None))
        pairs = [text("general.architecture") + struct.pack("<I", 8) + text("llama"),
                 text("tokens") + struct.pack("<IIQ", 9, 8, 3) + text("a") + text("") + text("ü" * 100000),
                 text("scores") + struct.pack("<IIQ", 9, 6, 50000) + bytes(200000),
                 text("flag") + struct.pack("<I?", 7, True), text("wide") + struct.pack("<IQ", 10, 1 << 60),
                 text("real") + struct.pack("<Id", 12, 0.5)]
        if alignment != 32:
            pairs.append(text("general.alignment") + struct.pack("<II", 4, alignment))
        head = b"GGUF" + struct.pack("<IQQ", version, len(entries), len(pairs)) + b"".join(pairs)
        data = b""
        for name, kind, shape, raw, numbers, word in entries:
            head += text(name) + struct.pack("<I", len(shape)) + struct.pack("<%dQ" % len(shape), *shape[::-1])
            head += struct.pack("<IQ", kind, len(data))
            data += raw + bytes(-len(raw) % alignment)
            if word:
                expect(file, name, word, numbers)
        open(folder + file, "wb").write(head + bytes(-len(head) % alignment) + data)
