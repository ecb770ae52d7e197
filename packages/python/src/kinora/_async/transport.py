"""How calls are sent: the only module that knows httpx."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import random
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urljoin

import httpx
from pydantic import TypeAdapter

from .._errors import KinoraConnectionError, KinoraError
from .._responses import ERROR_BYTES_MAX, JSON_BYTES_MAX, error_of, hide_key, parse, too_large
from .._retries import seconds_before_retry

T = TypeVar("T")

_UPLOAD_BYTES_PER_SECOND = 32_000
"""An upload of an image may take its time: 256 kbit/s."""
_NO_KEY = "There is no key: set KINORA_API_KEY, pass api_key, or sign in with `kinora login`."


@dataclass(frozen=True)
class Call:
    """A call of the v1 interface."""

    method: str
    path: str
    """Below `/v1`."""
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] | None = None
    headers: Mapping[str, str] | None = None
    repeatable: bool = True
    """Whether it may be sent again although it may have arrived."""
    retries: int | None = None
    lasting: bool = False
    """Whether its response may take as long as a job."""
    silence: float | None = None
    """The longest silence in seconds, in place of the client's."""
    max_bytes: int = JSON_BYTES_MAX


@dataclass(frozen=True)
class Answer:
    status: int
    headers: httpx.Headers
    content: bytes


@dataclass(frozen=True)
class Rules:
    """How the client of a program sends its calls."""

    user_agent: str
    timeout: float
    """Seconds of an attempt."""
    retries: int
    max_retry_wait: float
    on_retry: Callable[[KinoraError, float], object] | None


class Key(httpx.Auth):
    """Adds the key on the way out, so that it is in no variable that a debugger or a log prints."""

    def __init__(self, value: str | None) -> None:
        self.value = value

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if self.value is not None:
            request.headers["X-API-Key"] = self.value
        yield request


class AsyncTransport:
    """Sends calls to one service, again where that is safe and useful."""

    def __init__(
        self, base_url: str, key: str | None, rules: Rules, http: httpx.AsyncClient
    ) -> None:
        self.base_url = base_url
        self.rules = rules
        self.http = http
        self._key = Key(key)

    async def fetch(self, shape: type[T] | TypeAdapter[T], call: Call) -> T:
        """The response of a call, as what it is documented to be."""
        answer = await self.send(call)
        return parse(shape, answer.content)

    async def send(self, call: Call) -> Answer:
        """A whole response with status 2xx."""
        failed = 0
        while True:
            try:
                return await self._attempt(call)
            except KinoraError as error:
                failed += 1
                if error.status == 401 and self._key.value is None:
                    error.message = _NO_KEY
                wait = self.retry_after(error, failed, call.repeatable, call.retries)
                if wait is None:
                    raise
            await asyncio.sleep(wait)

    def retry_after(
        self, error: KinoraError, failed: int, repeatable: bool, retries: int | None = None
    ) -> float | None:
        """Seconds to wait before the next attempt, or None to raise the error."""
        wait = seconds_before_retry(
            error,
            failed,
            retries=self.rules.retries if retries is None else retries,
            max_wait=self.rules.max_retry_wait,
            repeatable=repeatable,
            random=random(),
        )
        if wait is not None and self.rules.on_retry is not None:
            self.rules.on_retry(error, wait)
        return wait

    async def _attempt(self, call: Call) -> Answer:
        content = None if call.body is None else json.dumps(call.body).encode()
        seconds = self.rules.timeout + len(content or b"") / _UPLOAD_BYTES_PER_SECOND
        deadline = None if call.lasting else monotonic() + seconds
        async with self.open(call, content, seconds) as response:
            received = await _read(response, call.max_bytes, deadline)
            return Answer(response.status_code, response.headers, received)

    @asynccontextmanager
    async def open(
        self, call: Call, content: bytes | None = None, seconds: float | None = None
    ) -> AsyncIterator[httpx.Response]:
        """One attempt, whose response is read by the caller."""
        headers = {"User-Agent": self.rules.user_agent, **(call.headers or {})}
        if content is not None:
            headers["Content-Type"] = "application/json"
        timeout = httpx.Timeout(seconds or self.rules.timeout)
        if call.lasting or call.silence is not None:
            timeout.read = call.silence
        query = {name: value for name, value in (call.query or {}).items() if value is not None}
        async with self._opened(
            self.http.build_request(
                call.method,
                f"{self.base_url}/v1{call.path}",
                headers=headers,
                content=content,
                params=query or None,
                timeout=timeout,
            ),
            self._key,
        ) as response:
            # A redirect would carry the key to another address, and turn a POST into a GET.
            if response.has_redirect_location or 300 <= response.status_code < 400:
                raise self._redirected(response)
            yield response

    @asynccontextmanager
    async def open_link(
        self, url: str, headers: Mapping[str, str]
    ) -> AsyncIterator[httpx.Response]:
        """A signed link, of another origin too. Anyone with it may download: it gets no key."""
        request = self.http.build_request(
            "GET",
            urljoin(f"{self.base_url}/", url),
            headers={
                "User-Agent": self.rules.user_agent,
                "Accept-Encoding": "identity",
                **headers,
            },
            timeout=self.rules.timeout,
        )
        async with self._opened(request, Key(None), follow_redirects=True) as response:
            yield response

    @asynccontextmanager
    async def _opened(
        self, request: httpx.Request, key: Key, follow_redirects: bool = False
    ) -> AsyncIterator[httpx.Response]:
        """The response to a request. Network errors, of its reader too, become ours."""
        try:
            response = await self.http.send(
                request, stream=True, auth=key, follow_redirects=follow_redirects
            )
            try:
                if response.status_code >= 400:
                    content = await _read_start(response)
                    raise error_of(response.status_code, response.headers, content, key.value)
                yield response
            finally:
                await response.aclose()
        except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) as error:
            # Handlers of errors print the request of their cause.
            request.headers.pop("X-API-Key", None)
            netloc, reason = request.url.netloc.decode(), str(error) or type(error).__name__
            raise KinoraConnectionError(
                hide_key(f"{netloc} could not be reached: {reason}", key.value)
            ) from error

    def hide_key(self, text: str) -> str:
        """The text without the key, which a service could return."""
        hidden: str = hide_key(text, self._key.value)
        return hidden

    def _redirected(self, response: httpx.Response) -> KinoraError:
        to = urljoin(self.base_url, response.headers.get("location", "another address"))
        return KinoraError(
            f"{self.base_url} redirects to {self.hide_key(to)}, and a key is not sent "
            "there. Use the address it redirects to.",
            code="redirected",
            status=response.status_code,
        )


async def _read(response: httpx.Response, max_bytes: int, deadline: float | None) -> bytes:
    """The whole body, of which no more than the limit is ever in memory."""
    received = bytearray()
    async for part in response.aiter_bytes():
        received += part
        if len(received) > max_bytes:
            raise too_large(max_bytes)
        if deadline is not None and monotonic() > deadline:
            raise KinoraConnectionError("No whole response arrived in time.")
    return bytes(received)


async def _read_start(response: httpx.Response) -> bytes:
    received = bytearray()
    async for part in response.aiter_bytes():
        received += part
        if len(received) > ERROR_BYTES_MAX:
            break
    return bytes(received[:ERROR_BYTES_MAX])
