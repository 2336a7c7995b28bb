import sharp from 'sharp'
import type { Part } from './part.ts'

export interface PictureFacts {
  /** Different colours, after rounding each channel to 16 steps. A blank area has one, anti-aliased text a dozen. */
  readonly colours: number
  /** Share of the commonest colour, 0–1. */
  readonly background: number
}

/** What can be said of a part of the page as it is drawn, WebGL included. */
export async function lookAt({ locator }: Part): Promise<PictureFacts> {
  const { data, info } = await sharp(await locator.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = ((data[at] ?? 0) >> 4) | (((data[at + 1] ?? 0) >> 4) << 4) | (((data[at + 2] ?? 0) >> 4) << 8)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const pixels = info.width * info.height
  return { colours: counts.size, background: Math.max(...counts.values()) / pixels }
}
