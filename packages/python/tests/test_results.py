"""Results: downloaded, saved, shown; and shapes of a newer service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from conftest import Parts, Reply, Service, completed, cut, problem, reply, status
from kinora import File, Job, JobError, Kinora, KinoraError, WebhookError, types, verify_webhook

BYTES = os.urandom(100_000)
PNG = b"\x89PNG\r\n\x1a\n"


def file(*parts: bytes, status: int = 200, cut: bool = False, length: int = len(BYTES)) -> Reply:
    named = {"etag": '"1"', "content-length": str(length)}
    return lambda request: httpx.Response(
        status, headers=named, stream=Parts(*(parts or (BYTES,)), cut=cut)
    )


def job(service: Service, **options: Any) -> Job:
    service.answers(reply(200, completed()))
    return service.client(**options).jobs.get("j")


def test_a_result_is_saved_whole_without_the_key(service: Service, tmp_path: Path) -> None:
    image = job(service)
    service.answers(file(BYTES[:7], BYTES[7:]))
    seen: list[tuple[int, int | None]] = []
    saved = image.save(tmp_path / "fox.png", on_progress=lambda *at: seen.append(at))
    assert saved == tmp_path / "fox.png" and saved.read_bytes() == BYTES
    assert seen == [(7, len(BYTES)), (len(BYTES), len(BYTES))]
    assert service.sent("x-api-key") == [None]
    service.answers(file())
    assert image.save(tmp_path).name == "j.png"
    assert image.save(tmp_path / "fox.png").stat().st_mode & 0o777 == 0o666 & ~umask()
    assert image.read() == BYTES


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_broken_download_is_resumed(service: Service) -> None:
    image = job(service)
    rest = file(BYTES[60_000:], status=206, length=40_000)
    for broken in (file(BYTES[:60_000], cut=True), file(BYTES[:60_000])):
        service.answers(cut, broken, cut, rest)
        assert image.read() == BYTES
        assert service.sent("range") == [None, None, "bytes=60000-", "bytes=60000-"]
        assert service.sent("if-range") == [None, None, '"1"', '"1"']


def test_a_link_that_has_expired_is_replaced_also_in_between(
    service: Service, slept: list[float]
) -> None:
    image = job(service)
    fresh = completed() | {"result_url": "http://store.test/fox.png?signature=2"}
    rest = file(BYTES[60_000:], status=206, length=40_000)
    expired = problem(404, "not_found")
    broken = file(BYTES[:60_000], cut=True)
    service.answers(expired, reply(200, fresh), broken, expired, reply(200, fresh), rest)
    assert image.read() == BYTES
    assert [str(request.url)[-1] for request in service.requests] == ["1", "j", "2", "2", "j", "2"]
    service.answers(expired, reply(200, fresh), expired)
    with pytest.raises(KinoraError, match="not_found"):
        image.read()
    assert len(service.requests) == 3


@pytest.mark.parametrize(
    ("replies", "attempts"),
    [
        # The store sends another file, or cannot resume, or never sends the rest.
        ([file(BYTES[:60_000], cut=True), file()], 2),
        ([lambda request: without_etag(BYTES[:60_000])], 1),
        ([file(BYTES[:60_000], cut=True), file(b"", status=206)], 5),
    ],
)
def test_a_part_is_never_passed_off_as_the_whole(
    service: Service, tmp_path: Path, replies: list[Reply], attempts: int
) -> None:
    image = job(service)
    target = tmp_path / "fox.png"
    target.write_bytes(b"older")
    service.answers(*replies)
    with pytest.raises(KinoraError):
        image.save(target)
    assert len(service.requests) == attempts
    assert target.read_bytes() == b"older" and list(tmp_path.iterdir()) == [target]


def without_etag(*parts: bytes) -> httpx.Response:
    headers = {"content-length": str(len(BYTES))}
    return httpx.Response(200, headers=headers, stream=Parts(*parts, cut=True))


def test_a_store_that_breaks_off_again_and_again_is_given_up(service: Service) -> None:
    image = job(service, retries=100, timeout=60)
    drips = (file(BYTES[at : at + 1], status=206 if at else 200, cut=True) for at in range(99))
    service.answers(lambda request: next(drips)(request))
    with pytest.raises(KinoraError):
        image.read()
    assert len(service.requests) == 21


def test_a_job_without_a_result_says_so(service: Service) -> None:
    service.answers(reply(200, status()))
    waiting = service.client().jobs.get("j")
    with pytest.raises(JobError, match="it is queued"):
        waiting.read()
    assert waiting._repr_html_() is None and waiting._repr_png_() is None


def test_a_job_does_what_its_client_does(service: Service) -> None:
    image = job(service)
    service.answers(reply(204))
    image.delete()
    assert service.requests[0].method == "DELETE"
    service.answers(reply(200, completed()))
    assert image.refresh().status == "completed" and image.wait().job_id == "j"
    service.answers(
        lambda request: httpx.Response(200, content=PNG, headers={"content-type": "image/png"})
    )
    preview = image.preview()
    assert (preview.content, preview.mime, preview.name) == (PNG, "image/png", "j-preview.png")


def test_a_name_of_the_service_stays_in_the_folder(service: Service, tmp_path: Path) -> None:
    service.answers(
        lambda request: httpx.Response(
            200, content=b"zip", headers={"content-disposition": 'attachment; filename="../x\n.y"'}
        )
    )
    package = service.client().account.mcp_package()
    assert package.name == "service-mcp.mcpb" and package.save(tmp_path).parent == tmp_path
    service.answers(reply(200, x_job_id="../../j", content_type="image/png"))
    assert service.client().images.generate_inline("a boat").name == "result.png"


def test_a_notebook_shows_pictures_and_players(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, video = File(PNG, "image/png", "a.png"), File(b"mp4", "video/mp4", "a.mp4")
    assert picture._repr_png_() == PNG and picture._repr_html_() is None
    player = video._repr_html_() or ""
    assert player.startswith("<video controls") and "data:video/mp4;base64,bXA0" in player
    assert video._repr_png_() is None and File(b"x", "text/html", "a")._repr_html_() is None
    assert "<img" in (File(b"jpg", "image/jpeg", "a.jpg")._repr_html_() or "")
    image = job(service)
    fetched: list[str] = []

    def fetch(link: str) -> bytes | str | None:
        fetched.append(link)
        return PNG

    monkeypatch.setattr("kinora._sync.jobs.fetch_to_show", fetch)
    assert image._repr_png_() == PNG and image._repr_html_() is None
    assert fetched == [image.result_url]


def test_a_newer_service_is_understood(service: Service) -> None:
    service.answers(reply(200, completed(mood="happy", kind="hologram") | {"status": "archived"}))
    newer = service.client().jobs.get("j")
    assert (str(newer.status), str(newer.kind)) == ("archived", "hologram")
    assert newer.model_extra == {"mood": "happy"} and newer.mood == "happy"  # type: ignore[attr-defined]
    assert json.loads(newer.model_dump_json())["status"] == "archived"
    model = {"kind": "hologram", "id": "h", "depth": 3}
    service.answers(reply(200, model))
    assert service.client().models.get("h").id == "h"
    modes = TypeAdapter(types.Model).validate_python
    assert type(modes(model)).__name__ == "Shape"
    assert newer.created_at == datetime(2026, 11, 28, 10, tzinfo=timezone.utc)


def test_secrets_are_in_no_representation() -> None:
    ready = {"status": "ready", "api_key": "kn_1", "key_prefix": "kn", "balance_cents": 5}
    found = TypeAdapter(types.ClaimStatus).validate_python(ready)
    assert isinstance(found, types.ReadyClaim) and found.api_key == "kn_1"
    assert "kn_1" not in repr(found) and "kn_1" not in str(found)
    assert "signature" not in repr(types.JobStatus.model_validate(completed()))


def test_the_service_and_the_key_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("KINORA_SERVER", "KINORA_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert Kinora().base_url == "http://127.0.0.1:8787"
    stored = tmp_path / "kinora" / "credentials.json"
    stored.parent.mkdir()
    stored.write_text("not JSON")
    assert Kinora().base_url == "http://127.0.0.1:8787"
    stored.write_text('{"services": {"https://a.test": {"api_key": "kn_a"}}}')
    assert key_of(Kinora()) == ("https://a.test", "kn_a")
    assert key_of(Kinora(base_url="https://A.test/api/")) == ("https://A.test/api", "kn_a")
    assert key_of(Kinora(base_url="https://b.test")) == ("https://b.test", None)
    monkeypatch.setenv("KINORA_SERVER", "https://c.test/api")
    monkeypatch.setenv("KINORA_API_KEY", " kn_c\n")
    assert key_of(Kinora()) == ("https://c.test/api", "kn_c")
    assert key_of(Kinora(api_key="kn_d")) == ("https://c.test/api", "kn_d")
    for wrong in ("c.test:80", "ftp://c.test", "https://u:p@c.test", "https://c.test?a"):
        with pytest.raises(ValueError, match="base_url must be"):
            Kinora(base_url=wrong)
    with pytest.raises(ValueError, match="no key has") as raised:
        Kinora(api_key="kn_a\nb")
    assert "kn_a" not in str(raised.value)


def key_of(client: Kinora) -> tuple[str, str | None]:
    return client.base_url, client.jobs.transport._key.value


SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
EVENT = {"type": "balance.low", "timestamp": "2026-11-28T10:00:00Z", "data": {"balance_cents": 3}}


def signed(body: str, *, at: float | None = None, secret: str = SIGNING) -> dict[str, str]:
    seconds = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"m1.{seconds}.{body}".encode(), hashlib.sha256)
    signature = f"v1a,eA== v1,!! v1,{base64.b64encode(mac.digest()).decode()}"
    return {
        "Webhook-Id": "m1",
        "webhook-timestamp": seconds,
        "WEBHOOK-SIGNATURE": signature,
    }


def test_a_webhook_is_verified() -> None:
    body = json.dumps(EVENT)
    webhook = verify_webhook(body.encode(), signed(body), ["whsec_eA==", SIGNING])
    assert webhook.id == "m1" and isinstance(webhook.event, types.BalanceEvent)
    assert webhook.event.data.balance_cents == 3
    ended = json.dumps(EVENT | {"type": "job.completed", "data": completed()})
    found = verify_webhook(ended, signed(ended), SIGNING).event
    assert isinstance(found, types.JobEvent) and found.data.job_id == "j"
    later = json.dumps(EVENT | {"type": "job.dreamt"})
    assert verify_webhook(later, signed(later), SIGNING).event.type in {"job.dreamt"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"WEBHOOK-SIGNATURE": ""}, "webhook-signature is missing"),
        ({"Webhook-Id": "m2"}, "No signature"),
        ({"WEBHOOK-SIGNATURE": "v1,eA=="}, "No signature"),
        ({"webhook-timestamp": "soon"}, "not a number"),
        (signed(json.dumps(EVENT), at=time.time() - 400), "s from now"),
        (signed(json.dumps(EVENT), at=time.time() + 400), "s from now"),
        (signed(json.dumps(EVENT), secret="whsec_eA=="), "No signature"),
    ],
)
def test_another_webhook_is_refused(change: dict[str, str], message: str) -> None:
    body = json.dumps(EVENT)
    with pytest.raises(WebhookError, match=message):
        verify_webhook(body, signed(body) | change, SIGNING)
    with pytest.raises(WebhookError, match="not JSON"):
        verify_webhook("{", signed("{"), SIGNING)
    with pytest.raises(ValueError, match="whsec_ and base64"):
        verify_webhook(body, signed(body), "?")
