// Copying a text to the clipboard.

/** Copy a text. Pages that came by plain http, as in a home network, have no clipboard of their own: an old way works. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const focused = document.activeElement;
  // Behind an open dialog nothing can be selected.
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
