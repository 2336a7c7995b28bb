import { FONT_FAMILY } from '@/theme/metrics.ts'
import type { ThemeTokens } from '@/theme/token-types.ts'
import { whenStill } from '@/widgets/chart/plot-shift.ts'

const PADDING_PX = 16
const TITLE_LINE_PX = 22

/**
 * The charts inside an element as one PNG, headed by lines of text: content, range, creation time. Undefined while
 * nothing is drawn.
 */
export async function chartPicture(
  element: HTMLElement,
  lines: readonly string[],
  { neutral }: ThemeTokens,
): Promise<Blob | undefined> {
  // The canvas of a moved picture holds what it was drawn for.
  await whenStill(element)
  const canvases = [...element.querySelectorAll('canvas')].filter(({ width, height }) => width > 0 && height > 0)
  const [first] = canvases
  if (first === undefined) return undefined
  const scale = first.width / first.clientWidth
  const width = Math.max(...canvases.map((canvas) => canvas.width)) + 2 * PADDING_PX * scale
  const head = (lines.length * TITLE_LINE_PX + 2 * PADDING_PX) * scale
  // A chart may have several stacked canvases.
  const charts = [...new Set(canvases.map(({ parentElement }) => parentElement))].map((parent) =>
    canvases.filter(({ parentElement }) => parentElement === parent),
  )
  const height = head + charts.map(heightOf).reduce((total, own) => total + own, 0) + PADDING_PX * scale
  const picture = Object.assign(document.createElement('canvas'), { width, height })
  const context = picture.getContext('2d')
  if (context === null) return undefined
  context.fillStyle = neutral.card
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'top'
  for (const [index, line] of lines.entries()) {
    context.fillStyle = index === 0 ? neutral.text : neutral.textSecondary
    context.font = `${index === 0 ? 600 : 400} ${(index === 0 ? 14 : 12) * scale}px ${FONT_FAMILY}`
    context.fillText(line, PADDING_PX * scale, (PADDING_PX + index * TITLE_LINE_PX) * scale)
  }
  let top = head
  for (const layers of charts) {
    for (const layer of layers) context.drawImage(layer, PADDING_PX * scale, top)
    top += heightOf(layers)
  }
  return new Promise((resolve) => picture.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}

const heightOf = (layers: readonly HTMLCanvasElement[]) => Math.max(...layers.map(({ height }) => height))
