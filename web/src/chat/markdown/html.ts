// Renders Markdown as safe HTML: no raw HTML, links only to the web or into the roots, images only from data
// URLs. What is allowed is decided here, and checked again by DOMPurify.

import DOMPurify from "dompurify";
import { PARSER } from "./blocks";
import { looksLikePath, resolveLocation, resolveLink } from "./links";

let roots: readonly string[] = [];

export function setLinkRoots(paths: readonly string[]): void {
  roots = paths;
}

const escape = PARSER.utils.escapeHtml;

// markdown-it's own check rejects both file: and data: URLs; the renderer rules below decide instead.
PARSER.validateLink = (url) =>
  !/^\s*(?:javascript|vbscript|data(?!:image\/(?:png|gif|jpeg|webp);))/i.test(url);

PARSER.renderer.rules.link_open = (tokens, index) => {
  const href = String(tokens[index]?.attrGet("href") ?? "");
  const target = resolveLink(href, roots);
  if (target?.kind === "web") {
    return `<a href="${escape(target.url)}" target="_blank" rel="noopener noreferrer">`;
  }
  return target ? fileLink(target.path, target.line) : `<a title="${escape(href)}" class="dead">`;
};

PARSER.renderer.rules.code_inline = (tokens, index) => {
  const text = tokens[index]?.content ?? "";
  const place = looksLikePath(text) ? resolveLocation(text, roots) : null;
  const code = `<code>${escape(text)}</code>`;
  return place ? `${fileLink(place.path, place.line)}${code}</a>` : code;
};

PARSER.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const source = String(token?.attrGet("src") ?? "");
  const words = token?.content ?? "";
  if (source.startsWith("data:image/")) return `<img src="${escape(source)}" alt="${escape(words)}">`;
  const target = resolveLink(source, roots);
  const label = escape(words || source || "picture");
  if (target?.kind !== "web") return `<span class="picture">${label}</span>`;
  return `<a href="${escape(target.url)}" target="_blank" rel="noopener noreferrer">${label}</a>`;
};

PARSER.renderer.rules.fence = (tokens, index) => {
  const token = tokens[index];
  const language = /^[\w+#.-]+/.exec(token?.info.trim() ?? "")?.[0] ?? "";
  return `<pre data-language="${escape(language)}"><code>${escape(token?.content ?? "")}</code></pre>`;
};

PARSER.renderer.rules.table_open = () => `<div class="table"><table>`;
PARSER.renderer.rules.table_close = () => `</table></div>`;

function fileLink(path: string, line: number | null): string {
  const at = line === null ? "" : ` data-line="${line}"`;
  return `<a href="#" class="file-link" data-path="${escape(path)}"${at}>`;
}

const TEXT_TAGS = "a p br hr h1 h2 h3 h4 h5 h6 strong em s code pre ul ol li blockquote img span";
const TAGS = [...TEXT_TAGS.split(" "), ..."div table thead tbody tr th td".split(" ")];

/** Safe by construction; callers still sanitize it before it is inserted. */
export function renderHtml(source: string): string {
  return PARSER.render(source);
}

export function safeFragment(source: string): DocumentFragment {
  return DOMPurify.sanitize(renderHtml(source), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", "title", "class", "target", "rel", "src", "alt", "start", "style"],
    ADD_ATTR: ["data-path", "data-line", "data-language"],
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
