import sharp from 'sharp'
import type { Part } from './part.ts'

export interface PictureFacts {
  /** Distinct colours, after rounding each channel to 16 steps. A blank area has one, anti-aliased text a dozen. */
  readonly colours: number
  /** Share of the most common colour, 0–1. */
  readonly background: number
}

/** A rendered part of the page, WebGL included: pixels row by row. */
export interface Picture {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  readonly channels: number
}

export async function takePicture({ locator }: Part): Promise<Picture> {
  const { data, info } = await sharp(await locator.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** Facts about a rendered part of the page. */
export async function lookAt(part: Part): Promise<PictureFacts> {
  const { data, width, height, channels } = await takePicture(part)
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += channels) {
    const colour = ((data[at] ?? 0) >> 4) | (((data[at + 1] ?? 0) >> 4) << 4) | (((data[at + 2] ?? 0) >> 4) << 8)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return { colours: counts.size, background: Math.max(...counts.values()) / (width * height) }
}

/** Tolerance per colour channel for small symbols. */
const NEAR = 40

/** Part of a picture, as shares of width and height. */
export interface Clip {
  readonly left: number
  readonly bottom: number
}

/** Centre of the area that has a colour (`#1E9E6A`) now and had another one before, as shares of width and height. */
export function spotOf(colour: string, before: Picture, { data, width, height, channels }: Picture, clip: Clip) {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.trim().slice(at, at + 2), 16))
  const isNear = (pixels: Buffer, at: number) =>
    rgb.every((value, c) => Math.abs((pixels[at + c] ?? 0) - value) <= NEAR)
  let [n, x, y] = [0, 0, 0]
  for (let at = 0; at < data.length; at += channels) {
    const [column, row] = [(at / channels) % width, Math.floor(at / channels / width)]
    if (column < clip.left * width || row > clip.bottom * height) continue
    if (!isNear(data, at) || isNear(before.data, at)) continue
    n += 1
    x += column
    y += row
  }
  return n === 0 ? undefined : { x: (x / n + 0.5) / width, y: (y / n + 0.5) / height, pixels: n }
}
