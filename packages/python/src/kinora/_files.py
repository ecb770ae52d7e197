"""Results as files, and images as input."""

from __future__ import annotations

import base64
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Union

from ._notebook import Displayed

ImageSource = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
"""The path of an image file, its bytes, or a file that is open for reading bytes."""

_EXTENSIONS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "video/mp4": ".mp4",
    "video/webm": ".webm",
}
_PLAIN_NAME = re.compile(r"\w[\w.-]{0,99}")


@dataclass(frozen=True)
class File(Displayed):
    """Bytes of the service, with their media type."""

    content: bytes = field(repr=False)
    mime: str
    """Such as `image/png`."""
    name: str
    """A plain file name that suits it."""

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Writes it to a file, or under its name into a folder; returns the path."""
        with writing(path, self.name) as (target, file):
            file.write(self.content)
        return target

    def _displayed(self) -> tuple[str, bytes | str] | None:
        return self.mime, self.content


@dataclass(frozen=True)
class InlineResult(File):
    """A result that the service did not keep."""

    job_id: str = ""
    seed: int = 0
    price_cents: int = 0


def name_of(job_id: str, mime: str) -> str:
    """The name of a result in a folder: a service chooses neither the folder nor anything else."""
    stem = job_id if _PLAIN_NAME.fullmatch(job_id) else "result"
    return stem + _EXTENSIONS.get(mime.partition(";")[0].strip().lower(), "")


def plain_name(suggested: str, otherwise: str) -> str:
    """The last part of a name, if it can neither lead to another folder nor control a terminal."""
    name = re.split(r"[/\\]", suggested)[-1]
    return name if name.isascii() and _PLAIN_NAME.fullmatch(name) else otherwise


@contextmanager
def writing(path: str | os.PathLike[str] | None, name: str) -> Iterator[tuple[Path, IO[bytes]]]:
    """A file that appears whole, in the place of an older one, or not at all."""
    target = Path(path or ".")
    if target.is_dir():
        target /= name
    draft = target.with_name(f".{target.name}-{secrets.token_hex(4)}")
    try:
        with open(draft, "xb") as file:
            yield target, file
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def encode_image(source: ImageSource) -> str:
    """An image as base64."""
    if isinstance(source, (str, os.PathLike)):
        content = Path(source).read_bytes()
    elif isinstance(source, bytes):
        content = source
    else:
        content = source.read()
    return base64.b64encode(content).decode()
