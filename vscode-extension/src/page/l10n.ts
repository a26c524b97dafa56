/** Stands for vscode in the page, where there is no such module: the texts of the picture are translated in both places. */

/** Set by the page at its start: the translation of each text, or of the text with a comment. */
export const texts: Record<string, unknown> = {};

export const l10n = {
  t(message: string, ...values: (string | number | boolean)[]): string {
    const translated = texts[message];
    const text = typeof translated === "string" ? translated : message;
    return text.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
  },
};
