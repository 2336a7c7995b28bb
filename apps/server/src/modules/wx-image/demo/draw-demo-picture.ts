import { type DemoWxImage } from '@natim/demo/wx-images'
import { drawWxScene } from '@natim/demo/wx-scenes'
import { formatGmt8 } from '@natim/domain/time'
import sharp from 'sharp'

/** EXIF allows ASCII only. */
const CAMERAS = [
  ['HUAWEI', 'ALN-AL00'],
  ['Xiaomi', '23127PN0CC'],
  ['HONOR', 'BVL-AN00'],
  ['OPPO', 'PHZ110'],
  ['Apple', 'iPhone 15'],
] as const

const dms = (degrees: number): string => {
  const whole = Math.floor(degrees)
  const minutes = Math.floor((degrees - whole) * 60)
  return `${whole}/1 ${minutes}/1 ${Math.round(((degrees - whole) * 60 - minutes) * 60_000)}/1000`
}

/** A picture as from a phone, with real EXIF. */
export function drawDemoPicture(image: DemoWxImage, place: { readonly lng: number; readonly lat: number } | null) {
  const [make, model] = CAMERAS[image.number % CAMERAS.length] ?? CAMERAS[0]
  const taken: Record<string, string> =
    image.takenMs === null
      ? {}
      : { DateTimeOriginal: formatGmt8(image.takenMs).slice(0, 19).replaceAll('-', ':'), OffsetTimeOriginal: '+08:00' }
  const gps: Record<string, string> =
    place === null
      ? {}
      : {
          GPSLatitudeRef: 'N',
          GPSLatitude: dms(place.lat),
          GPSLongitudeRef: 'E',
          GPSLongitude: dms(place.lng),
          GPSImgDirection: `${(image.number * 37) % 360}/1`,
        }
  return sharp(Buffer.from(drawWxScene(image.scene, image.drawing, image.height)))
    .jpeg({ quality: 72 + (image.number % 4) * 5 })
    .withExif({ IFD0: { Make: make, Model: model }, IFD2: taken, IFD3: gps })
    .toBuffer()
}
