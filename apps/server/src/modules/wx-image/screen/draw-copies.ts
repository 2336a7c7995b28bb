import { differenceHash, HASH_COLUMNS, HASH_ROWS } from '@natim/domain/wx-image-hash'
import type { WxArea } from '@natim/domain/wx-image'

/** More cannot be a photograph of a telephone; a small file may claim any size. */
export const MAX_PIXELS = 60_000_000
/** Longest side of the copy that is worked with, and width of the small one. */
const COPY_PX = 1_920
const THUMB_PX = 480
const VEIL_PX = 16
const QUALITY = 82

export interface Copies {
  readonly copy: Buffer
  readonly thumb: Buffer
  /** Of the original, upright. */
  readonly width: number
  readonly height: number
}

// Loaded with the first picture: the library is native and large.
const load = async () => (await import('sharp')).default

/** Size of a picture by its head alone; undefined when it is none. */
export async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number } | undefined> {
  const sharp = await load()
  try {
    const { width, height, orientation = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return orientation > 4 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

/**
 * The copies that are shown, drawn anew from the pixels so that nothing else survives; covered parts are blacked out before they
 * are written. Undefined when the picture cannot be decoded whole. Runs in threads of the library.
 */
export async function drawCopies(bytes: Buffer, areas: readonly WxArea[] = []): Promise<Copies | undefined> {
  const sharp = await load()
  const size = await sizeOf(bytes)
  if (size === undefined) return undefined
  try {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(COPY_PX, COPY_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
    const { data, info } = await upright.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    cover(data, info, areas)
    const copy = await sharp(data, raw).jpeg({ quality: QUALITY }).toBuffer()
    const thumb = await sharp(data, raw)
      .resize({ width: THUMB_PX, withoutEnlargement: true })
      .jpeg({ quality: 75 })
      .toBuffer()
    return { copy, thumb, ...size }
  } catch {
    // The library says in many ways that this is no whole picture.
    return undefined
  }
}

/** Black, not blurred: a blur of letters can be read again. */
function cover(
  data: Buffer,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
  areas: readonly WxArea[],
): void {
  for (const { x, y, w, h } of areas) {
    const [left, right] = [Math.floor(x * width), Math.min(width, Math.ceil((x + w) * width))]
    const [top, bottom] = [Math.floor(y * height), Math.min(height, Math.ceil((y + h) * height))]
    for (let row = top; row < bottom; row += 1)
      data.fill(0, (row * width + left) * channels, (row * width + right) * channels)
  }
}

/** 64 bits of what a picture looks like. @param copy a copy of {@link drawCopies} without covered parts */
export async function hashOf(copy: Buffer): Promise<bigint> {
  const sharp = await load()
  const grey = await sharp(copy).resize(HASH_COLUMNS, HASH_ROWS, { fit: 'fill' }).greyscale().raw().toBuffer()
  return differenceHash(grey)
}

/** What somebody sees who may not see a picture that nobody has covered: colours, and no face. */
export async function veilOf(thumb: Buffer): Promise<Buffer> {
  const sharp = await load()
  const small = await sharp(thumb).resize({ width: VEIL_PX }).toBuffer()
  return sharp(small).resize({ width: THUMB_PX, kernel: 'cubic' }).jpeg({ quality: 60 }).toBuffer()
}
