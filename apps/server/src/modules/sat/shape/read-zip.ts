import { type Entry, fromBufferPromise } from 'yauzl'

const MAX_ENTRIES = 50
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024
const MAX_RATIO = 200
const RATIO_FROM_BYTES = 1024 * 1024

/** The files of a shapefile that are read; attribute tables are not. */
const WANTED = /\.(shp|prj)$/i

export type ShapeFiles = ReadonlyMap<string, Buffer>

/** The wanted files of a package, by name; a reason if it cannot be opened. */
export async function readShapeZip(bytes: Buffer): Promise<ShapeFiles | 'unreadable' | 'too_large'> {
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true })
    if (zip.entryCount > MAX_ENTRIES) return 'too_large'
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    if (isTooLarge(entries)) return 'too_large'
    const files = new Map<string, Buffer>()
    for (const entry of entries) {
      if (!WANTED.test(entry.fileName)) continue
      const chunks: Buffer[] = []
      // The reader itself fails if the content exceeds the declared size.
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) chunks.push(chunk)
      files.set(entry.fileName, Buffer.concat(chunks))
    }
    return files
  } catch {
    return 'unreadable'
  }
}

function isTooLarge(entries: readonly Entry[]): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  return (
    unpacked > MAX_UNPACKED_BYTES ||
    entries.some(
      ({ uncompressedSize, compressedSize }) =>
        uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO,
    )
  )
}
