import { DEVICE_KIND, DEVICE_STATUS, type DeviceKind, type DeviceStatus, type Severity } from '@natim/contract/dict'
import { FONT_FAMILY } from '@/theme/metrics.ts'
import type { ActiveTheme } from '@/theme/theme-provider.tsx'
import { AQI_SCALE } from '@/theme/tokens.ts'
import { LAMP_SHAPES, SEVERITY_SHAPES } from '@/ui/glyph-shapes.ts'
import { KIND_SHAPES } from '@/ui/kind-shapes.ts'
import { AQI_SHAPES } from './layer-levels.ts'

type SymbolTheme = Pick<ActiveTheme, 'tokens' | 'isColourWeak'>

/** Draws one symbol on a canvas of its size, px; the canvas is already scaled to the device. */
interface Sketch {
  readonly widthPx: number
  readonly heightPx: number
  readonly draw: (context: CanvasRenderingContext2D) => void
}

/** Edge in the land colour that separates symbols from what is below (design §8). */
const HALO_PX = 1.4
const LAMP_PX = 10
const KIND_PX = 16
const LABEL_PX = 12
const WIND_PX = 20

const isKey = <T extends object>(table: T, key: string): key is keyof T & string => Object.hasOwn(table, key)

function lamp(status: DeviceStatus, { tokens }: SymbolTheme): Sketch {
  const ground = tokens.map.land
  const size = LAMP_PX + 2 * HALO_PX
  return {
    widthPx: size,
    heightPx: size,
    draw(context) {
      context.fillStyle = ground
      context.beginPath()
      context.arc(size / 2, size / 2, size / 2, 0, 2 * Math.PI)
      context.fill()
      context.translate(HALO_PX, HALO_PX)
      for (const { d, paint, strokeWidth, dash } of LAMP_SHAPES[status]) {
        const colour = paint === 'mark' ? tokens.status[status].mark : ground
        const path = new Path2D(d)
        context.setLineDash(dash ? [...dash] : [])
        // Round caps would close the gaps of a dashed ring.
        context.lineCap = dash ? 'butt' : 'round'
        context.fillStyle = colour
        context.strokeStyle = colour
        context.lineWidth = strokeWidth ?? 0
        // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
        if (strokeWidth === undefined) context.fill(path)
        else context.stroke(path)
      }
    },
  }
}

function glyph(level: Severity, sizePx: number, { tokens, isColourWeak }: SymbolTheme): Sketch {
  const { solid, weakSolid, outline, digit } = tokens.severity[level]
  const fill = isColourWeak ? weakSolid : solid
  const shape = SEVERITY_SHAPES[level]
  const full = sizePx + 2 * HALO_PX
  return {
    widthPx: full,
    heightPx: full,
    draw(context) {
      context.translate(HALO_PX, HALO_PX)
      context.scale(sizePx / 24, sizePx / 24)
      const path = new Path2D(shape.d)
      context.lineJoin = 'round'
      context.strokeStyle = tokens.map.land
      context.lineWidth = (2 * HALO_PX * 24) / sizePx + 1.5
      context.stroke(path)
      context.fillStyle = fill
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
      context.fill(path)
      context.strokeStyle = outline ?? fill
      context.lineWidth = 1.5
      context.stroke(path)
      context.fillStyle = digit
      context.font = `600 ${shape.digitSize}px ${FONT_FAMILY}`
      context.textAlign = 'center'
      context.fillText(String(level), 12, shape.digitBaseline)
    },
  }
}

/** An AQI grade: its shape and colour, outlined so that yellow is visible on white. */
function aqiMark(level: number, sizePx: number, { tokens }: SymbolTheme): Sketch {
  const full = sizePx + 2 * HALO_PX
  return {
    widthPx: full,
    heightPx: full,
    draw(context) {
      context.translate(HALO_PX, HALO_PX)
      context.scale(sizePx / 24, sizePx / 24)
      const path = new Path2D(AQI_SHAPES[level])
      context.lineJoin = 'round'
      context.strokeStyle = tokens.map.land
      context.lineWidth = (2 * HALO_PX * 24) / sizePx + 2
      context.stroke(path)
      context.fillStyle = AQI_SCALE[level] ?? tokens.neutral.textTertiary
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
      context.fill(path)
      context.strokeStyle = tokens.chart.swatchOutline
      context.lineWidth = 1.5
      context.stroke(path)
    },
  }
}

/** An arrow pointing north. */
function windArrow({ tokens }: SymbolTheme): Sketch {
  return {
    widthPx: WIND_PX,
    heightPx: WIND_PX,
    draw(context) {
      context.strokeStyle = tokens.map.label
      context.lineWidth = 1.4
      context.lineCap = 'round'
      context.lineJoin = 'round'
      const middle = WIND_PX / 2
      context.stroke(new Path2D(`M${middle} ${WIND_PX - 2}V3M${middle - 4} 7L${middle} 3L${middle + 4} 7`))
    },
  }
}

function kindIcon(kind: DeviceKind, { tokens }: SymbolTheme): Sketch {
  return {
    widthPx: KIND_PX,
    heightPx: KIND_PX,
    draw(context) {
      context.scale(KIND_PX / 20, KIND_PX / 20)
      const path = new Path2D(KIND_SHAPES[kind])
      context.lineCap = 'round'
      context.lineJoin = 'round'
      context.strokeStyle = tokens.map.land
      context.lineWidth = 4
      context.stroke(path)
      context.strokeStyle = tokens.neutral.textSecondary
      context.lineWidth = 1.5
      context.stroke(path)
    },
  }
}

interface Writing {
  readonly weight: 400 | 500
  readonly colour: string
  /** Colour of the text outline. */
  readonly halo?: string
}

/** Height of digits and of Chinese characters above the baseline, as a share of the font size. */
const CAP_SHARE = { digits: 0.7, text: 0.78 } as const

function writing(text: string, { weight, colour, halo }: Writing): Sketch {
  const font = `${weight} ${LABEL_PX}px ${FONT_FAMILY}`
  const gauge = document.createElement('canvas').getContext('2d')
  if (gauge) gauge.font = font
  const widthPx = Math.ceil(gauge?.measureText(text).width ?? text.length * LABEL_PX) + 6
  const heightPx = LABEL_PX + 6
  const cap = LABEL_PX * (/^[\d,]+$/.test(text) ? CAP_SHARE.digits : CAP_SHARE.text)
  const baseline = heightPx / 2 + cap / 2
  return {
    widthPx,
    heightPx,
    draw(context) {
      context.font = font
      context.textAlign = 'center'
      context.lineJoin = 'round'
      if (halo) {
        context.strokeStyle = halo
        context.lineWidth = 3
        context.strokeText(text, widthPx / 2, baseline)
      }
      context.fillStyle = colour
      context.fillText(text, widthPx / 2, baseline)
    },
  }
}

/** The sketch of an image name in the style (`lamp:online`, `alarm:2`, `count:105`, `label:北京` …). */
function sketchOf(id: string, theme: SymbolTheme): Sketch | undefined {
  const [kind, ...rest] = id.split(':')
  const value = rest.join(':')
  const { map, neutral } = theme.tokens
  const level = Number(value) as Severity
  if (kind === 'lamp' && isKey(DEVICE_STATUS, value)) return lamp(value, theme)
  if (kind === 'kind' && isKey(DEVICE_KIND, value)) return kindIcon(value, theme)
  if (kind === 'alarm' && isKey(SEVERITY_SHAPES, value)) return glyph(level, 22, theme)
  if (kind === 'badge' && isKey(SEVERITY_SHAPES, value)) return glyph(level, 13, theme)
  if (kind === 'aqi') return aqiMark(Number(value), 16, theme)
  if (kind === 'aqibadge') return aqiMark(Number(value), 11, theme)
  if (kind === 'arrow') return windArrow(theme)
  if (kind === 'count') return writing(value, { weight: 500, colour: map.clusterText })
  if (kind === 'label') return writing(value, { weight: 400, colour: map.label, halo: map.land })
  if (kind === 'name') return writing(value, { weight: 400, colour: neutral.text, halo: map.land })
  return undefined
}

/** Image for a name in the style, drawn at `pixelRatio`; undefined for an unknown name. */
export function symbolImage(id: string, theme: SymbolTheme, pixelRatio: number): ImageData | undefined {
  const sketch = sketchOf(id, theme)
  if (!sketch) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(sketch.widthPx * pixelRatio)
  canvas.height = Math.ceil(sketch.heightPx * pixelRatio)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.scale(pixelRatio, pixelRatio)
  sketch.draw(context)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
