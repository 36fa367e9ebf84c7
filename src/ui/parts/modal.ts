// What the page's own dialogs have in common beside their look, which is in `base.css`.
import type { Attachment } from 'svelte/attachments';

/** Opens the dialog as it is put on the page, over everything else. */
export const modal: Attachment<HTMLDialogElement> = (dialog) => dialog.showModal();

/** For a button inside: closes the dialog that it is in. */
export function closeDialog(event: Event & { readonly currentTarget: HTMLElement }): void {
  event.currentTarget.closest('dialog')?.close();
}
