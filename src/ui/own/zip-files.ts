// Zips that come from the person's disk: a chosen file, a dropped one. What is in them is known to
// `state/own`.
import type { Attachment } from 'svelte/attachments';

/** Larger files are not even read: no zip of a task is as large. */
const LARGEST_BYTES = 20 * 1024 * 1024;

export interface ZipReceiver {
  readonly onzip: (name: string, bytes: Uint8Array) => void;
  readonly onrefused: (sentence: string) => void;
}

export async function receive(file: File, { onzip, onrefused }: ZipReceiver): Promise<void> {
  if (file.size > LARGEST_BYTES) {
    onrefused(`${file.name} was not opened: expected a zip of at most ${LARGEST_BYTES / 1024 / 1024} MiB.`);
    return;
  }
  try {
    onzip(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch {
    // A folder that is dropped cannot be read as a file; the browsers' words for it say nothing.
    onrefused(`${file.name} cannot be read. Is it a folder? Zip it first.`);
  }
}

/**
 * Takes files that are dropped on the element, before an editor in it does. `hover` is told whether one is held over it.
 */
export function dropZone(receiver: ZipReceiver, hover: (over: boolean) => void): Attachment<HTMLElement> {
  return (element) => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      hover(true);
    };
    const leave = (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) hover(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      hover(false);
      const { files } = event.dataTransfer as DataTransfer;
      const [file] = files;
      if (files.length > 1) receiver.onrefused('Nothing was opened: drop one zip at a time.');
      else if (file !== undefined) void receive(file, receiver);
    };
    const listen = { dragover: over, dragenter: over, dragleave: leave, drop } as const;
    for (const [name, listener] of Object.entries(listen)) {
      element.addEventListener(name, listener as EventListener, { capture: true });
    }
    return () => {
      for (const [name, listener] of Object.entries(listen)) {
        element.removeEventListener(name, listener as EventListener, { capture: true });
      }
    };
  };
}
