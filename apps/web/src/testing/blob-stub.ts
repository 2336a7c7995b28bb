/** jsdom's blobs can be read by its FileReader only; pages read them as browsers let them, and an answer is made of them. */
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
