import type { UploadType } from '@natim/contract/system/files'
import { fileTypeFromBuffer } from 'file-type'

/** What the content is, by the extensions of file-type. */
const FOUND: Readonly<Record<string, UploadType>> = {
  png: 'png',
  apng: 'png',
  jpg: 'jpg',
  gif: 'gif',
  webp: 'webp',
  pdf: 'pdf',
  xlsx: 'xlsx',
  mp4: 'mp4',
  m4v: 'mp4',
}
const SNIFFED_BYTES = 4_096
/** Markup shows itself at its beginning, after blanks and a byte order mark. */
const MARKUP = /^[\s\uFEFF]*<(?:[!?/]|[a-z])/i
// What no text has; line ends, tabs and form feeds are text.
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/**
 * The type of a file by its content (security §5); undefined when it is none of the allowed ones. The name decides only
 * between kinds that content alone cannot tell apart: plain text, and the containers of old office files.
 */
export async function sniffType(bytes: Buffer, fileName: string): Promise<UploadType | undefined> {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase()
  const found = await fileTypeFromBuffer(bytes)
  if (found !== undefined) {
    if (found.ext === 'cfb') return extension === 'xls' ? 'xls' : undefined
    return FOUND[found.ext]
  }
  const isText = extension === 'csv' || extension === 'txt'
  return isText && isPlainText(bytes) ? extension : undefined
}

function isPlainText(bytes: Buffer): boolean {
  // Bytes of any encoding stay distinct in Latin-1: the test is about control characters.
  return !MARKUP.test(bytes.toString('utf8', 0, SNIFFED_BYTES)) && !BINARY.test(bytes.toString('latin1'))
}
