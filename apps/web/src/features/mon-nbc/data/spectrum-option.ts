import type { NbcSpectra, NbcSpectrum } from '@natim/contract/mon/nbc'
import { formatNumber } from '@natim/domain/format'
import {
  baseAxisStyle,
  baseOption,
  type ChartOption,
  captionStyle,
  tooltipStyle,
  valueAxisStyle,
} from '@/widgets/chart/chart-option.ts'
import type { DrawingTheme } from '@/widgets/chart/plot-marks.ts'

const MIN_LOG = 1
const SIDES = { left: 46, right: 16, top: 40, bottom: 28 }
const MAX_KEV = 1_700

const energyOf = ({ calibration: [c0, c1, c2] }: NbcSpectrum, channel: number) => c0 + c1 * channel + c2 * channel ** 2

/** Energy and counts; zeros are left out on a logarithmic axis. */
export function spectrumPoints(spectrum: NbcSpectrum, isLog: boolean): [keV: number, counts: number | null][] {
  return spectrum.counts.map((count, channel) => [
    Math.round(energyOf(spectrum, channel) * 10) / 10,
    isLog && count < MIN_LOG ? null : count,
  ])
}

/** The reference spectrum scaled to the same live time, so that heights are comparable. */
export const scaledTo = (reference: NbcSpectrum, liveS: number): NbcSpectrum => ({
  ...reference,
  counts: reference.counts.map((count) => Math.round((count * liveS) / reference.liveS)),
  liveS,
})

const curve = (name: string, points: [number, number | null][], color: string, z: number) => ({
  type: 'line' as const,
  name,
  data: points,
  showSymbol: false,
  connectNulls: true,
  lineStyle: { width: z === 3 ? 1.6 : 1, color },
  itemStyle: { color },
  z,
})

/**
 * γ 能谱: the current spectrum over a fair-weather reference; guides of absent lines dashed, of natural ones solid,
 * found peaks labelled.
 */
export function spectrumOption(
  { spectrum, reference, lines, peaks }: NbcSpectra,
  isLog: boolean,
  theme: DrawingTheme,
): ChartOption {
  const { tokens } = theme
  const [main] = tokens.chart.series
  const fair = spectrum && reference ? scaledTo(reference, spectrum.liveS) : undefined
  return {
    ...baseOption(tokens),
    grid: { ...SIDES, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: 0,
      max: MAX_KEV,
      ...baseAxisStyle(tokens),
      axisLabel: {
        ...captionStyle(tokens),
        formatter: (keV: number) => (keV === MAX_KEV ? `${keV} keV` : String(keV)),
      },
      axisPointer: {
        show: true,
        snap: false,
        label: { show: false },
        lineStyle: { color: tokens.neutral.textTertiary },
      },
    },
    yAxis: { type: isLog ? 'log' : 'value', ...(isLog && { min: MIN_LOG }), ...valueAxisStyle(tokens) },
    tooltip: {
      ...tooltipStyle(tokens),
      trigger: 'axis',
      formatter: (given) => crosshairText([given].flat() as readonly Hit[]),
    },
    series: [
      ...(fair ? [curve('晴天参考', spectrumPoints(fair, isLog), tokens.neutral.textTertiary, 2)] : []),
      {
        ...curve('本次', spectrum ? spectrumPoints(spectrum, isLog) : [], main, 3),
        markLine: guides(lines, theme),
      },
      peakNames({ spectrum, lines, peaks }, main),
    ],
  }
}

/** Guides are dashed for absent nuclides, solid for present ones. */
const guides = (lines: NbcSpectra['lines'], { tokens }: DrawingTheme) => ({
  silent: true,
  symbol: 'none',
  animation: false,
  label: { ...captionStyle(tokens), position: 'end' as const, formatter: '{b}', distance: 4 },
  data: lines.map(({ nuclide, keV, verdict }) => ({
    name: `${nuclide}\n${keV}`,
    xAxis: keV,
    lineStyle: {
      color: verdict === 'found' ? tokens.severity[2].solid : tokens.neutral.textTertiary,
      width: verdict === 'absent' ? 1 : 1.6,
      type: verdict === 'absent' ? [4, 3] : ('solid' as const),
    },
  })),
})

/** Names of found peaks, except those that a guide already names. */
const peakNames = ({ spectrum, lines, peaks }: Pick<NbcSpectra, 'spectrum' | 'lines' | 'peaks'>, main: string) => ({
  type: 'scatter' as const,
  name: '峰',
  silent: true,
  symbolSize: 1,
  data: peaks
    .filter(({ line }) => line !== null && !lines.some(({ keV }) => keV === line.keV))
    .map(({ keV, line }) => ({
      value: [keV, heightAt(spectrum, keV)],
      label: {
        show: true,
        position: 'top' as const,
        color: main,
        fontSize: 11,
        formatter: `${line?.nuclide} ${line?.keV}`,
      },
    })),
  itemStyle: { color: main },
  z: 4,
})

/** Counts at an energy. */
function heightAt(spectrum: NbcSpectrum | null, keV: number): number {
  if (spectrum === null) return MIN_LOG
  const channel = spectrum.counts.findIndex((_, index) => energyOf(spectrum, index) >= keV)
  return Math.max(MIN_LOG, spectrum.counts[channel] ?? MIN_LOG)
}

interface Hit {
  readonly seriesName?: string
  readonly value?: readonly [number, number | null]
}

function crosshairText(hits: readonly Hit[]) {
  const box = document.createElement('div')
  for (const [index, { seriesName = '', value }] of hits.entries()) {
    if (value === undefined) continue
    if (index === 0) {
      const energy = document.createElement('div')
      energy.textContent = `${formatNumber(value[0], 0)} keV`
      box.append(energy)
    }
    const line = document.createElement('div')
    line.textContent = `${seriesName} ${formatNumber(value[1] ?? 0)}`
    box.append(line)
  }
  return box
}
