# Generated from ../_async; run "npm run generate" after changing it.
"""Downloads of signed links, which survive interruptions."""

from __future__ import annotations

import time
from collections.abc import Generator, Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Union

import httpx

from .._errors import KinoraConnectionError, KinoraError
from .._responses import PROGRESS_BYTES, RESULT_BYTES_MAX, Pace, too_large
from .transport import Transport

OnBytes = Callable[[int, Union[int, None]], object]
"""Called with the bytes so far, and with all of them if the service states how many."""

_EXPIRED = (401, 403, 404, 410)
_FRUITLESS_MAX = 20
"""A store may break off again and again; without progress in between it will not deliver."""


@dataclass
class Link:
    """A signed link, and how to get another one."""

    url: str
    renew: Callable[[], str]


def download(
    transport: Transport, link: Link, on_progress: OnBytes | None
) -> Generator[bytes, None, None]:
    """The parts of a file. A part of one is never passed off as the whole.

    A download that breaks off is resumed where the store supports it, as long as the file is the
    same. Each part that arrives earns it all attempts again.
    """
    state = _State()
    while True:
        try:
            with closing(_attempt(transport, link.url, state)) as parts:
                for part in parts:
                    if on_progress is not None:
                        on_progress(state.received, state.total)
                    yield part
            return
        except KinoraError as error:
            if error.status in _EXPIRED and not state.is_renewed:
                state.is_renewed = True
                link.url = link.renew()
                continue
            state.break_off()
            is_repeatable = state.received == 0 or state.etag is not None
            wait = transport.retry_after(error, state.failed, is_repeatable)
            if wait is None or not is_repeatable or state.fruitless > _FRUITLESS_MAX:
                raise
        time.sleep(wait)


class _State:
    """How far a download has got."""

    def __init__(self) -> None:
        self.received = 0
        self.total: int | None = None
        self.etag: str | None = None
        self.is_renewed = False
        self.failed = 0
        self.fruitless = 0
        self._broke_at = 0

    def arrived(self, count: int) -> None:
        self.received += count
        self.failed = 0
        self.is_renewed = False
        if self.received > RESULT_BYTES_MAX:
            raise too_large(RESULT_BYTES_MAX)

    def break_off(self) -> None:
        self.failed += 1
        is_fruitless = self.received - self._broke_at < PROGRESS_BYTES
        self.fruitless = self.fruitless + 1 if is_fruitless else 0
        self._broke_at = self.received

    def range(self) -> dict[str, str]:
        if self.received == 0:
            return {}
        return {"Range": f"bytes={self.received}-", "If-Range": self.etag or ""}

    def begin(self, response: httpx.Response) -> None:
        if self.received == 0:
            # Positions in a body that is encoded all the same are not those of the file.
            is_plain = response.headers.get("content-encoding", "identity") == "identity"
            length = response.headers.get("content-length", "")
            self.total = int(length) if length.isdigit() and is_plain else None
            self.etag = response.headers.get("etag") if is_plain else None
        elif response.status_code != 206:
            raise KinoraError(
                "The download broke off and cannot be resumed: the store sent it from the start.",
                code="download_broken",
            )


def _attempt(
    transport: Transport, url: str, state: _State
) -> Generator[bytes, None, None]:
    pace = Pace(transport.rules.timeout)
    with transport.open_link(url, state.range()) as response:
        state.begin(response)
        pace.wait()
        for part in response.iter_bytes():
            pace.arrived(len(part))
            state.arrived(len(part))
            yield part
            pace.wait()
    if state.total is not None and state.received < state.total:
        raise KinoraConnectionError("The download ended early.")
