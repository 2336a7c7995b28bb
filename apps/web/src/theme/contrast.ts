/** Red, green and blue, 0–255 each. */
export type Rgb = readonly [number, number, number]

/** Channels of `#RRGGBB`; throws RangeError for any other text. */
export function parseHex(colour: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  if (!match) throw new RangeError(`Not a #RRGGBB colour: ${colour}`)
  const [red, green, blue] = match.slice(1).map((part) => Number.parseInt(part, 16)) as [number, number, number]
  return [red, green, blue]
}

const toHex = ([red, green, blue]: Rgb): string =>
  `#${[red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** Mixes a `share` (0–1) of `over` onto `base`, both `#RRGGBB`. */
export function mix(base: string, over: string, share: number): string {
  const below = parseHex(base)
  const above = parseHex(over)
  const blend = (index: 0 | 1 | 2) => below[index] + (above[index] - below[index]) * share
  return toHex([blend(0), blend(1), blend(2)])
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance 0–1. Source: WCAG 2.2, definition of relative luminance. */
function luminance(colour: string): number {
  const [red, green, blue] = parseHex(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast ratio 1–21, the same in both directions. Source: WCAG 2.2 success criterion 1.4.3. */
export function contrastRatio(one: string, other: string): number {
  const lights = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (lights[0] + 0.05) / (lights[1] + 0.05)
}
