// Shows a file that is not text: an image, or the first bytes of anything else. Read only.

import { useEffect, useState } from "preact/hooks";
import { useWorkbench } from "../workbench";
import { baseName } from "../workspace/paths";
import { hexRows, sizeLabel } from "./hex-rows";

const IMAGE_SUFFIX = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

export function isViewedImage(path: string): boolean {
  return IMAGE_SUFFIX.test(path);
}

export function FileView({ path }: { path: string }) {
  const { documents } = useWorkbench();
  const [version, setVersion] = useState(0);
  // The agent may have changed it.
  useEffect(() => documents.onAgentToolEnd(() => setVersion((count) => count + 1)), []);
  return isViewedImage(path) ? (
    <ImageView key={version} path={path} version={version} />
  ) : (
    <BytesView key={version} path={path} />
  );
}

function ImageView({ path, version }: { path: string; version: number }) {
  const [size, setSize] = useState("");
  const [isFitted, setFitted] = useState(true);
  const [failed, setFailed] = useState(false);
  if (failed) return <BytesView path={path} />;
  return (
    <div class="file-view" data-testid="image-view" data-first="" tabIndex={-1}>
      <div class="file-view-head">
        <span>{baseName(path)}</span>
        <span class="quiet">{size}</span>
        <button type="button" onClick={() => setFitted(!isFitted)}>
          {isFitted ? "Actual size" : "Fit"}
        </button>
      </div>
      <div class={isFitted ? "image-stage fitted" : "image-stage"}>
        <img
          src={`/file?path=${encodeURIComponent(path)}&v=${version}`}
          alt={baseName(path)}
          onLoad={({ currentTarget: image }) => setSize(`${image.naturalWidth} × ${image.naturalHeight}`)}
          onError={() => setFailed(true)}
        />
      </div>
    </div>
  );
}

function BytesView({ path }: { path: string }) {
  const [text, setText] = useState("Reading…");
  const [size, setSize] = useState("");
  useEffect(() => {
    const control = new AbortController();
    void fetch(`/file?part=head&path=${encodeURIComponent(path)}`, { signal: control.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`The file cannot be read (${response.status}).`);
        const bytes = new Uint8Array(await response.arrayBuffer());
        const total = Number(response.headers.get("x-file-size") ?? bytes.length);
        setSize(total > bytes.length ? `first ${sizeLabel(bytes.length)} of ${sizeLabel(total)}` : sizeLabel(total));
        setText(hexRows(bytes).join("\n"));
      })
      .catch((error: unknown) => {
        if (!control.signal.aborted) setText(error instanceof Error ? error.message : String(error));
      });
    return () => control.abort();
  }, [path]);
  return (
    <div class="file-view" data-testid="bytes-view" data-first="" tabIndex={-1}>
      <div class="file-view-head">
        <span>{baseName(path)}</span>
        <span class="quiet">{size && `${size}, not text`}</span>
      </div>
      <pre class="bytes" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
