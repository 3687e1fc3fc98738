// What is sent with the draft besides its text: images, and folded pastes, which can be unfolded again.

import { Icon } from "../../ui/Icon";
import { useWorkbench } from "../../workbench";
import { pastesIn } from "./pastes";

export function Attachments() {
  const { chat } = useWorkbench();
  const { draft } = chat;
  const images = draft.images.value;
  const pastes = pastesIn(draft.text.value, draft.pastes.value);
  if (images.length + pastes.length === 0) return null;
  return (
    <ul class="attachments" aria-label="Sent with the prompt" data-testid="attachments">
      {images.map((image, index) => (
        <li key={`image-${index}`} class="attachment">
          <img src={`data:${image.mimeType};base64,${image.data}`} alt={image.name} />
          <span class="attachment-name">{image.name}</span>
          <button
            type="button"
            class="plain"
            aria-label={`Do not send ${image.name}`}
            onClick={() => draft.removeImage(image)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {pastes.map(({ mark, text }) => (
        <li key={mark} class="attachment">
          <span class="attachment-name" title={text.slice(0, 2000)}>
            {mark.slice(1, -1)}
          </span>
          <button
            type="button"
            class="plain"
            title="Show the text in the field"
            onClick={() => (draft.text.value = draft.text.value.replace(mark, () => text))}
          >
            Unfold
          </button>
        </li>
      ))}
    </ul>
  );
}
