"""A service whose answers the tests write, in place of the network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from kinora import Kinora

KEY = "kn_a_secret_key"
Reply = Callable[[httpx.Request], httpx.Response]


def reply(status: int, body: Any = None, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    content = b"" if body is None else json.dumps(body).encode()
    return lambda request: httpx.Response(status, content=content, headers=named)


def problem(status: int, code: str, **headers: str) -> Reply:
    return reply(status, {"error": f"refused: {code}", "code": code}, **headers)


def cut(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("the connection was cut", request=request)


class Parts(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body in parts, which may break off."""

    def __init__(self, *parts: bytes, cut: bool = False) -> None:
        self.parts = parts
        self.cut = cut
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield from filter(None, self.parts)
        if self.cut:
            raise httpx.ReadError("the connection was cut")

    async def __aiter__(self):  # type: ignore[no-untyped-def]
        for part in self:
            yield part

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


class Service:
    """Answers in the order of its script; the last answer is for all further requests."""

    def __init__(self) -> None:
        self.script: list[Reply] = []
        self.requests: list[httpx.Request] = []

    def answers(self, *replies: Reply) -> None:
        self.script = list(replies)
        self.requests = []

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return (self.script.pop(0) if len(self.script) > 1 else self.script[0])(request)

    async def handle_async(self, request: httpx.Request) -> httpx.Response:
        return self.handle(request)

    def client(self, **options: Any) -> Kinora:
        http = httpx.Client(transport=httpx.MockTransport(self.handle))
        settings = {"api_key": KEY, "base_url": "http://service.test", **options}
        return Kinora(http_client=http, **settings)

    @property
    def paths(self) -> list[str]:
        return [request.url.path for request in self.requests]

    def sent(self, name: str) -> list[str | None]:
        return [request.headers.get(name) for request in self.requests]


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses, which take no time."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("time.sleep", pauses.append)
    monkeypatch.setattr("kinora._async.jobs.asyncio.sleep", pause)
    return pauses


def status(**fields: Any) -> dict[str, Any]:
    """The status of a job."""
    return {
        "job_id": "j",
        "status": "queued",
        "kind": "image",
        "seed": 7,
        "price_cents": 5,
        "created_at": "2026-11-28T10:00:00.000Z",
        "completed_at": None,
        **fields,
    }


def completed(**fields: Any) -> dict[str, Any]:
    link = {"result_url": "http://store.test/fox.png?signature=1", "expires_in": 3600}
    return status(status="completed", completed_at="2026-11-28T10:00:07.000Z", **link, **fields)
