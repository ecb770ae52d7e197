"""Server-sent events, without a network."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

_CHARACTERS_MAX = 1_000_000  # A status has a thousandth of it.
_LINE_END = re.compile("\r\n|\n|\r")


class Event(NamedTuple):
    id: str | None
    event: str
    data: str


class EventReader:
    """Events of a `text/event-stream`, by the rules of the HTML standard.

    An event that the end cuts off is discarded.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._lines: list[str] = []
        self._unread = 0
        self._id: str | None = None

    def feed(self, content: bytes) -> Iterator[Event]:
        """The events that are complete with this part."""
        text = self._text + self._decoder.decode(content)
        # A CR at the end may be the first half of a CRLF.
        complete = len(text) - 1 if text.endswith("\r") else len(text)
        *lines, rest = _LINE_END.split(text[:complete])
        self._text = rest + text[complete:]
        for line in lines:
            if line:
                self._lines.append(line)
                self._unread += len(line) + 1
                continue
            event = self._read()
            if event is not None:
                yield event
        if self._unread + len(self._text) > _CHARACTERS_MAX:
            raise ValueError("an event of the stream is too large")

    def _read(self) -> Event | None:
        event, data = "message", None
        for line in self._lines:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                data = value if data is None else f"{data}\n{value}"
            elif name == "event":
                event = value
            elif name == "id" and "\0" not in value:
                self._id = value
        self._lines, self._unread = [], 0
        return None if data is None else Event(self._id, event, data)
