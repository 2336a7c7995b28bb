/**
 * jsdom's blobs can be read only by its FileReader; this lets pages read them as in browsers, and build responses from
 * them.
 */
export function readableBlobs(): void {
  Blob.prototype.arrayBuffer ??= function read(this: Blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
      reader.addEventListener('error', () => reject(reader.error))
      reader.readAsArrayBuffer(this)
    })
  }
  Blob.prototype.stream ??= function stream(this: Blob) {
    return new ReadableStream({
      start: async (controller) => {
        const bytes = new Uint8Array(await this.arrayBuffer())
        if (bytes.length > 0) controller.enqueue(bytes)
        controller.close()
      },
    })
  }
}
