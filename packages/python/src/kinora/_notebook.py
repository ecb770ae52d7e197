"""How results are shown in notebooks."""

from __future__ import annotations

import base64
import html

import httpx

from ._version import __version__

_EMBEDDED_BYTES_MAX = 32 * 1024 * 1024


def fetch_to_show(link: str) -> bytes | str | None:
    """The result at a signed link, which needs no key: that of an asynchronous job is read without
    its loop. A result that is too large for a notebook is shown by its link."""
    headers = {"User-Agent": f"kinora-python/{__version__}"}
    content = b""
    try:
        with httpx.stream("GET", link, headers=headers, follow_redirects=True) as response:
            if response.status_code != 200:
                return None
            for part in response.iter_bytes():
                content += part
                if len(content) > _EMBEDDED_BYTES_MAX:
                    return link
    except (httpx.HTTPError, httpx.InvalidURL):
        return None
    return content


class Displayed:
    """Something that a notebook shows: an image as a picture, a video as a player."""

    def _displayed(self) -> tuple[str, bytes | str] | None:
        """Its media type, and its bytes or their address; None if there is nothing to show."""
        raise NotImplementedError

    def _repr_png_(self) -> bytes | None:
        shown = self._displayed()
        if shown is None or shown[0] != "image/png" or isinstance(shown[1], str):
            return None
        return shown[1]

    def _repr_html_(self) -> str | None:
        shown = self._displayed()
        if shown is None:
            return None
        mime, content = shown
        if isinstance(content, bytes):
            if mime == "image/png" or len(content) > _EMBEDDED_BYTES_MAX:
                return None
            content = f"data:{mime};base64,{base64.b64encode(content).decode()}"
        source = html.escape(content)
        if mime.startswith("video/"):
            return f'<video controls loop style="max-width: 100%" src="{source}"></video>'
        if mime.startswith("image/"):
            return f'<img style="max-width: 100%" src="{source}">'
        return None
