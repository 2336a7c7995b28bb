import type { BreathDetail } from '@natim/contract/mon/breath'
import { netOf } from '@natim/domain/breath'
import {
  BREATH_PANEL,
  type BandReading,
  bandOf,
  CONFOUNDER,
  readAgainstBand,
  type ReferenceBand,
} from '@natim/domain/breath-bands'
import { FENO_WORDS, readFeno } from '@natim/domain/feno'
import { formatNumber } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'

export interface MarkProps {
  /** Metric that is pointed at, in any of the three drawings. */
  readonly marked: string | undefined
  readonly onMark: (code: string | undefined) => void
}

export interface PanelRow {
  readonly code: string
  readonly name: string
  readonly measured: number
  readonly ambient: number | null
  readonly net: number
  readonly decimals: number
  readonly band: ReferenceBand | undefined
  readonly reading: BandReading | undefined
  /** 模型 or 环境干扰 */
  readonly role: string | undefined
}

/** Its role stands beside it: 柠檬烯, without what the catalogue adds in brackets. */
const nameOf = (code: string) => (metricByCode(code)?.nameCn ?? code).replace(/（.*）$/, '')

/** `0.4–4.8`: as many decimals as the smaller edge asks for. */
export const bandText = ({ low, high }: ReferenceBand): string => {
  const decimals = high >= 100 ? 0 : 1
  return `${formatNumber(low, decimals)}–${formatNumber(high, decimals)}`
}

/** The panel in the order of the radar: what the test has of it. */
export function panelRows({ values, model, test }: BreathDetail): readonly PanelRow[] {
  const byCode = new Map(values.map((value) => [value.metricCode, value]))
  const variables = new Set(model?.variables)
  return BREATH_PANEL.flatMap((code) => {
    const value = byCode.get(code)
    if (value === undefined) return []
    const net = netOf(value.value, value.ambient)
    const band = bandOf(code, test.ageBand)
    const largest = band?.high ?? value.value
    return [
      {
        code,
        name: nameOf(code),
        measured: value.value,
        ambient: value.ambient,
        net,
        decimals: largest >= 300 ? 0 : 1,
        band,
        reading: readAgainstBand(net, band),
        role: variables.has(code) ? '模型' : code === CONFOUNDER ? '环境干扰' : undefined,
      },
    ]
  })
}

/** `带内`, `高 1.47 倍`, `偏低`. */
export function readingText(reading: BandReading | undefined): string {
  if (reading === undefined) return '无参考带'
  if (reading.side === 'in') return '带内'
  return reading.side === 'high' ? `高 ${reading.ratio.toFixed(2)} 倍` : '低于带'
}

/** FeNO in words, where it was measured: a missing age is read as adult, and said. */
export function fenoText({ values, test }: BreathDetail): string | undefined {
  const value = values.find(({ metricCode }) => metricCode === 'feno')
  if (value === undefined) return undefined
  const { band, isAgeAssumed } = readFeno(value.value, test.ageBand)
  return `FeNO ${value.value} ppb · ${FENO_WORDS[band]}（ATS 2011${isAgeAssumed ? '，年龄未知，按成人判读' : ''}）`
}
