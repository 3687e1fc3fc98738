// One block of content: text, a picture, a link, or a resource.

import type { ContentBlock } from "../../protocol/acp";
import { useWorkbench } from "../../workbench";
import { targetOf } from "../markdown/links";
import { Markdown } from "../markdown/Markdown";
import { openPlace } from "../open-location";
import { few } from "./terminal-output";

const PICTURES = /^image\/(?:png|gif|jpeg|webp)$/;
const MOST_TEXT = 100_000;

export function ContentView({ block, ended = true }: { block: ContentBlock; ended?: boolean }) {
  switch (block.type) {
    case "text":
      return <Markdown text={block.text.slice(0, MOST_TEXT)} ended={ended} />;
    case "image":
      if (!PICTURES.test(block.mimeType)) return <p class="quiet">A picture ({block.mimeType}).</p>;
      return (
        <img
          class="picture"
          src={`data:${block.mimeType};base64,${block.data}`}
          alt="Picture from the agent"
        />
      );
    case "audio":
      return <p class="quiet">A sound ({block.mimeType}), which this page does not play.</p>;
    case "resource_link":
      return <LinkView uri={block.uri} name={block.title ?? block.name} />;
    case "resource": {
      const { resource } = block;
      return (
        <div class="resource">
          <LinkView uri={resource.uri} name={resource.uri} />
          {"text" in resource && <pre class="output">{few(resource.text, false).text}</pre>}
        </div>
      );
    }
    default:
      return null;
  }
}

export function LinkView({ uri, name }: { uri: string; name: string }) {
  const { documents, config } = useWorkbench();
  const target = targetOf(
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
    <button type="button" class="link-chip" onClick={() => void openPlace(documents, target)}>
      {name}
    </button>
  );
}
