"""What is read from a response, without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from ._errors import KinoraConnectionError, KinoraError

T = TypeVar("T")

JSON_BYTES_MAX = 8 * 1024 * 1024
"""The limit of a JSON response; a page of a hundred jobs takes a hundredth of it."""
ERROR_BYTES_MAX = 256 * 1024
"""The rest of a longer one is not read: it is not an error of the service."""
PREVIEW_BYTES_MAX = 4 * 1024 * 1024
PACKAGE_BYTES_MAX = 64 * 1024 * 1024
RESULT_BYTES_MAX = 1024 * 1024 * 1024
"""The size of the largest result of the service."""
PROGRESS_BYTES = 16 * 1024
"""Fewer bytes in the longest silence are no progress: a response could trickle forever."""
_TEXT_SHOWN = 500


def parse(shape: type[T] | TypeAdapter[T], content: bytes) -> T:
    """The body of a response of the interface."""
    try:
        adapter = shape if isinstance(shape, TypeAdapter) else TypeAdapter(shape)
        return adapter.validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise KinoraError(
            f"The response is not what a Kinora service sends ({where} {first['msg']}). "
            "Check that base_url is the address of one, and that this package is not older.",
            code="unexpected_response",
        ) from None


def error_of(
    status: int, headers: Mapping[str, str], content: bytes, key: str | None
) -> KinoraError:
    """A response that is not 2xx. `key` is the one that was sent."""
    body = hide_key(_read_body(content.decode("utf-8", "replace"), status), key)
    message, code = body.get("error"), body.get("code")
    return KinoraError(
        message if isinstance(message, str) else f"The service returned {status}.",
        code=code if isinstance(code, str) else "unknown",
        status=status,
        body=body,
        request_id=headers.get("x-request-id"),
        retry_after_seconds=_read_retry_after(headers.get("retry-after")),
    )


def hide_key(value: Any, key: str | None) -> Any:
    """The same value without the key: a service could return it in an error, which is logged."""
    if not key:
        return value
    if isinstance(value, str):
        return value.replace(key, "[hidden]")
    if isinstance(value, list):
        return [hide_key(item, key) for item in value]
    if isinstance(value, dict):
        return {hide_key(name, key): hide_key(item, key) for name, item in value.items()}
    return value


def _read_body(text: str, status: int) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        shown = text.strip()
        if shown.startswith("<"):
            return {"error": _describe_page(shown, status)}
        return {"error": shown[:_TEXT_SHOWN]} if shown else {}
    return body if isinstance(body, dict) else {}


def _describe_page(html: str, status: int) -> str:
    """A page is of a proxy, or of another site; its title says what happened."""
    title = re.search(r"<(?:title|h1)[^>]*>([^<]+)<", html, re.IGNORECASE)
    words = " ".join(title.group(1).split())[:_TEXT_SHOWN] if title else ""
    page = f"a page, not JSON: {words}." if words else f"a page with status {status}, not JSON."
    return f"The service returned {page} Check its address, and the proxy before it."


def _read_retry_after(value: str | None) -> float | None:
    """Seconds of a `Retry-After`, which is a number of seconds or a date."""
    try:
        return max(0.0, float(value or ""))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(value or "")
    except (TypeError, ValueError):
        return None
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds()) if at.tzinfo else None


def too_large(max_bytes: int) -> KinoraError:
    return KinoraError(
        f"The response is larger than {max_bytes // 1024 // 1024} MiB, "
        "which no response of a Kinora service is.",
        code="response_too_large",
    )


class Pace:
    """Ends a response of which almost nothing arrives. What its reader does takes no time."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._waited = 0.0
        self._bytes = 0
        self._since = clock()

    def wait(self) -> None:
        self._since = self._clock()

    def arrived(self, count: int) -> None:
        self._waited += self._clock() - self._since
        self._bytes += count
        if self._bytes >= PROGRESS_BYTES:
            self._waited, self._bytes = 0.0, 0
        elif self._waited > self._seconds:
            raise KinoraConnectionError(f"Almost nothing arrived within {self._seconds:g} seconds.")
