"""Every call against a real service with a real worker."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kinora import AsyncKinora, JobError, Kinora, KinoraError, problems, types

SERVER = os.environ.get("KINORA_TEST_SERVICE", "")
KEY = os.environ.get("KINORA_TEST_KEY")
POOR_KEY = os.environ.get("KINORA_TEST_POOR_KEY")

pytestmark = pytest.mark.skipif(
    not SERVER, reason="needs a service: run packages/server/test/client/python-client.test.ts"
)


@pytest.fixture
def slept() -> None:
    """Waits take their time here."""


@pytest.fixture
def client() -> Iterator[Kinora]:
    with Kinora(base_url=f"{SERVER}/api", api_key=KEY) as client:
        yield client


def test_an_image_and_a_video_of_it(client: Kinora, tmp_path: Path) -> None:
    seen: list[str] = []
    image = client.images.generate(
        "a paper boat",
        seed=5,
        width=256,
        height=256,
        progress=lambda job: seen.append(job.status),
        timeout=120,
    )
    assert (image.status, image.seed, image.price_cents) == ("completed", 5, 5)
    assert seen[-1] == "completed"
    saved = image.save(tmp_path)
    assert saved.name == f"{image.job_id}.png" and saved.read_bytes() == image.read()
    assert image._repr_png_() == image.read()
    assert image.preview().mime.startswith("image/")
    quote = client.videos.quote("it floats", image=saved, duration=1, width=256, height=256)
    assert (quote.frames, quote.price_tier) == (25, "hd")
    video = client.videos.generate("it floats", image=saved, duration=1, width=256, height=256)
    assert b"ftyp" in video.read()[:16]
    assert (video._repr_html_() or "").startswith("<video")
    listed = [job.job_id for job in client.jobs.list(limit=2)]
    assert listed == [video.job_id, image.job_id]
    assert [job.kind for job in client.jobs.list(kind="image", limit=1)] == ["image"]
    video.delete()
    with pytest.raises(KinoraError) as raised:
        video.refresh()
    assert isinstance(raised.value.problem, problems.NotFound) and raised.value.request_id


def test_a_wait_follows_the_events_without_a_poll(client: Kinora) -> None:
    order = client.images.order("a paper boat", width=256, height=256)
    paths: list[str] = []
    hooks = {"request": [lambda request: paths.append(request.url.path)]}
    with httpx.Client(event_hooks=hooks) as http:
        follower = Kinora(base_url=SERVER, api_key=KEY, http_client=http)
        assert follower.jobs.wait(order, timeout=120).status == "completed"
    assert paths == [f"/v1/jobs/{order.job_id}/events"]


def test_zero_retention(client: Kinora, tmp_path: Path) -> None:
    image = client.images.generate_inline("a paper boat", seed=9, width=256, height=256)
    assert (image.mime, image.seed, image.price_cents) == ("image/png", 9, 5)
    assert image.save(tmp_path / "boat.png").read_bytes() == image.content


def test_the_account(client: Kinora) -> None:
    usage, balance = client.account.usage(), client.account.balance()
    assert usage.balance_cents == balance.balance_cents
    assert usage.rates.image_cents.standard == 5
    assert usage.rates.video_per_second_cents.tier_2k > usage.rates.video_per_second_cents.hd
    assert client.account.set_auto_recharge(False).auto_recharge.enabled is False
    assert client.account.set_overage(True).enabled is True
    assert client.account.set_overage_cap(500).cap_cents == 500
    assert client.account.overage().cap_cents == 500
    assert client.account.mcp_package().name.endswith(".mcpb")


def test_webhooks(client: Kinora) -> None:
    first = client.webhooks.set_url("https://shop.example/hooks")
    assert first.secret and first.secret not in repr(first)
    assert client.webhooks.rotate_secret().secret != first.secret
    assert client.webhooks.set_url(None).url is None and client.webhooks.get().url is None
    assert list(client.webhooks.deliveries(state="failed", limit=5)) == []
    with pytest.raises(KinoraError, match="not_found"):
        client.webhooks.replay("01a1b2c3-0000-7000-8000-000000000000")


def test_models_and_claims_need_no_key() -> None:
    with Kinora(base_url=SERVER) as visitor:
        models = visitor.models.list().models
        assert {model.kind for model in models} == {"image", "video"}
        model = visitor.models.get(models[0].id)
        assert isinstance(model, types.ImageModel) and model.price[0].cents == 5
        claim = visitor.claims.start(amount_usd=10, client_name="tests")
        assert claim.code not in repr(claim)
        assert visitor.claims.get(claim.code).status == "pending"
        with pytest.raises(KinoraError) as raised:
            visitor.account.usage()
        assert "set KINORA_API_KEY" in str(raised.value)
    match raised.value.problem:
        case problems.Unauthorized(payment=payment):
            assert payment.amounts_usd == [10, 25, 50, 100]
        case other:
            pytest.fail(str(other))


def test_what_is_refused(client: Kinora) -> None:
    with pytest.raises(KinoraError) as raised:
        client.images.quote("a boat", width=1)
    assert raised.value.field == "width" and raised.value.status == 400
    with pytest.raises(KinoraError) as raised:
        client.images.generate("hardcore porn", width=256, height=256)
    assert raised.value.code == "content_blocked" and not isinstance(raised.value, JobError)
    with (
        Kinora(base_url=SERVER, api_key=POOR_KEY) as poor,
        pytest.raises(KinoraError) as raised,
    ):
        poor.videos.order("surf")
    assert raised.value.code == "balance_insufficient" and raised.value.link


class Lossy(httpx.HTTPTransport):
    """Loses the first two responses."""

    lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if self.lost < 2:
            self.lost += 1
            response.close()
            raise httpx.ReadError("lost", request=request)
        return response


def test_an_order_whose_response_is_lost_is_one_job_and_one_charge(client: Kinora) -> None:
    before = client.account.balance().balance_cents
    transport = Lossy()
    with httpx.Client(transport=transport) as http:
        lossy = Kinora(base_url=SERVER, api_key=KEY, http_client=http)
        order = lossy.images.order("a lost boat", width=256, height=256)
    assert transport.lost == 2
    assert [job.job_id for job in client.jobs.list(limit=1)] == [order.job_id]
    client.jobs.wait(order, timeout=120)
    assert before - client.account.balance().balance_cents == 5


def test_the_asynchronous_client_orders_several_at_once(tmp_path: Path) -> None:
    async def order() -> list[str]:
        async with AsyncKinora(base_url=SERVER, api_key=KEY) as client:
            prompts = ("a red boat", "a blue boat", "a green boat")
            orders = [client.images.generate(prompt, width=256, height=256) for prompt in prompts]
            images = await asyncio.gather(*orders)
            files = [await image.save(tmp_path) for image in images]
            return [file.name for file in files if file.read_bytes().startswith(b"\x89PNG")]

    assert len(set(asyncio.run(order()))) == 3
