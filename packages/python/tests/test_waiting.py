"""Following jobs: by events, by polls, with a bar."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from conftest import KEY, Parts, Reply, Service, completed, cut, problem, reply, status
from kinora import AsyncKinora, JobError, JobTimeoutError, KinoraError
from kinora._events import EventReader
from kinora.types import JobStatus

EVENTS = {"content-type": "text/event-stream; charset=utf-8"}


def event(number: int, **fields: Any) -> bytes:
    return f"id: {number}\nevent: status\ndata: {json.dumps(status(**fields))}\n\n".encode()


def events(*parts: bytes, cut: bool = False) -> Reply:
    return lambda request: httpx.Response(200, headers=EVENTS, stream=Parts(*parts, cut=cut))


END = event(9, **completed())


def waited(service: Service) -> list[float | str]:
    seen: list[float | str] = []
    service.client().jobs.wait(
        "j",
        progress=lambda job: seen.append(job.status if job.progress is None else job.progress),
    )
    return seen


def test_a_wait_follows_the_events_without_a_poll(service: Service) -> None:
    service.answers(events(event(1, progress=0), b": still here\n\n", event(2, progress=0.5) + END))
    assert waited(service) == [0, 0.5, "completed"]
    assert service.paths == ["/v1/jobs/j/events"]
    assert service.sent("accept") == ["text/event-stream"]


@pytest.mark.parametrize("is_cut", [True, False])
def test_a_broken_stream_is_followed_by_a_poll_and_resumed(service: Service, is_cut: bool) -> None:
    service.answers(
        events(event(7, progress=0.1), cut=is_cut),
        reply(200, status(progress=0.2)),
        events(event(8, progress=0.3), cut=is_cut),
        reply(200, status(progress=0.4)),
        events(END),
    )
    assert waited(service) == [0.1, 0.2, 0.3, 0.4, "completed"]
    assert service.paths == ["/v1/jobs/j/events", "/v1/jobs/j"] * 2 + ["/v1/jobs/j/events"]
    assert service.sent("last-event-id") == [None, None, "7", None, "8"]


@pytest.mark.parametrize("none", [problem(404, "not_found"), reply(200, {}), events(), cut])
def test_without_events_a_wait_polls(service: Service, none: Reply) -> None:
    polls = 0

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal polls
        if request.url.path.endswith("/events"):
            return none(request)
        polls += 1
        return reply(200, status(progress=0) if polls < 6 else completed())(request)

    service.answers(answer)
    assert waited(service)[-1] == "completed"
    assert service.paths.count("/v1/jobs/j/events") == 2


def test_a_wait_outlasts_a_restart_and_ends_with_a_refusal(service: Service) -> None:
    down: list[Reply] = [cut] * 14
    service.answers(*down, reply(200, completed()))
    assert waited(service) == ["completed"]
    service.answers(problem(404, "not_found"))
    with pytest.raises(KinoraError) as raised:
        waited(service)
    assert raised.value.code == "not_found"


@pytest.mark.parametrize("how", ["failed", "blocked"])
def test_a_job_without_a_result_is_an_error(service: Service, how: str) -> None:
    service.answers(events(event(1, status=how, error="It cannot be rendered.")))
    with pytest.raises(JobError, match=r"It cannot be rendered\.") as raised:
        service.client().jobs.wait("j")
    assert raised.value.code == how and raised.value.job is not None


def test_a_wait_has_a_limit_and_the_job_goes_on(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(1_000))
    monkeypatch.setattr("kinora._sync.jobs.monotonic", lambda: float(next(seconds)))
    service.answers(reply(200, status(progress=0.5)))
    with pytest.raises(TimeoutError) as raised:
        service.client().jobs.wait("j", timeout=30)
    error = raised.value
    assert isinstance(error, JobTimeoutError) and error.job is not None
    assert error.job.progress == 0.5 and error.code == "timeout"
    assert "30 seconds" in error.message


def test_leaving_a_watch_closes_its_stream(service: Service) -> None:
    stream = Parts(event(1, progress=0), END)
    service.answers(lambda request: httpx.Response(200, headers=EVENTS, stream=stream))
    watching = service.client().jobs.watch("j")
    assert next(watching).progress == 0
    watching.close()
    assert stream.closed


def test_the_asynchronous_client_does_the_same(service: Service, tmp_path: Any) -> None:
    async def order() -> list[Any]:
        transport = httpx.MockTransport(service.handle_async)
        http = httpx.AsyncClient(transport=transport)
        async with AsyncKinora(
            api_key=KEY, base_url="http://service.test", http_client=http
        ) as client:
            image = await client.images.generate("a fox", progress=True)
            saved = await image.save(tmp_path)
            jobs = [job.job_id async for job in client.jobs.list(limit=1)]
            return [image.status, saved.name, saved.read_bytes(), jobs, repr(client)]

    service.answers(
        reply(200, {"job_id": "j", "status": "queued", "kind": "image", "poll_url": "/"}),
        events(event(1, progress=0), cut=True),
        reply(200, status(progress=0.2)),
        events(END),
        lambda request: httpx.Response(200, content=b"png"),
        reply(200, {"jobs": [completed()]}),
    )
    shown = "AsyncKinora(base_url='http://service.test')"
    assert asyncio.run(order()) == ["completed", "j.png", b"png", ["j"], shown]


def read(*parts: str) -> list[tuple[str | None, str, str]]:
    reader = EventReader()
    return [tuple(found) for part in parts for found in reader.feed(part.encode())]  # type: ignore[misc]


def test_events_are_read_by_the_standard_however_they_are_cut() -> None:
    text = (
        ": hello\r\n\r\nid: 1\r\nevent: status\r\ndata: a\r\ndata:  b\r\n\r\n"
        "data:ü\r\rid\ndata\n\ndata: cut off"
    )
    expected = [("1", "status", "a\n b"), ("1", "message", "ü"), ("", "message", "")]
    assert read(text) == expected
    assert read(*text) == expected
    with pytest.raises(ValueError, match="too large"):
        read("data: " + "x" * 1_000_001)


def bar_of(*statuses: dict[str, Any]) -> str:
    from kinora._progress import reporter

    report = reporter(True)
    for fields in statuses:
        report(JobStatus.model_validate(fields))
    return ""


QUEUED = status(queue_position=3, estimated_wait_seconds=12)
RUNNING = status(progress=0.5, estimated_wait_seconds=4)


def test_a_bar_is_drawn_on_a_terminal_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    bar_of(QUEUED, RUNNING, completed())
    assert terminal.getvalue() == ""
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    bar_of(QUEUED, RUNNING, completed())
    assert terminal.getvalue().replace("\x1b[K", "").split("\r")[1:] == [
        f"image [{'-' * 24}] waiting, 3 in line, about 12 s",
        f"image [{'#' * 12}{'-' * 12}] 50 %, 4 s left",
        f"image [{'#' * 24}] completed\n",
    ]


def test_a_notebook_shows_a_bar_that_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    handle = SimpleNamespace(update=lambda content, raw: shown.append(content["text/html"]))

    def display(content: dict[str, str], raw: bool, display_id: bool) -> Any:
        shown.append(content["text/html"])
        return handle

    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=1))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    bar_of(QUEUED, RUNNING)
    assert len(shown) == 2 and 'value="0.500"' in shown[1] and "4 s left" in shown[1]
