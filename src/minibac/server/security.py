"""What every answer says about itself, and which origins may ask: no inline script, no frame, no guessing of types."""

from urllib.parse import urlsplit

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS: dict[str, str] = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STRICT_TRANSPORT = "max-age=31536000"


def same_origin(origin: str | None, host: str | None, trusted: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of this house. A program that sends no ``Origin`` is no page.

    >>> same_origin("http://localhost:8042", "localhost:8042", ())
    True
    >>> same_origin("http://elsewhere.example", "localhost:8042", ())
    False
    >>> same_origin("null", "localhost:8042", ())
    False
    """
    if origin is None:
        return True
    if origin in trusted:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == (host or "").lower()
