"""Fetching pages of the web for the tool fetchUrl: a guarded HTTP client, and the readable text of HTML."""

from understudy.tools.web.http_fetch import FetchedPage, fetch_page
from understudy.tools.web.readable_text import extract_text

__all__ = ["FetchedPage", "extract_text", "fetch_page"]
