// The moment after the next paint, so that what a person just did is seen before more is done.

/** Calls `then` once the next frame is painted. Gives what calls it off. */
export function onceAfterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A frame is painted after its callbacks: the next turn comes behind it.
  const frame = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
