// Unpacks what the build packed, on the page for the worker's script and in the worker for all else.

/** Rejects where the bytes are no whole gzip file. */
export function gunzip(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
