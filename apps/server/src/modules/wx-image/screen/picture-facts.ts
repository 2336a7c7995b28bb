import { createHash } from 'node:crypto'
import type { WxExif } from '@natim/contract/mon/wx-image'
import { GMT8_OFFSET_MS, MINUTE_MS } from '@natim/domain/time'
import exifr from 'exifr'

/** Metadata of a picture besides its pixels. */
export interface PictureFacts {
  readonly sha256: Uint8Array
  readonly exif: WxExif | null
  readonly lng: number | null
  readonly lat: number | null
  /** Contains text of a page or script that a browser might be tricked into running. */
  readonly hasScript: boolean
}

const SCRIPT = /<\s*(?:script|html|!doctype|iframe|svg\s|\?php)/i
const WANTED = [
  'Make',
  'Model',
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSAltitude',
  'GPSImgDirection',
]

/** Reads untrusted bytes; may be slow, so call it in a thread. */
export async function factsOf(bytes: Buffer): Promise<PictureFacts> {
  const sha256 = createHash('sha256').update(bytes).digest()
  // Latin-1 maps every byte to one character, so nothing between text and pixels is lost.
  const hasScript = SCRIPT.test(bytes.toString('latin1'))
  return { sha256, hasScript, ...(await exifOf(bytes)) }
}

const NONE = { exif: null, lng: null, lat: null }

async function exifOf(bytes: Buffer): Promise<Pick<PictureFacts, 'exif' | 'lng' | 'lat'>> {
  let tags: Readonly<Record<string, unknown>> | undefined
  try {
    tags = await exifr.parse(bytes, { pick: WANTED, reviveValues: false, translateValues: false })
  } catch {
    // Damaged metadata counts as none; the pixels may be intact.
    return NONE
  }
  if (tags === undefined) return NONE
  const { longitude, latitude } = tags
  const isPlace = isWithin(longitude, 180) && isWithin(latitude, 90) && (longitude !== 0 || latitude !== 0)
  return {
    exif: {
      takenMs: takenMs(tags['DateTimeOriginal'], tags['OffsetTimeOriginal']),
      make: word(tags['Make']),
      model: word(tags['Model']),
      altM: isWithin(tags['GPSAltitude'], 12_000) ? tags['GPSAltitude'] : null,
      dirDeg: isWithin(tags['GPSImgDirection'], 360) ? tags['GPSImgDirection'] : null,
    },
    lng: isPlace ? Math.round(longitude * 1e6) / 1e6 : null,
    lat: isPlace ? Math.round(latitude * 1e6) / 1e6 : null,
  }
}

const isWithin = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= max

// Characters that no line of text contains.
const CONTROL = /[\u0000-\u001f\u007f\p{Surrogate}]/gu
const word = (value: unknown): string =>
  typeof value === 'string' ? value.replace(CONTROL, '').trim().slice(0, 40) : ''

const TAKEN = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/
const OFFSET = /^([+-])(\d\d):(\d\d)/

/** Cameras store their local time, newer ones with its offset; the default is China's. */
function takenMs(value: unknown, offset: unknown): number | null {
  const found = TAKEN.exec(typeof value === 'string' ? value : '')
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number)
  if (year < 1990 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59)
    return null
  const zone = OFFSET.exec(typeof offset === 'string' ? offset : '')
  const minutes = zone ? (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3])) : undefined
  const shiftMs = minutes === undefined ? GMT8_OFFSET_MS : minutes * MINUTE_MS
  return Date.UTC(year, month - 1, day, hour, minute, second) - shiftMs
}
