import type { ThemeTokens } from '@/theme/token-types.ts'

/** Colours of classes, lowest first, spread over the sequential ramp without its lightest step. */
export function classColours(count: number, { chart }: ThemeTokens): string[] {
  const ramp = chart.sequential.slice(1)
  return Array.from({ length: count }, (_, i) => {
    const at = count === 1 ? 0 : Math.round((i * (ramp.length - 1)) / (count - 1))
    return ramp[at] ?? chart.series[0]
  })
}
