import type { BreathDetail } from '@natim/contract/mon/breath'
import { netOf } from '@natim/domain/breath'
import {
  type BandReading,
  BREATH_PANEL,
  bandOf,
  CONFOUNDER,
  type ReferenceBand,
  readAgainstBand,
} from '@natim/domain/breath-bands'
import { FENO_WORDS, readFeno } from '@natim/domain/feno'
import { formatNumber } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'

export interface MarkProps {
  /** Metric under the pointer in any of the three drawings. */
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

/** Chinese name without the catalogue's suffix in brackets (柠檬烯): the role is shown beside it. */
const nameOf = (code: string) => (metricByCode(code)?.nameCn ?? code).replace(/（.*）$/, '')

/** `0.4–4.8`: one decimal below an upper edge of 100, none from there on. */
export const bandText = ({ low, high }: ReferenceBand): string => {
  const decimals = high >= 100 ? 0 : 1
  return `${formatNumber(low, decimals)}–${formatNumber(high, decimals)}`
}

/** The panel's metrics in the order of the radar, with the values of the test. */
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

/** FeNO in words, if measured: a missing age is treated as adult, and the text says so. */
export function fenoText({ values, test }: BreathDetail): string | undefined {
  const value = values.find(({ metricCode }) => metricCode === 'feno')
  if (value === undefined) return undefined
  const { band, isAgeAssumed } = readFeno(value.value, test.ageBand)
  return `FeNO ${value.value} ppb · ${FENO_WORDS[band]}（ATS 2011${isAgeAssumed ? '，年龄未知，按成人判读' : ''}）`
}
