import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import type { SheetRefusal } from './sheet-messages.ts'

/** Limits of an unpacked workbook (security §5). */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
const MAX_RATIO = 100
const MAX_ENTRIES = 1_000
/** Below this size a high ratio is harmless: empty styles compress very well. */
const RATIO_FROM_BYTES = 1024 * 1024

const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY'] as const
const LONGEST_DECLARATION = 9

/** Undefined when a packed workbook may be opened. Checks its directory first, then unpacks it once and counts. */
export async function inspectZip(bytes: Buffer): Promise<SheetRefusal | undefined> {
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { validateEntrySizes: true })
  } catch {
    return 'unreadable'
  }
  if (zip.entryCount > MAX_ENTRIES) return 'too_large'
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return judgeDirectory(entries, bytes.length) ?? (await judgeContents(zip, entries))
  } catch {
    // Wrong sizes, names outside the folder, broken streams: no spreadsheet program writes these.
    return 'unreadable'
  }
}

function judgeDirectory(entries: readonly Entry[], packedBytes: number): SheetRefusal | undefined {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (unpacked > MAX_UNPACKED_BYTES || unpacked > Math.max(packedBytes * MAX_RATIO, RATIO_FROM_BYTES))
    return 'too_large'
  const isDense = ({ uncompressedSize, compressedSize }: Entry) =>
    uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO
  if (entries.some(isDense)) return 'too_large'
  if (new Set(entries.map((entry) => entry.fileName)).size !== entries.length) return 'unsafe'
  if (entries.some((entry) => /^xl\/(?:externalLinks|embeddings|macrosheets)\//i.test(entry.fileName))) return 'unsafe'
  return entries.some((entry) => entry.fileName === 'xl/workbook.xml') ? undefined : 'unreadable'
}

/** The reader itself checks the sizes in the directory against the unpacked bytes. */
async function judgeContents(zip: ZipFile, entries: readonly Entry[]): Promise<SheetRefusal | undefined> {
  for (const entry of entries) {
    const content = await zip.openReadStreamPromise(entry)
    const isXml = /\.(?:xml|rels|vml)$/i.test(entry.fileName)
    let carry = ''
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (!isXml) continue
      const text = carry + chunk.toString('latin1')
      // In another encoding a declaration would have other bytes.
      if (/^(?:\u00fe\u00ff|\u00ff\u00fe|\0)/.test(text) || DECLARATIONS.some((word) => text.includes(word)))
        return 'unsafe'
      carry = text.slice(-LONGEST_DECLARATION)
    }
  }
  return undefined
}
