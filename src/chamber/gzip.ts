// Packs and unpacks what crosses the border or is kept. Bytes go in as they are: by way of a blob they would travel to
// the browser's own process and back.

/** The last four bytes of a gzip file: how long it is unpacked, modulo 2^32, little-endian (RFC 1952). */
const LENGTH_BYTES = 4;

/** Rejects where the bytes are no whole gzip file. */
export async function gunzip(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  if (bytes.byteLength < LENGTH_BYTES) throw new TypeError('it is too short to be a gzip file');
  const length = new DataView(bytes).getUint32(bytes.byteLength - LENGTH_BYTES, true);
  const { writable, readable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  // What goes wrong here is told by the reading side too.
  writer.write(new Uint8Array(bytes)).catch(() => undefined);
  writer.close().catch(() => undefined);
  let unpacked: Uint8Array<ArrayBuffer> | null = null;
  let filled = 0;
  for (const reader = readable.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    // Set aside only once something has come out: the length of a damaged file may be anything.
    unpacked ??= new Uint8Array(length);
    if (filled + value.length > length) throw new TypeError(`it is longer than the ${length} bytes it tells of`);
    unpacked.set(value, filled);
    filled += value.length;
  }
  if (filled !== length) throw new TypeError(`it holds ${filled} bytes and tells of ${length}`);
  return unpacked?.buffer ?? new ArrayBuffer(0);
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
