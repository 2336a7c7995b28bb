import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Where the bytes of files lie. Keys are ours, made of `[a-z0-9/_.-]`; nothing of a request ever becomes one. */
export interface FileStore {
  /** Writes whole or not at all. */
  put(key: string, bytes: Buffer, mimeType: string): Promise<void>
  /** For what does not fit the memory: nothing stands under the key until it is committed. */
  draft(key: string, mimeType: string): Promise<FileDraft>
  /** @throws FileMissingError when there is nothing under the key */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Nothing happens when there is nothing under the key. */
  remove(key: string): Promise<void>
}

/** A file that is being written. Exactly one of `commit` and `abandon` ends it. */
export interface FileDraft {
  /** In order; resolves when more may come. */
  write(bytes: Uint8Array): Promise<void>
  /** Puts the file under its key, whole. */
  commit(): Promise<void>
  abandon(): Promise<void>
}

/** The database knows a file whose bytes are gone. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError'
}
