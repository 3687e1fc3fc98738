"""What updates say, as words: blocks of content, and numbers that people read. Pure."""

from understudy.schema import acp

__all__ = ["block_text", "usage_text", "format_timestamp"]


def block_text(block: acp.ContentBlock) -> str:
    """A block as text. What is no text is named."""
    match block:
        case acp.TextContent(text=text):
            return text
        case acp.ResourceLink(name=name, uri=uri):
            return f"[{name}]({uri})"
        case acp.EmbeddedResource(resource=resource):
            return resource.text or f"[{resource.uri}]"
        case acp.ImageContent(mime_type=kind, uri=uri):
            return f"[image, {kind}{f', {uri}' if uri else ''}]"
        case acp.AudioContent(mime_type=kind):
            return f"[audio, {kind}]"


def usage_text(usage: acp.UsageUpdate) -> str:
    share = f" ({usage.used * 100 // usage.size} %)" if usage.size else ""
    of = f" of {usage.size:,}" if usage.size else ""
    cost = f" · {usage.cost.amount:.2f} {usage.cost.currency}" if usage.cost else ""
    return f"{usage.used:,}{of} tokens{share}{cost}"


def format_timestamp(moment: str | None) -> str:
    """A moment in ISO 8601, as much of it as a list has room for."""
    return (moment or "")[:16].replace("T", " ")
