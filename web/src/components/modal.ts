// Opens a dialog and, when it goes, gives the focus back to what had it before.

/** An attachment for <dialog>. Browsers give the focus back on `close()`, but not when the element is removed. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  return () =>
    // After the removal: until then everything behind the dialog is inert.
    queueMicrotask(() => {
      if (opener?.isConnected && document.activeElement === document.body) (opener as HTMLElement).focus();
    });
}
