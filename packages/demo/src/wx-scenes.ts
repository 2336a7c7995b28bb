import { between, unit } from './hash.ts'

/** Subjects of the demonstration pictures. */
export const WX_SCENES = ['cloud', 'chimney', 'water', 'fish', 'meter', 'flare'] as const
export type WxScene = (typeof WX_SCENES)[number]

const WIDTH = 640
/** Seed part for pictures. */
const PART = 61

interface Draw {
  /** A number in [0, 1) determined only by scene and picture. */
  readonly at: (n: number) => number
  readonly height: number
}

const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}" fill="${fill}" ${more}/>`
const oval = (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1) =>
  `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${rx.toFixed(0)}" ry="${ry.toFixed(0)}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`
const times = (count: number, draw: (n: number) => string) => Array.from({ length: count }, (_, n) => draw(n)).join('')

function sky({ at, height }: Draw): string {
  const light = between(62, 86, PART, Math.floor(at(1) * 1e6))
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${200 + Math.round(at(2) * 20)},32%,${light - 14}%)"/><stop offset="1" stop-color="hsl(46,28%,${light}%)"/></linearGradient></defs>${rect(0, 0, WIDTH, height, 'url(#sky)')}`
}

const roofs = ({ at, height }: Draw, fill: string) =>
  times(9, (n) => {
    const tall = 40 + at(40 + n) * 90
    return rect(n * 75 - 10, height * 0.72 - tall, 50 + at(60 + n) * 30, tall, fill)
  })

const DRAWN: Readonly<Record<WxScene, (draw: Draw) => string>> = {
  cloud: (draw) =>
    sky(draw) +
    times(4, (n) =>
      rect(40 + n * 140 + draw.at(n) * 40, draw.height * 0.42, 60, draw.height * 0.3, '#6a737b', 'rx="26"'),
    ) +
    rect(0, draw.height * 0.72, WIDTH, draw.height * 0.28, '#4c5250') +
    times(9, (n) =>
      oval(
        140 + n * 44 * (0.7 + draw.at(9) * 0.6),
        draw.height * (0.6 - draw.at(20 + n) * 0.16),
        70 + draw.at(30 + n) * 40,
        38 + draw.at(50 + n) * 26,
        '#b7b13a',
        0.36,
      ),
    ),
  chimney: (draw) => {
    const x = 200 + draw.at(3) * 240
    return (
      sky(draw) +
      roofs(draw, '#7d868d') +
      rect(0, draw.height * 0.72, WIDTH, draw.height * 0.28, '#3f4540') +
      rect(x, draw.height * 0.36, 34, draw.height * 0.36, '#c9bdab') +
      rect(x, draw.height * 0.36, 34, 18, '#b8463c') +
      times(8, (n) =>
        oval(
          x + 20 + n * 34,
          draw.height * (0.32 - n * 0.028 * (0.5 + draw.at(7))),
          28 + n * 9,
          20 + n * 6,
          '#3a3a3c',
          0.55,
        ),
      )
    )
  },
  water: (draw) =>
    sky(draw) +
    rect(0, draw.height * 0.34, WIDTH, draw.height * 0.66, `hsl(${90 + Math.round(draw.at(5) * 90)},20%,34%)`) +
    times(34, (n) =>
      oval(
        draw.at(70 + n) * WIDTH,
        draw.height * (0.42 + draw.at(120 + n) * 0.54),
        14 + draw.at(170 + n) * 30,
        6 + draw.at(220 + n) * 10,
        '#dde0d2',
        0.75,
      ),
    ),
  fish: (draw) =>
    rect(0, 0, WIDTH, draw.height, `hsl(${170 + Math.round(draw.at(5) * 30)},22%,38%)`) +
    times(11, (n) => {
      const [x, y] = [40 + draw.at(80 + n) * 540, 40 + draw.at(110 + n) * (draw.height - 80)]
      return `${oval(x, y, 44, 15, '#e9ece7')}<path d="M${(x + 38).toFixed(0)} ${y.toFixed(0)}l26 -14v28z" fill="#e9ece7"/>${oval(x - 26, y - 3, 3, 3, '#20262a')}`
    }),
  meter: (draw) => {
    const value = (draw.at(6) * 38).toFixed(1)
    return `${rect(0, 0, WIDTH, draw.height, `hsl(34,16%,${54 + Math.round(draw.at(5) * 16)}%)`)}${rect(190, draw.height * 0.12, 260, draw.height * 0.8, '#2f3437', `rx="34" stroke="#d5a02f" stroke-width="22"`)}${rect(230, draw.height * 0.24, 180, 110, '#c9d6bd')}<text x="320" y="${(draw.height * 0.24 + 70).toFixed(0)}" font-size="58" text-anchor="middle" fill="#20262a" font-family="sans-serif">${value}</text>`
  },
  flare: (draw) => {
    const x = 240 + draw.at(3) * 200
    return `${rect(0, 0, WIDTH, draw.height, '#101827')}${times(60, (n) => rect(draw.at(80 + n) * WIDTH, draw.height * (0.72 + draw.at(150 + n) * 0.24), 4, 4, '#e0c26a'))}${rect(x, draw.height * 0.3, 12, draw.height * 0.44, '#2a3342')}${oval(x + 6, draw.height * 0.26, 32, 40, '#f0902c')}${times(6, (n) => oval(x + 40 + n * 40, draw.height * (0.2 - n * 0.02), 34 + n * 8, 22 + n * 5, '#8a8f98', 0.4))}`
  },
}

/** A picture as SVG, {@link WIDTH} wide; deterministic for scene and number. */
export function drawWxScene(scene: WxScene, number: number, height: number): string {
  const at = (n: number) => unit(PART, WX_SCENES.indexOf(scene), number, n)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">${DRAWN[scene]({ at, height })}</svg>`
}
