// What may come one paint later, so that what a person just did is seen first.

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame is painted after its callbacks: the next turn comes behind it.
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => (painted = true))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return {
    get current() {
      return painted && read();
    },
  };
}
