import type { UploadType } from '@natim/contract/system/files'
import { createLimiter } from '../limiter.ts'

type Picture = 'png' | 'jpg' | 'gif' | 'webp'
const PICTURES: readonly UploadType[] = ['png', 'jpg', 'gif', 'webp'] satisfies readonly Picture[]
/** No page shows a larger picture; a small file may claim any size. */
const MAX_PIXELS = 50_000_000

/** A picture at the limit takes 200 MB while decoded: few at once, others wait or are refused. */
const limiter = createLimiter({ atOnce: 2, waiting: 20 })

export const isPicture = (type: UploadType): type is Picture => PICTURES.includes(type)

/**
 * Decodes a picture completely and re-encodes it: hidden data (places, names, other files) is dropped. Rotates it
 * upright by its EXIF orientation. Undefined when it cannot be decoded.
 *
 * @throws AppError `request.too_many` when too many wait already
 */
export const cleanPicture = (bytes: Buffer, type: Picture): Promise<Buffer | undefined> =>
  limiter.take(() => decode(bytes, type))

async function decode(bytes: Buffer, type: Picture): Promise<Buffer | undefined> {
  // Loaded on first use: the library is native and large.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, {
      animated: type !== 'png' && type !== 'jpg',
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
    })
    const upright = picture.autoOrient()
    return await (type === 'jpg' ? upright.jpeg({ quality: 90 }) : upright.toFormat(type)).toBuffer()
  } catch {
    // The library has many errors for undecodable input; all mean the same to the caller.
    return undefined
  }
}
