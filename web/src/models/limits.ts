// Limits of the model dialog.

/** Models of a provider that are shown at once; the filter finds the others. */
export const MAX_SHOWN_MODELS = 100;
