import { formatGmt8 } from '@natim/domain/time'
import sharp from 'sharp'

export interface TestPicture {
  /** Determines the content of the picture. */
  readonly seed?: number
  readonly width?: number
  readonly height?: number
  readonly takenMs?: number
  readonly lng?: number
  readonly lat?: number
  readonly quality?: number
}

const dms = (degrees: number): string => {
  const whole = Math.floor(degrees)
  const minutes = Math.floor((degrees - whole) * 60)
  const seconds = Math.round(((degrees - whole) * 60 - minutes) * 60 * 1_000)
  return `${whole}/1 ${minutes}/1 ${seconds}/1000`
}

/** A photograph as from a phone: squares at positions derived from the seed, with real EXIF. */
export function drawPicture(given: TestPicture = {}): Promise<Buffer> {
  const { seed = 1, width = 640, height = 480, takenMs, lng, lat, quality = 85 } = given
  const at = (n: number) => {
    const x = Math.sin(seed * 127.1 + n * 311.7) * 43_758.5453
    return x - Math.floor(x)
  }
  const squares = Array.from({ length: 24 }, (_, n) => {
    const side = 40 + at(n) * 180
    const grey = Math.round(at(n + 100) * 255)
    return `<rect x="${at(n + 31) * 640}" y="${at(n + 57) * 480}" width="${side}" height="${side}" fill="rgb(${grey},${grey},${(grey + 60) % 255})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 480" preserveAspectRatio="none"><rect width="640" height="480" fill="#888"/>${squares.join('')}</svg>`
  const taken: Record<string, string> =
    takenMs === undefined ? {} : { DateTimeOriginal: formatGmt8(takenMs).slice(0, 19).replaceAll('-', ':') }
  const place: Record<string, string> =
    lng === undefined || lat === undefined
      ? {}
      : {
          GPSLatitudeRef: 'N',
          GPSLatitude: dms(lat),
          GPSLongitudeRef: 'E',
          GPSLongitude: dms(lng),
          GPSImgDirection: '132/1',
        }
  return sharp(Buffer.from(svg))
    .jpeg({ quality })
    .withExif({ IFD0: { Make: 'HUAWEI', Model: 'ALN-AL00' }, IFD2: taken, IFD3: place })
    .toBuffer()
}
