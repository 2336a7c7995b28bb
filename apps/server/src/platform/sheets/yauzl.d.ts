/** The part of yauzl 3 we use; the package ships no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface Entry {
    readonly fileName: string
    /** As the directory claims. */
    readonly compressedSize: number
    readonly uncompressedSize: number
  }

  export interface ZipFile {
    readonly entryCount: number
    eachEntry(): AsyncIterableIterator<Entry>
    /** Fails when more or fewer bytes come out than the directory claims. */
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }

  export function fromBufferPromise(
    buffer: Buffer,
    options?: { readonly validateEntrySizes?: boolean },
  ): Promise<ZipFile>
}
