import type { SensorType } from '@natim/domain/sat-task'
import sharp from 'sharp'

const RASTER_PX = 240

/** A reproducible number in [0, 1) derived from its inputs. */
export function noiseOf(seed: number, x: number, y: number): number {
  let h = (seed ^ Math.imul(x, 0x27d4_eb2d) ^ Math.imul(y, 0x1656_67b1)) >>> 0
  h = Math.imul(h ^ (h >>> 15), 0x85eb_ca6b) >>> 0
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35) >>> 0
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

export function seedOf(text: string): number {
  let hash = 0x811c_9dc5
  for (const c of text) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x0100_0193) >>> 0
  return hash
}

const smooth = (t: number) => t * t * (3 - 2 * t)
const mix = (a: number, b: number, t: number) => a + (b - a) * t

function valueNoise(seed: number, x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [tx, ty] = [smooth(x - x0), smooth(y - y0)]
  const top = mix(noiseOf(seed, x0, y0), noiseOf(seed, x0 + 1, y0), tx)
  const bottom = mix(noiseOf(seed, x0, y0 + 1), noiseOf(seed, x0 + 1, y0 + 1), tx)
  return mix(top, bottom, ty)
}

/** Terrain-like noise: coarse shapes with finer ones on top, 0 to 1. */
function terrain(seed: number, x: number, y: number): number {
  let [sum, weight, all] = [0, 0.5, 0]
  for (let octave = 0; octave < 4; octave++) {
    const scale = 2 ** octave / 64
    sum += valueNoise(seed + octave, x * scale, y * scale) * weight
    all += weight
    weight /= 2
  }
  return sum / all
}

type Rgb = readonly [number, number, number]
const lerp = (a: Rgb, b: Rgb, t: number): Rgb => [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)]
const SEA: Rgb = [26, 54, 84]
const SHORE: Rgb = [150, 140, 112]
const FIELD: Rgb = [86, 110, 66]
const HILL: Rgb = [128, 118, 96]
const COLD: Rgb = [24, 20, 70]
const WARM: Rgb = [198, 70, 60]
const HOT: Rgb = [252, 224, 140]

function colourOf(sensor: SensorType, height: number, speckle: number): Rgb {
  const isSea = height < 0.45
  if (sensor === 'SAR') {
    const grey = (isSea ? 36 : 70 + 240 * (height - 0.45)) * (0.55 + 0.9 * speckle)
    return [grey, grey, grey]
  }
  if (sensor === 'TIR') return height < 0.5 ? lerp(COLD, WARM, height * 2) : lerp(WARM, HOT, (height - 0.5) * 2)
  if (sensor === 'atmos') return lerp([40, 90, 160], [240, 130, 60], height)
  if (isSea) return lerp(SEA, [40, 84, 110], height / 0.45)
  const land = lerp(FIELD, HILL, Math.min(1, (height - 0.45) * 3))
  return height < 0.47 ? SHORE : lerp(land, [land[0] * 0.8, land[1] * 0.8, land[2] * 0.8], speckle * 0.4)
}

export interface RasterOrder {
  /** Seed of the ground: two pictures of one place show the same ground. */
  readonly place: string
  /** Seed of satellite and time: speckle, clouds, the spill. */
  readonly moment: string
  readonly sensor: SensorType
  readonly cloudPct: number
  /** Dark patch of oil or bright one of heat, 0 = none. */
  readonly mark: number
}

/** Distance from the centre of a patch with a ragged edge, px. */
const distanceOfMark = (now: number, x: number, y: number) =>
  Math.hypot(x - RASTER_PX * 0.55, (y - RASTER_PX * 0.5) * 1.6) + 40 * terrain(now, x, y)

const mod = (value: number) => Math.max(0, Math.min(255, Math.round(value)))

/** A synthetic picture as PNG, the same for the same order. */
export async function drawRaster(
  { place, moment, sensor, cloudPct, mark }: RasterOrder,
  px = RASTER_PX,
): Promise<Buffer> {
  const ground = seedOf(place)
  const now = seedOf(moment)
  const pixels = Buffer.alloc(px * px * 3)
  const scale = RASTER_PX / px
  for (let y = 0; y < px; y++)
    for (let x = 0; x < px; x++) {
      const [gx, gy] = [x * scale, y * scale]
      const height = terrain(ground, gx, gy)
      let colour = colourOf(sensor, height, noiseOf(now, x, y))
      if (mark > 0 && distanceOfMark(now, gx, gy) < mark)
        colour = lerp(colour, sensor === 'TIR' ? HOT : [12, 14, 18], 0.75)
      const cloud = sensor === 'SAR' ? 0 : terrain(now + 77, gx, gy)
      const limit = 0.72 - cloudPct / 220
      if (sensor !== 'SAR' && cloud > limit) colour = lerp(colour, [238, 240, 243], Math.min(1, (cloud - limit) * 9))
      const at = (y * px + x) * 3
      for (let c = 0; c < 3; c++) pixels[at + c] = mod(colour[c] ?? 0)
    }
  return sharp(pixels, { raw: { width: px, height: px, channels: 3 } })
    .png({ compressionLevel: 9, palette: sensor === 'SAR' })
    .toBuffer()
}
