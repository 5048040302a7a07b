"""What robots read first: which pages there are, and that all may be read."""

from collections.abc import Iterable
from urllib.parse import quote
from xml.sax.saxutils import escape

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def robots(site: str) -> bytes:
    """Everything may be read; where the list of pages is."""
    lines = ["User-agent: *", "Allow: /"]
    if site:
        lines.append(f"Sitemap: {site}sitemap.xml")
    return "".join(f"{line}\n" for line in lines).encode()


def sitemap(site: str, addresses: Iterable[str], date: str) -> bytes:
    """Every page that has a folder, as of the day of the release."""
    lines = [
        f"<url><loc>{escape(site + located(one))}</loc><lastmod>{date}</lastmod></url>"
        for one in addresses
        if not one.endswith(".html")
    ]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{NAMESPACE}">'
    return "\n".join([head, *lines, "</urlset>\n"]).encode()


def located(address: str) -> str:
    """A page below the root, as an address spells it."""
    return f"{quote(address)}/" if address else ""
