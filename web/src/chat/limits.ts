// Limits, timeouts and delays of the chat, grouped by the module that uses them.

// chat.ts

/** Updates buffered for a session whose id is not known yet. */
export const MAX_EARLY_UPDATES = 500;
/** Prompts that may wait for a session. */
export const MAX_WAITING_PROMPTS = 20;

// composer/CompletionList.tsx

export const MAX_FILE_COMPLETIONS = 12;
/** A listing that is older is read again; until then it is used. */
export const COMPLETION_LISTING_MAX_AGE_MS = 10_000;

// composer/Composer.tsx

export const MAX_FIELD_HEIGHT_PX = 220;
/** A longer text fills the field anyway, and measuring it would take the browser seconds. */
export const MAX_MEASURED_CHARS = 20_000;

// composer/completion.ts

export const MAX_COMPLETION_CHARS = 202;

// composer/draft.ts

/** Longer drafts were pasted, and are not stored. */
export const MAX_DRAFT_CHARS = 200_000;
export const MAX_DRAFT_FILES = 50;
export const DRAFT_SAVE_DELAY_MS = 300;

export const MAX_DRAFT_IMAGES = 10;

// composer/editor-context.ts

export const MAX_MARKERS = 1000;

// composer/images.ts

export const MAX_IMAGE_BYTES = 10 << 20;

// composer/mentions.ts

/** Further mentions of a prompt are only text. */
export const MAX_MENTIONS = 20;

// composer/pastes.ts

/** Longer pastes are folded, as in the terminal chat. */
export const MAX_UNFOLDED_PASTE_LINES = 8;
export const MAX_UNFOLDED_PASTE_CHARS = 1000;

// composer/prompt-history.ts

export const MAX_HISTORY_PROMPTS = 300;
export const MAX_HISTORY_CHARS = 300_000;

// composer/runtime-context.ts

export const EXCERPT_CONTEXT_LINES = 100;
export const MAX_EXCERPT_CHARS = 12_000;
export const MAX_SELECTION_CHARS = 20_000;
export const MAX_CONTEXT_DIAGNOSTICS = 50;
export const MAX_DIAGNOSTIC_CHARS = 500;

// markdown/Markdown.tsx

/** Blocks rendered in one frame; the others follow in the next frames. */
export const MAX_BLOCKS_PER_FRAME = 6;
/** Of a longer message the last blocks are rendered, and earlier ones on request. */
export const MAX_RENDERED_BLOCKS = 80;
/** From this number of blocks on, the browser may skip those that are not visible. */
export const LONG_MESSAGE_BLOCKS = 8;

// markdown/blocks.ts

/** An open block is parsed again for each frame, so a longer one is split at a line. */
export const MAX_OPEN_BLOCK_CHARS = 16_000;
export const MAX_JOINED_BLOCK_CHARS = 4000;
export const MAX_PIECE_CHARS = 16_000;

// markdown/highlight.ts

export const MAX_HIGHLIGHT_CHARS = 20_000;
export const MAX_QUEUED_HIGHLIGHTS = 400;

// markdown/links.ts

/** No path or URL is longer, and the regular expressions take quadratic time. */
export const MAX_LINK_CHARS = 8192;

// questions/PermissionCard.tsx

/** Title characters that the head of a call certainly shows. */
export const MAX_HEAD_TITLE_CHARS = 28;

// questions/elicitation.ts

export const MAX_URL_CHARS = 8192;

// questions/forms.ts

export const MAX_FORM_FIELDS = 100;

// questions/login.ts

/** Length at which the server truncates the agent's command. */
export const MAX_AGENT_TITLE_CHARS = 80;

// questions/questions.ts

/** Further questions are answered as cancelled. */
export const MAX_OPEN_QUESTIONS = 50;

// session/SessionsView.tsx

/** Rendered at once; a search finds the others. */
export const MAX_SHOWN_SESSIONS = 300;

// session/session-requests.ts

export const SESSION_TIMEOUT_MS = 60_000;
/** Long, for large histories and for agents that fetch them remotely. */
export const SESSION_LOAD_TIMEOUT_MS = 300_000;
export const MAX_SESSION_PAGES = 200;
export const MAX_LISTED_SESSIONS = 10_000;

// session/turns.ts

/** How long an agent may take to end a stopped turn. */
export const STOP_TIMEOUT_MS = 30_000;
export const MAX_QUEUED_PROMPTS = 20;

// transcript/CallView.tsx

/** Characters of the title in the head of a call. */
export const MAX_TITLE_CHARS = 500;
export const MAX_SHOWN_FILES = 12;

// transcript/ContentView.tsx

export const MAX_BLOCK_CHARS = 100_000;

// transcript/DiffView.tsx

export const COLLAPSED_DIFF_LINES = 14;
export const MAX_DIFF_LINES = 600;

// transcript/TranscriptView.tsx

export const STICK_DISTANCE_PX = 40;
/** Nearer to the edge of what is rendered, more is rendered. */
export const WINDOW_EDGE_PX = 600;

// transcript/slice-window.ts

/** Slices in the page at a time; the others are rendered when the user scrolls to them. */
export const MAX_RENDERED_SLICES = 6;
export const WINDOW_STEP_SLICES = 2;

// transcript/frame-schedule.ts

/** Of the time, the share that rendering may take while updates arrive: after a costly frame the next one waits. */
export const MAX_RENDER_SHARE = 0.4;
/** Cheaper frames are never delayed. */
export const CHEAP_FRAME_MS = 20;
export const MAX_FRAME_DELAY_MS = 2000;

// transcript/diff-apply.ts

/** Context lines that must match when the text changed elsewhere, tried in this order. */
export const MATCH_CONTEXT_LINES = [3, 1];

// transcript/entries.ts

/** Longer messages are truncated. */
export const MAX_MESSAGE_CHARS = 4_000_000;

// transcript/line-diff.ts

export const SHOWN_CONTEXT_LINES = 2;
/** 2 million cells take a few milliseconds. */
export const MAX_DIFF_TABLE_CELLS = 2_000_000;

// transcript/subagents.ts

export const MAX_SUBAGENTS = 200;
/** Of a sub-agent's steps the latest are kept. */
export const MAX_SUBAGENT_STEPS = 100;
export const MAX_SUBAGENT_TEXT_CHARS = 20_000;

// transcript/terminal-output.ts

/** Maximum lines and characters that are rendered. */
export const MAX_OUTPUT_LINES = 2000;
export const MAX_OUTPUT_CHARS = 200_000;

// transcript/transcript.ts

export const SLICE_ENTRIES = 20;
/** Above this the oldest entries are dropped. */
export const MAX_SLICES = 1000;
export const MAX_SUMMARY_CHARS = 200_000;
