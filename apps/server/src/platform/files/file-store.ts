import type { Readable } from 'node:stream'

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Stores the bytes of files. Keys are generated, made of `[a-z0-9/_.-]`; they never contain text of a request. */
export interface FileStore {
  /** Atomic: the file is written completely or not at all. */
  put(key: string, bytes: Buffer, mimeType: string): Promise<void>
  /** For content too large for memory: the key has no file until the draft is committed. */
  draft(key: string, mimeType: string): Promise<FileDraft>
  /** @throws FileMissingError when the key has no file */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** A no-op when the key has no file. */
  remove(key: string): Promise<void>
}

/** A file being written. Exactly one of `commit` and `abandon` ends it. */
export interface FileDraft {
  /** Chunks in order; resolves when the next may follow. */
  write(bytes: Uint8Array): Promise<void>
  /** Stores the complete file under its key. */
  commit(): Promise<void>
  abandon(): Promise<void>
}

/** The database has a file whose bytes are missing. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError'
}
