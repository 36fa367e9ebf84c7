// What may come one paint later, so that what a person just did is seen first.
import { onceAfterPaint } from './paint.ts';

/**
 * Call it while a component is made. True from the paint after `read` became true; false at once where it becomes false, so
 * that nothing new is shown as old.
 */
export function afterPaint(read: () => boolean): { readonly current: boolean } {
  let painted = $state(read());
  $effect(() => {
    if (!read()) {
      painted = false;
      return;
    }
    return onceAfterPaint(() => (painted = true));
  });
  return {
    get current() {
      return painted && read();
    },
  };
}
