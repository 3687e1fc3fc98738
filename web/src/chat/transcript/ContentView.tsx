// A content block: text, image, link, or resource.

import type { ContentBlock } from "../../protocol/acp";
import { useWorkbench } from "../../workbench";
import { resolveLink } from "../markdown/links";
import { Markdown } from "../markdown/Markdown";
import { openLocation } from "../open-location";
import { truncateLines } from "./terminal-output";
import { MAX_BLOCK_CHARS } from "../limits";

const IMAGE_TYPES = /^image\/(?:png|gif|jpeg|webp)$/;

export function ContentView({ block, ended = true }: { block: ContentBlock; ended?: boolean }) {
  switch (block.type) {
    case "text":
      return <Markdown text={block.text.slice(0, MAX_BLOCK_CHARS)} ended={ended} />;
    case "image":
      if (!IMAGE_TYPES.test(block.mimeType)) return <p class="quiet">An image ({block.mimeType}).</p>;
      return (
        <img
          class="picture"
          src={`data:${block.mimeType};base64,${block.data}`}
          alt="Image from the agent"
        />
      );
    case "audio":
      return <p class="quiet">Audio ({block.mimeType}), which this page does not play.</p>;
    case "resource_link":
      return <LinkView uri={block.uri} name={block.title ?? block.name} />;
    case "resource": {
      const { resource } = block;
      return (
        <div class="resource">
          <LinkView uri={resource.uri} name={resource.uri} />
          {"text" in resource && <pre class="output">{truncateLines(resource.text, false).text}</pre>}
        </div>
      );
    }
    default:
      return null;
  }
}

export function LinkView({ uri, name }: { uri: string; name: string }) {
  const { documents, config } = useWorkbench();
  const target = resolveLink(
    uri,
    config.roots.map((root) => root.path),
  );
  if (target?.kind === "web") {
    return (
      <a class="link-chip" href={target.url} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    );
  }
  if (!target) return <span class="link-chip">{name}</span>;
  return (
    <button type="button" class="link-chip" onClick={() => void openLocation(documents, target)}>
      {name}
    </button>
  );
}
