"""Convert bytes to text and back without loss: what was not edited is written back byte for byte.

This module detects a file's encoding and decides whether a file is binary. Inside the workspace, text is a
`str` in which an undecodable byte is a lone surrogate (U+DC80 … U+DCFF); `replace_undecodable` makes it
presentable.
"""

import codecs
import re
from dataclasses import dataclass
from typing import Final

from understudy.workspace.errors import InvalidArgument

__all__ = [
    "UTF8",
    "Encoding",
    "binary_media_type",
    "decode",
    "detect_encoding",
    "dominant_line_ending",
    "encode",
    "replace_undecodable",
]

_BOMS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_MAGIC_NUMBERS: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"\x7fELF", "application/x-executable"),
    (b"MZ", "application/vnd.microsoft.portable-executable"),
    (b"\xcf\xfa\xed\xfe", "application/x-mach-binary"),
    (b"\xca\xfe\xba\xbe", "application/java-vm"),
    (b"\0asm", "application/wasm"),
    (b"SQLite format 3\0", "application/vnd.sqlite3"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"RIFF", "application/x-riff"),
    (b"wOF2", "font/woff2"),
    (b"\0\0\x01\0", "image/x-icon"),
)

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a file's bytes are decoded and encoded."""

    codec: str
    errors: str = "strict"
    bom: bytes = b""

    @property
    def name(self) -> str:
        """The display name: the codec, and whether a byte order mark precedes the text."""
        return f"{self.codec} with BOM" if self.bom else self.codec


UTF8: Final = Encoding("utf-8", "surrogateescape")


def detect_encoding(head: bytes, *, whole: bool = True) -> Encoding | None:
    """Detect the encoding of `head` (the whole file, or its beginning); None if it is not text."""
    for bom, codec in _BOMS:
        if head.startswith(bom):
            encoding = Encoding(codec, "surrogateescape" if codec == "utf-8" else "surrogatepass", bom)
            return encoding if codec == "utf-8" or _is_decodable(head[len(bom) :], encoding, whole) else None
    if b"\0" in head:
        return _detect_utf16_without_bom(head, whole)
    if head.isascii() or _is_decodable(head, Encoding("utf-8"), whole):
        return UTF8
    escaped = head.decode("utf-8", "surrogateescape")
    if any("\x80" <= char < "\udc80" or char > "\udcff" for char in escaped if char > "\x7f"):
        return UTF8  # mostly UTF-8 with some invalid bytes, which are preserved
    if not re.search(rb"[\x80-\x9f]", head):
        return Encoding("latin-1")
    return Encoding("cp1252") if whole and _is_decodable(head, Encoding("cp1252"), whole) else UTF8


def decode(data: bytes) -> tuple[str, Encoding] | None:
    """Decode a whole file; None if it is binary."""
    encoding = detect_encoding(data)
    if encoding is None:
        return None
    return data[len(encoding.bom) :].decode(encoding.codec, encoding.errors), encoding


def encode(text: str, encoding: Encoding) -> bytes:
    """Encode the text for the file; raise InvalidArgument for a character that the encoding lacks."""
    try:
        return encoding.bom + text.encode(encoding.codec, encoding.errors)
    except UnicodeEncodeError as error:
        char = text[error.start]
        raise InvalidArgument(
            f"The file is {encoding.name}, which has no character U+{ord(char):04X}.",
            "not_encodable",
            advice="Leave it out, or rewrite the whole file with writeFile (which writes UTF-8).",
            encoding=encoding.name,
        ) from None


def replace_undecodable(text: str) -> str:
    """Replace every undecodable byte with U+FFFD, so that the text can be sent as JSON."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def dominant_line_ending(text: str) -> str:
    """The most frequent line ending of the text; "\\n" if it has none."""
    pairs = text.count("\r\n")
    return "\r\n" if pairs and pairs * 2 > text.count("\n") else "\n"


def binary_media_type(head: bytes) -> str:
    """The media type of a binary file, detected from its first bytes."""
    return next(
        (kind for magic, kind in _MAGIC_NUMBERS if head.startswith(magic)), "application/octet-stream"
    )


def _is_decodable(data: bytes, encoding: Encoding, whole: bool) -> bool:
    decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
    try:
        decoder.decode(data, final=whole)
    except UnicodeDecodeError:
        return False
    return True


def _detect_utf16_without_bom(head: bytes, whole: bool) -> Encoding | None:
    """Detect UTF-16 without a byte order mark: mostly ASCII text has a NUL at nearly every second byte, and
    only there.
    """
    if whole and len(head) % 2:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    for codec, own, other in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        encoding = Encoding(codec)
        if other == 0 and own * 10 >= half * 7 and _is_decodable(head, encoding, whole):
            return encoding
    return None
