import { parseGmt8 } from '@natim/domain/time'
import { hashDistance } from '@natim/domain/wx-image-hash'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { drawPicture } from '../testing/wx-picture.ts'
import { drawCopies, veilOf } from './draw-copies.ts'
import { createFactsReader } from './facts-reader.ts'
import { type Screened, screenPicture } from './screen-picture.ts'

const reader = createFactsReader()
afterAll(() => reader.stop())

const TAKEN = parseGmt8('2026-11-21 10:16:42') ?? 0
const photo = (given: object = {}) => drawPicture({ takenMs: TAKEN, lng: 118.051, lat: 36.807, ...given })
const screen = (bytes: Buffer) => screenPicture(reader, bytes)
async function passed(bytes: Buffer): Promise<Screened & { readonly fault: null }> {
  const found = await screen(bytes)
  if (found.fault !== null) throw new Error(found.fault)
  return found
}

describe('a photograph', () => {
  it('[BZ-16] has time, place and camera', async () => {
    const { facts, mime, copies } = await passed(await photo())
    expect(facts.exif).toEqual({ takenMs: TAKEN, make: 'HUAWEI', model: 'ALN-AL00', altM: null, dirDeg: 132 })
    expect([facts.lng, facts.lat]).toEqual([118.051, 36.807])
    expect([mime, copies.width, copies.height]).toEqual(['image/jpeg', 640, 480])
    expect(facts.sha256).toHaveLength(32)
  })

  it('is shown as copies that contain only pixels', async () => {
    const { copies } = await passed(await photo({ width: 3_000, height: 4_000 }))
    for (const copy of [copies.copy, copies.thumb]) {
      const { exif, xmp, iptc } = await sharp(copy).metadata()
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
      expect(copy.includes('HUAWEI')).toBe(false)
    }
    expect((await sharp(copies.copy).metadata()).height).toBe(1_920)
    expect((await sharp(copies.thumb).metadata()).width).toBe(480)
  })

  it('is rotated upright, with the width and height of the result', async () => {
    const turned = await sharp(await photo())
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { copies } = await passed(turned)
    expect([copies.width, copies.height]).toEqual([480, 640])
    expect((await sharp(copies.copy).metadata()).width).toBe(480)
  })

  it.each(['png', 'webp'] as const)('may be a %s', async (type) => {
    expect(
      (
        await passed(
          await sharp(await photo())
            .toFormat(type)
            .toBuffer(),
        )
      ).mime,
    ).toBe(`image/${type}`)
  })

  it('may have no metadata', async () => {
    const { facts } = await passed(await sharp(await photo()).toBuffer())
    expect([facts.exif, facts.lng]).toEqual([null, null])
  })

  it('has no place when its camera wrote zeros', async () => {
    const { facts } = await passed(await drawPicture({ lng: 0, lat: 0, takenMs: TAKEN }))
    expect([facts.lng, facts.lat]).toEqual([null, null])
  })
})

describe('the perceptual hash', () => {
  const hash = async (bytes: Buffer) => (await passed(bytes)).hash
  it('stays close for a resized or compressed picture, and differs for others', async () => {
    const original = await hash(await photo({ seed: 3 }))
    const small = await hash(
      await sharp(await photo({ seed: 3, quality: 95 }))
        .resize(320)
        .jpeg({ quality: 40 })
        .toBuffer(),
    )
    expect(hashDistance(original, small)).toBeLessThanOrEqual(6)
    for (const seed of [4, 5, 6, 7])
      expect(hashDistance(original, await hash(await photo({ seed })))).toBeGreaterThan(6)
  })
})

describe('refused files', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a drawing that may run programs', () => Buffer.from(svg), 'type'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'type'],
    ['a page behind the head of a picture', () => Buffer.from(`GIF89a/*${svg}*/`), 'type'],
    [
      'a picture with a program behind its pixels',
      async () => Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')]),
      'script',
    ],
    [
      'a picture with a page in its notes',
      async () =>
        sharp(await photo())
          .withExif({ IFD0: { ImageDescription: '<?php system($_GET[0]) ?>' } })
          .toBuffer(),
      'script',
    ],
    ['half a picture', async () => (await photo()).subarray(0, 4_000), 'broken'],
    ['the head of a picture alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'broken'],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 'size'],
    ['nothing', () => Buffer.alloc(0), 'type'],
  ])('%s', async (_name, make, fault) => {
    expect((await screen(await make())).fault).toBe(fault)
  })

  it('a small file that would unpack to too many pixels, before unpacking', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 9_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await screen(bomb)).fault).toBe('pixels')
    expect(await drawCopies(bomb)).toBeUndefined()
  })
})

describe('covered areas', () => {
  it('are black in copy and thumbnail, and nothing else is', async () => {
    const white = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const copies = await drawCopies(white, [{ x: 0.5, y: 0.25, w: 0.25, h: 0.5 }])
    for (const picture of [copies?.copy, copies?.thumb]) {
      const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) =>
        data[Math.round(y * info.height) * info.width + Math.round(x * info.width)] ?? -1
      expect(at(0.6, 0.5)).toBeLessThan(20)
      for (const [x, y] of [
        [0.4, 0.5],
        [0.8, 0.5],
        [0.6, 0.1],
        [0.6, 0.9],
      ] as const)
        expect(at(x, y)).toBeGreaterThan(235)
    }
  })

  it('a veiled picture is too coarse for a face', async () => {
    const { thumb } = (await drawCopies(await photo())) ?? { thumb: Buffer.alloc(0) }
    const veiled = await veilOf(thumb)
    // Neighbouring pixels differ only slightly: no edge remains.
    const { data, info } = await sharp(veiled).greyscale().raw().toBuffer({ resolveWithObject: true })
    let most = 0
    for (let at = 1; at < data.length; at += 1)
      if (at % info.width !== 0) most = Math.max(most, Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)))
    expect(most).toBeLessThan(30)
  })
})

describe('the reader thread', () => {
  it('is replaced when it exits, and the next picture is read', async () => {
    const own = createFactsReader()
    expect(await own.read(await photo())).toBeDefined()
    await own.stop()
    expect(await own.read(await photo())).toMatchObject({ lng: 118.051 })
    await own.stop()
  })
})
