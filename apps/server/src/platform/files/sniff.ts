import type { UploadType } from '@natim/contract/system/files'
import { fileTypeFromBuffer } from 'file-type'

/** Upload type by the extension that file-type detects. */
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
/** Markup at the start of a file, after blanks and a byte order mark. */
const MARKUP = /^[\s\uFEFF]*<(?:[!?/]|[a-z])/i
// Characters that no text contains; line ends, tabs and form feeds are text.
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/**
 * The type of a file by its content (security §5); undefined when it is not an allowed one. The name only decides
 * between types that content cannot tell apart: plain text, and the containers of old office files.
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
  // Latin-1 keeps the bytes of any encoding distinct: the test is about control characters.
  return !MARKUP.test(bytes.toString('utf8', 0, SNIFFED_BYTES)) && !BINARY.test(bytes.toString('latin1'))
}
