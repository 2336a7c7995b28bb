import { WX_MAX_BYTES, type WxFault } from '@natim/domain/wx-image'
import { fileTypeFromBuffer } from 'file-type'
import { type Copies, drawCopies, hashOf, MAX_PIXELS, sizeOf } from './draw-copies.ts'
import type { FactsReader } from './facts-reader.ts'
import type { PictureFacts } from './picture-facts.ts'

const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

export type Screened =
  | { readonly fault: WxFault; readonly facts?: PictureFacts }
  | {
      readonly fault: null
      readonly mime: string
      readonly facts: PictureFacts
      readonly copies: Copies
      readonly hash: bigint
    }

/**
 * Determines the real type of a file, whether it can be shown, and its metadata. Nothing declared is trusted before.
 */
export async function screenPicture(reader: FactsReader, bytes: Buffer): Promise<Screened> {
  if (bytes.length > WX_MAX_BYTES) return { fault: 'size' }
  const mime = TYPES[(await fileTypeFromBuffer(bytes))?.ext ?? '']
  if (mime === undefined) return { fault: 'type' }
  const size = await sizeOf(bytes)
  if (size === undefined) return { fault: 'broken' }
  if (size.width * size.height > MAX_PIXELS) return { fault: 'pixels' }
  // Metadata that crashes its reader does not belong to a photograph.
  const facts = await reader.read(bytes)
  if (facts === undefined) return { fault: 'broken' }
  if (facts.hasScript) return { fault: 'script', facts }
  const copies = await drawCopies(bytes)
  if (copies === undefined) return { fault: 'broken', facts }
  return { fault: null, mime, facts, copies, hash: await hashOf(copies.copy) }
}
