"""Orders of images and videos."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .._files import ImageSource, InlineResult, encode_image, name_of
from .._progress import Progress
from .._responses import RESULT_BYTES_MAX
from ..types import AcceptedImage, AcceptedVideo, ImageQuote, VideoQuote
from .jobs import AsyncJob, AsyncJobs
from .transport import AsyncTransport, Call

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..types import ImageOptions, VideoOptions

T = TypeVar("T")


class AsyncImages:
    """Images from a prompt. All calls take the options of `kinora.types.ImageOptions`:
    `negative_prompt`, `width`, `height`, `model`, `seed`, `max_price_cents`, `webhook_url`."""

    def __init__(self, transport: AsyncTransport, jobs: AsyncJobs) -> None:
        self._orders = _Orders(transport, jobs, "/images")

    async def generate(
        self,
        prompt: str,
        *,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[ImageOptions],
    ) -> AsyncJob:
        """Orders an image and waits for it: `image.save("fox.png")`.

        `progress=True` draws a bar in a terminal or a notebook. After `timeout` seconds it raises
        `JobTimeoutError`; the job goes on then. Raises `JobError` if the job fails or is blocked.
        """
        accepted = await self.order(prompt, idempotency_key=idempotency_key, **options)
        return await self._orders.jobs.wait(accepted, progress=progress, timeout=timeout)

    async def order(
        self, prompt: str, *, idempotency_key: str | None = None, **options: Unpack[ImageOptions]
    ) -> AcceptedImage:
        """Orders an image without waiting: `client.jobs.wait(job)` does that later.

        For 24 hours, the same key with the same order is one job and one charge. Retries share a
        key that is made for them; pass your own to order again after a crash of your program.
        """
        body = {"prompt": prompt, **options}
        return await self._orders.place(AcceptedImage, body, idempotency_key)

    async def generate_inline(self, prompt: str, **options: Unpack[ImageOptions]) -> InlineResult:
        """Zero retention: waits for the result, which the service never stores."""
        return await self._orders.place_inline({"prompt": prompt, **options})

    async def quote(self, prompt: str, **options: Unpack[ImageOptions]) -> ImageQuote:
        """What an order would deliver and cost, or the error that it would meet. Free of charge."""
        return await self._orders.quote(ImageQuote, {"prompt": prompt, **options})


class AsyncVideos:
    """Videos with sound, from a prompt and, if there is one, an image to animate. All calls take
    the options of `kinora.types.VideoOptions`: `duration`, `mode`, `negative_prompt`, `width`,
    `height`, `model`, `seed`, `max_price_cents`, `webhook_url`."""

    def __init__(self, transport: AsyncTransport, jobs: AsyncJobs) -> None:
        self._orders = _Orders(transport, jobs, "/videos")

    async def generate(
        self,
        prompt: str,
        *,
        image: ImageSource | None = None,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[VideoOptions],
    ) -> AsyncJob:
        """Orders a video and waits for it: `video.save("surf.mp4")`.

        `image` is the path, the bytes or the open file of an image to animate. `progress=True`
        draws a bar in a terminal or a notebook. After `timeout` seconds it raises
        `JobTimeoutError`; the job goes on then. Raises `JobError` if the job fails or is blocked.
        """
        accepted = await self.order(prompt, image=image, idempotency_key=idempotency_key, **options)
        return await self._orders.jobs.wait(accepted, progress=progress, timeout=timeout)

    async def order(
        self,
        prompt: str,
        *,
        image: ImageSource | None = None,
        idempotency_key: str | None = None,
        **options: Unpack[VideoOptions],
    ) -> AcceptedVideo:
        """Orders a video without waiting; see `images.order`."""
        body = _video(prompt, image, options)
        return await self._orders.place(AcceptedVideo, body, idempotency_key)

    async def generate_inline(
        self, prompt: str, *, image: ImageSource | None = None, **options: Unpack[VideoOptions]
    ) -> InlineResult:
        """Zero retention: waits for the result, which the service never stores."""
        return await self._orders.place_inline(_video(prompt, image, options))

    async def quote(
        self, prompt: str, *, image: ImageSource | None = None, **options: Unpack[VideoOptions]
    ) -> VideoQuote:
        """What an order would deliver and cost, or the error that it would meet. Free of charge."""
        return await self._orders.quote(VideoQuote, _video(prompt, image, options))


def _video(prompt: str, image: ImageSource | None, options: Mapping[str, Any]) -> dict[str, Any]:
    source = {} if image is None else {"init_image_base64": encode_image(image)}
    return {"prompt": prompt, **source, **options}


class _Orders:
    """What images and videos have in common. An option that is None is left out."""

    def __init__(self, transport: AsyncTransport, jobs: AsyncJobs, path: str) -> None:
        self.jobs = jobs
        self._transport = transport
        self._path = path

    async def place(self, shape: type[T], body: Mapping[str, Any], key: str | None) -> T:
        headers = {"Idempotency-Key": key or secrets.token_hex(16)}
        call = Call("POST", f"{self._path}/generate", _without_none(body), headers=headers)
        return await self._transport.fetch(shape, call)

    async def place_inline(self, body: Mapping[str, Any]) -> InlineResult:
        call = Call(
            "POST",
            f"{self._path}/generate",
            _without_none(body),
            headers={"X-Service-Store": "0"},
            # The service keeps no response that it could repeat: a second attempt would be a
            # second job.
            repeatable=False,
            lasting=True,
            max_bytes=RESULT_BYTES_MAX,
        )
        answer = await self._transport.send(call)
        mime = answer.headers.get("content-type", "")
        job_id = answer.headers.get("x-job-id", "")
        return InlineResult(
            content=answer.content,
            mime=mime,
            name=name_of(job_id, mime),
            job_id=job_id,
            seed=int(answer.headers.get("x-seed", 0)),
            price_cents=int(answer.headers.get("x-price-cents", 0)),
        )

    async def quote(self, shape: type[T], body: Mapping[str, Any]) -> T:
        call = Call("POST", f"{self._path}/quote", _without_none(body))
        return await self._transport.fetch(shape, call)


def _without_none(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}
