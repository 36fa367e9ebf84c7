// Packs and unpacks what crosses the border or is kept. Bytes go in as they are: by way of a blob they would travel to
// the browser's own process and back.

/** Rejects where the bytes are no whole gzip file. */
export function gunzip(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const { body } = new Response(bytes);
  if (body === null) throw new Error('a response of bytes has a body');
  return new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Small enough that packing one never holds up the page, in bytes. */
const SLICE_BYTES = 64 * 1024;

/** Slice by slice, with a pause before each, so that the page stays quick meanwhile. */
export function gzip(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  let at = 0;
  const slices = new ReadableStream<BufferSource>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve));
      if (at >= bytes.byteLength) return controller.close();
      const slice = new Uint8Array(bytes, at, Math.min(SLICE_BYTES, bytes.byteLength - at));
      at += slice.byteLength;
      controller.enqueue(slice);
    },
  });
  return new Response(slices.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}
