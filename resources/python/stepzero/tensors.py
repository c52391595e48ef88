# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors in files: the safetensors format, read and written without any other package.

A file is the length of its header as eight bytes, the header as JSON, and then the bytes of all tensors.
"""
import json
import os
import struct
import tempfile

_NAMES = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "int64": "I64", "int32": "I32",
    "int16": "I16", "int8": "I8", "uint8": "U8", "bool": "BOOL",
}


def write_atomically(path, write):
    """Calls write(file) with a new binary file, which replaces `path` only once it is complete."""
    folder, name = os.path.split(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(prefix="." + name + ".", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _bytes(tensor):
    import torch
    tensor = tensor.detach().to("cpu").contiguous()
    try:
        return memoryview(tensor.reshape(-1).view(torch.uint8).numpy())
    except (RuntimeError, TypeError):   # no NumPy, or a scalar type that cannot be viewed as bytes
        size = tensor.numel() * tensor.element_size()
        import ctypes
        return memoryview((ctypes.c_char * size).from_address(tensor.data_ptr())).cast("B").tobytes() if size else b""


def save_tensors(path, tensors):
    """Writes a dictionary of PyTorch tensors as a safetensors file. A tensor of a type that the format lacks, such as
    complex numbers, is left out."""
    header, at, kept = {}, 0, []
    for name, tensor in tensors.items():
        kind = _NAMES.get(str(tensor.dtype).replace("torch.", ""))
        if kind is None or tensor.layout.__str__() != "torch.strided":
            continue
        size = tensor.numel() * tensor.element_size()
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [at, at + size]}
        at += size
        kept.append(tensor)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)

    def write(file):
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in kept:
            file.write(_bytes(tensor))

    write_atomically(path, write)


def load_tensors(path):
    """Reads a safetensors file as a dictionary of NumPy arrays; bfloat16 becomes float32."""
    import numpy as np
    kinds = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2",
             "I8": "i1", "U8": "u1", "BOOL": "?"}
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8:8 + length]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        array = np.frombuffer(data[8 + length + begin:8 + length + end], kinds[entry["dtype"]]).reshape(entry["shape"])
        if entry["dtype"] == "BF16":
            array = (array.astype(np.uint32) << 16).view(np.float32)
        tensors[name] = array
    return tensors
