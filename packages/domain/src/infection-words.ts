import { FEVER_C, type Share, SIGNAL_MIN_CASES } from './infection.ts'

/** Daily indicators of a city. */
export const INFECTION_INDICATORS = { fever: '发热', breath: '呼气疑似阳性' } as const
export type InfectionIndicator = keyof typeof INFECTION_INDICATORS

export interface NamedSignal {
  readonly cityName: string
  readonly indicator: InfectionIndicator
  /** Persons or tests of the day; null if the count is withheld. */
  readonly n: number | null
  /** The smallest count that triggers a signal. */
  readonly need: number
}

/** The rule behind every signal, as printed on pages and in files. */
export const SIGNAL_RULE = `信号：当日 ≥ ${SIGNAL_MIN_CASES} 例，且高于 t−9…t−3 日均值 + 3 倍标准差`
export const FEVER_RULE = `发热：核心体温 ≥ ${FEVER_C} ℃ 持续 2 小时的佩戴者 / 当日佩戴者`
export const BREATH_RULE = '呼气阳性率：疑似阳性（需确证）检测 / 有效检测'

const NAMED = 3

const percent = (share: number) => (share * 100).toFixed(1)

/** `3.8 %（9 / 238，95 % 区间 2.0–7.0 %）`; undefined if withheld. */
export const shareText = ({ n, of, share, low, high }: Share): string | undefined =>
  share === null || low === null || high === null
    ? undefined
    : `${percent(share)} %（${n} / ${of}，95 % 区间 ${percent(low)}–${percent(high)} %）`

/**
 * The finding of a day in one sentence, by the rules above only.
 *
 * @param signals the strongest first
 * @param fever null if withheld
 */
export function situationSentence(
  signals: readonly NamedSignal[],
  { fever, breath }: { readonly fever: Share | null; readonly breath: Share | null },
): string {
  const shares = [
    `发热占比 ${(fever && shareText(fever)) ?? '人数不足，不显示'}`,
    `呼气阳性率 ${(breath && shareText(breath)) ?? '人数不足，不显示'}`,
  ].join('，')
  return `${signalsText(signals)}；${shares}。`
}

function signalsText(signals: readonly NamedSignal[]): string {
  if (signals.length === 0) return '当日没有城市达到信号阈值'
  const cities = new Set(signals.map(({ cityName }) => cityName)).size
  const named = signals.slice(0, NAMED).map(({ cityName, indicator, n, need }) => {
    const count = n === null ? '' : ` ${n} 例`
    return `${cityName}（${INFECTION_INDICATORS[indicator]}${count}，阈值 ${need}）`
  })
  const rest = signals.length > NAMED ? ' 等' : ''
  return `${cities} 个城市出现信号：${named.join('、')}${rest}`
}
