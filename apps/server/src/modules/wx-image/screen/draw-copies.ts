import type { WxArea } from '@natim/domain/wx-image'
import { differenceHash, HASH_COLUMNS, HASH_ROWS } from '@natim/domain/wx-image-hash'

/** More than any phone photograph has; a small file may declare any size. */
export const MAX_PIXELS = 60_000_000
/** Longest side of the working copy, and width of the thumbnail. */
const COPY_PX = 1_920
const THUMB_PX = 480
const VEIL_PX = 16
const QUALITY = 82

export interface Copies {
  readonly copy: Buffer
  readonly thumb: Buffer
  /** Of the upright original. */
  readonly width: number
  readonly height: number
}

// Loaded on first use: the library is native and large.
const load = async () => (await import('sharp')).default

/** Size of a picture from its header; undefined if it is not a picture. */
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
 * Copies redrawn from the pixels, so that nothing else survives; covered areas are black. Undefined when the picture
 * cannot be fully decoded. Runs in threads of the library.
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
    // The library reports broken pictures by various errors.
    return undefined
  }
}

/** Black, not blurred: blurred letters can be reconstructed. */
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

/** Perceptual hash of 64 bits. @param copy a copy of {@link drawCopies} without covered areas */
export async function hashOf(copy: Buffer): Promise<bigint> {
  const sharp = await load()
  const grey = await sharp(copy).resize(HASH_COLUMNS, HASH_ROWS, { fit: 'fill' }).greyscale().raw().toBuffer()
  return differenceHash(grey)
}

/** Veiled picture for readers who may not see uncovered ones: colours, but no recognizable face. */
export async function veilOf(thumb: Buffer): Promise<Buffer> {
  const sharp = await load()
  const small = await sharp(thumb).resize({ width: VEIL_PX }).toBuffer()
  return sharp(small).resize({ width: THUMB_PX, kernel: 'cubic' }).jpeg({ quality: 60 }).toBuffer()
}
