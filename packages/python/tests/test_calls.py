"""What is sent, what is sent again, and what is raised."""

from __future__ import annotations

import copy
import json
import pickle
import traceback
from typing import Any

import httpx
import pytest

from conftest import KEY, Parts, Reply, Service, completed, cut, problem, reply
from kinora import KinoraConnectionError, KinoraError, problems
from kinora.types import AcceptedImage

ACCEPTED = reply(
    200, {"job_id": "j", "status": "queued", "kind": "image", "poll_url": "/api/v1/jobs/j"}
)
PAGE = b"<html><head><title>502 Bad\n Gateway</title></head></html>"


@pytest.mark.parametrize(
    "failure",
    [
        cut,
        problem(429, "rate_limited", retry_after="0"),
        problem(503, "workers_unavailable"),
        lambda request: httpx.Response(502, content=PAGE),
        lambda request: httpx.Response(504),
        lambda request: httpx.Response(200, stream=Parts(b'{"job_', cut=True)),
    ],
)
def test_an_order_is_sent_again_with_the_same_key(service: Service, failure: Reply) -> None:
    service.answers(failure, failure, ACCEPTED)
    assert service.client().images.order("a boat", seed=None, width=512).job_id == "j"
    keys = service.sent("idempotency-key")
    assert len(keys) == 3 and len(set(keys)) == 1 and len(keys[0] or "") == 32
    bodies = {request.content for request in service.requests}
    assert [json.loads(body) for body in bodies] == [{"prompt": "a boat", "width": 512}]


def test_two_orders_have_two_keys_and_a_chosen_one_is_used(service: Service) -> None:
    service.answers(ACCEPTED)
    client = service.client()
    client.images.order("a boat")
    client.images.order("a boat")
    client.images.order("a boat", idempotency_key="order-7")
    keys = service.sent("idempotency-key")
    assert len(set(keys)) == 3 and keys[2] == "order-7"


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "invalid_request"),
        (401, "unauthorized"),
        (402, "balance_insufficient"),
        (403, "key_suspended"),
        (409, "idempotency_conflict"),
        (429, "quota_exhausted"),
        (429, "monthly_cap_reached"),
        (451, "content_blocked"),
        (500, "internal_error"),
    ],
)
def test_other_refusals_are_raised_at_once(service: Service, status: int, code: str) -> None:
    service.answers(problem(status, code, x_request_id="4711"))
    with pytest.raises(KinoraError) as raised:
        service.client().images.order("a boat")
    error = raised.value
    assert (error.status, error.code, error.request_id) == (status, code, "4711")
    assert str(error) == f"refused: {code} ({status} {code} request 4711)"
    assert len(service.requests) == 1


def test_retries_wait_for_retry_after_and_back_off(service: Service, slept: list[float]) -> None:
    noticed: list[tuple[str, float]] = []
    client = service.client(on_retry=lambda error, wait: noticed.append((error.code, wait)))
    service.answers(problem(503, "workers_unavailable", retry_after="3"), cut, cut, ACCEPTED)
    client.images.order("a boat")
    assert slept[0] == 3 and 0.25 <= slept[1] <= 0.5 and 0.5 <= slept[2] <= 1
    assert [code for code, _ in noticed] == ["workers_unavailable", "connection", "connection"]
    assert [wait for _, wait in noticed] == slept
    service.answers(problem(429, "rate_limited", retry_after="3600"))
    with pytest.raises(KinoraError) as raised:
        client.images.order("a boat")
    assert raised.value.retry_after_seconds == 3600 and len(service.requests) == 1
    service.answers(problem(503, "x", retry_after="Wed, 21 Oct 2037 07:28:00 GMT"))
    with pytest.raises(KinoraError) as raised:
        service.client().images.order("a boat")
    assert (raised.value.retry_after_seconds or 0) > 1e6


def test_attempts_are_counted(service: Service) -> None:
    service.answers(cut)
    with pytest.raises(KinoraConnectionError, match=r"service\.test could not be reached.*cut"):
        service.client().account.usage()
    assert len(service.requests) == 5
    service.answers(cut)
    with pytest.raises(KinoraConnectionError):
        service.client(retries=0).account.usage()
    assert len(service.requests) == 1


def test_what_would_be_a_second_order_is_not_repeated(service: Service) -> None:
    client = service.client()
    for call in (
        lambda: client.images.generate_inline("a boat"),
        lambda: client.videos.generate_inline("surf"),
        client.claims.start,
        client.webhooks.rotate_secret,
    ):
        for failure in (cut, reply(503), reply(502), reply(504)):
            service.answers(failure)
            with pytest.raises(KinoraError):
                call()
            assert len(service.requests) == 1
    # The service did nothing.
    image = reply(200, x_job_id="j", x_seed="9", x_price_cents="5", content_type="image/png")
    service.answers(problem(503, "workers_unavailable"), image)
    result = client.images.generate_inline("a boat")
    assert (result.job_id, result.seed, result.price_cents, result.name) == ("j", 9, 5, "j.png")
    assert service.sent("x-service-store") == ["0", "0"]


def test_the_key_goes_to_the_service_alone_and_into_no_error(service: Service) -> None:
    client = service.client()
    service.answers(reply(307, location="http://other.test/api"))
    with pytest.raises(KinoraError, match=r"redirects to http://other\.test/api") as raised:
        client.account.usage()
    assert raised.value.code == "redirected" and len(service.requests) == 1
    echo = {"error": f"no {KEY}", "code": "unauthorized", "sent": [{KEY: KEY}]}
    for answer in (reply(401, echo), lambda request: httpx.Response(404, text=f"no {KEY}")):
        service.answers(answer)
        with pytest.raises(KinoraError) as raised:
            client.account.usage()
        shown = [str(raised.value), repr(raised.value), str(raised.value.body)]
        assert KEY not in "".join(shown) and "[hidden]" in shown[0]
    service.answers(cut)
    with pytest.raises(KinoraConnectionError) as raised:
        client.account.usage()
    cause = raised.value.__cause__
    assert isinstance(cause, httpx.ReadError) and "x-api-key" not in cause.request.headers
    stack = traceback.TracebackException.from_exception(raised.value, capture_locals=True)
    of_ours = [f for f in stack.stack if "kinora/_sync" in f.filename]
    assert of_ours and all(KEY not in str(frame.locals) for frame in of_ours)
    assert service.sent("x-api-key")[-1] is None
    assert KEY not in repr(client) and KEY not in str(vars(client))


def test_an_error_says_what_to_do(service: Service) -> None:
    body = {
        "error": "The balance does not cover the price.",
        "code": "balance_insufficient",
        "balance_cents": 20,
        "cost_cents": 50,
        "top_up": "http://service.test/account",
        "a_later_field": 1,
    }
    service.answers(reply(402, body))
    with pytest.raises(KinoraError) as raised:
        service.client().videos.order("surf")
    error = raised.value
    match error.problem:
        case problems.BalanceInsufficient(balance_cents=20, cost_cents=cost):
            assert cost == 50
        case other:
            pytest.fail(str(other))
    assert error.link == "http://service.test/account" and error.body["a_later_field"] == 1
    issues = [{"path": "width", "message": "must be 256 or more"}]
    invalid = {"error": "width is invalid", "code": "invalid_request", "issues": issues}
    service.answers(reply(400, invalid))
    with pytest.raises(KinoraError) as raised:
        service.client().images.quote("a boat", width=1)
    assert raised.value.field == "width"
    assert raised.value.issues == [("width", "must be 256 or more")]
    service.answers(problem(418, "of_a_later_service"))
    with pytest.raises(KinoraError) as raised:
        service.client().account.usage()
    assert raised.value.problem is None and raised.value.code == "of_a_later_service"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda request: httpx.Response(403, content=PAGE), "a page, not JSON: 502 Bad Gateway"),
        (lambda request: httpx.Response(403, text="<p>no"), "a page with status 403, not JSON"),
        (reply(403), "The service returned 403"),
        (reply(403, ["no"]), "The service returned 403"),
        (reply(200, {"job": 1}), r"not what a Kinora service sends \(job_id Field required\)"),
        (lambda request: httpx.Response(200, text="hello"), "not what a Kinora service sends"),
        (lambda request: httpx.Response(200, stream=Parts(*[b"x" * 999_999] * 9)), "8 MiB"),
    ],
)
def test_a_strange_answer_is_an_error_of_ours(
    service: Service, answer: Reply, message: str
) -> None:
    service.answers(answer)
    with pytest.raises(KinoraError, match=message):
        service.client().images.order("a boat")


def test_an_error_survives_a_process_boundary(service: Service) -> None:
    service.answers(problem(451, "content_blocked"))
    with pytest.raises(KinoraError) as raised:
        service.client().images.order("a boat")
    for twin in (pickle.loads(pickle.dumps(raised.value)), copy.copy(raised.value)):  # noqa: S301
        assert (twin.code, twin.status, twin.body) == ("content_blocked", 451, raised.value.body)


def test_a_slow_answer_counts_as_lost(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 1_000, 40))
    monkeypatch.setattr("kinora._sync.transport.monotonic", lambda: float(next(seconds)))
    service.answers(lambda request: httpx.Response(200, stream=Parts(b"{", b" ", b" ", b"}")))
    with pytest.raises(KinoraConnectionError, match="No whole response"):
        service.client(retries=0).account.usage()


def test_an_image_to_animate_comes_from_anywhere(service: Service, tmp_path: Any) -> None:
    file = tmp_path / "fox.png"
    file.write_bytes(b"png")
    video = {"output_width": 1280, "output_height": 720, "price_tier": "hd"}
    service.answers(
        reply(200, {"job_id": "v", "status": "queued", "kind": "video", "poll_url": "/", **video})
    )
    client = service.client()
    with file.open("rb") as opened:
        for source in (file, str(file), b"png", opened):
            client.videos.order("it runs", image=source, duration=2)
    sent = [json.loads(request.content) for request in service.requests]
    assert sent == [{"prompt": "it runs", "init_image_base64": "cG5n", "duration": 2}] * 4


def test_lists_are_read_page_by_page(service: Service) -> None:
    first = reply(200, {"jobs": [completed(), completed()], "next_cursor": "c"})
    service.answers(first, reply(200, {"jobs": [completed(kind="video")]}))
    kinds = [job.kind for job in service.client().jobs.list(status="completed")]
    assert kinds == ["image", "image", "video"]
    queries = [dict(request.url.params) for request in service.requests]
    assert queries == [
        {"status": "completed", "limit": "100"},
        {"status": "completed", "limit": "100", "cursor": "c"},
    ]
    service.answers(first)
    assert len(list(service.client().jobs.list(limit=2))) == 2
    assert [request.url.params["limit"] for request in service.requests] == ["2"]
    assert list(service.client().jobs.list(limit=0)) == []


def test_an_id_stays_in_its_place(service: Service) -> None:
    service.answers(reply(204))
    service.client().jobs.delete("../me?x#y")
    assert service.requests[0].url.raw_path == b"/v1/jobs/..%2Fme%3Fx%23y"
    accepted = AcceptedImage(job_id="j", status="queued", kind="image", poll_url="/")
    service.client().jobs.delete(accepted)
    assert service.paths[-1] == "/v1/jobs/j"
