import { type Comparison, spanText } from '@natim/domain/alarm/comparison'
import type { ChangeStep } from '@natim/domain/alarm/step'
import { metricByCode } from '@natim/domain/metrics'
import { QUALITY } from '@natim/domain/quality'
import { gmt8Fields } from '@natim/domain/time'
import type { ChannelTarget, PendingStep } from './target.ts'

const pad = (value: number) => String(value).padStart(2, '0')

/** `10:31:04` */
export function clockText(ms: number): string {
  const { hour, minute, second } = gmt8Fields(ms)
  return `${pad(hour)}:${pad(minute)}:${pad(second)}`
}

const figureText = (value: number) => String(Number(value.toPrecision(4)))

const CLOCK_NAMES: Readonly<Record<string, string>> = { '1h': '小时均值', day: '日均值', day8h: '8 h 均值' }

/** `60 min 均值`; empty for a single reading. */
function figureName({ figure }: Comparison): string {
  switch (figure.kind) {
    case 'mean':
      return `${spanText(figure.avgS)} 均值`
    case 'clock':
      return CLOCK_NAMES[figure.avgPeriod] ?? ''
    case 'rate':
      return `${spanText(figure.overS)} 变化`
    default:
      return ''
  }
}

const OPERATOR_WORDS = { '>': '超过', '>=': '达到', '<': '低于', '<=': '降至' } as const

function limitText(comparison: Comparison, unit: string): string {
  const { text, op, value, figure } = comparison
  if (text !== undefined) return text
  const per = figure.kind === 'rate' ? '/min' : ''
  return `${op.replace('>=', '≥').replace('<=', '≤')} ${figureText(value)} ${unit}${per}`
}

/** `氯气 60 min 均值超 AEGL-2`, `PM2.5 ≥ 250 µg/m³` */
function titleOf(target: ChannelTarget, comparison: Comparison): string {
  const { metricName, alias, unit } = target.channel
  const name = [alias ?? metricName, figureName(comparison)].filter(Boolean).join(' ')
  if (comparison.text === undefined) return `${name} ${limitText(comparison, unit)}`
  // The averaging stands before it already.
  const published = comparison.text.replace(/（.*）$/, '')
  return `${name}${comparison.op.startsWith('>') ? '超' : '低于'} ${published}`
}

/** Why a channel is alarmed: what was judged, against what, since when, and the sample that decided. */
function explain(target: ChannelTarget, step: ChangeStep): string {
  const { unit } = target.channel
  const { comparison, sinceMs, tsMs, figure, n } = step
  const what = figureName(comparison) || '读数'
  const limit = `${comparison.text === undefined ? '' : `${comparison.text} `}${figureText(comparison.value)} ${unit}`
  const held = comparison.forS > 0 ? `，持续满 ${spanText(comparison.forS)}` : ''
  const times = comparison.m > 1 ? `，最近 ${comparison.m} 个有效样本中有 ${comparison.n} 个` : ''
  const window = comparison.figure.kind === 'mean' ? `（窗口内 ${n} 个有效样本）` : ''
  const range = isOverRange(target, figure) ? '读数已到量程上限，按量程上限计。' : ''
  return `${what}自 ${clockText(sinceMs)} 起${OPERATOR_WORDS[comparison.op]} ${limit}${times}${held}，在 ${clockText(tsMs)} 的样本触发：${figureText(figure)} ${unit}${window}。${range}`
}

const isOverRange = ({ channel: { rangeHi } }: ChannelTarget, figure: number) => rangeHi !== null && figure >= rangeHi

/** A step of the evaluator with all that is written of it. @param quality of the sample that caused it */
export function toPending(target: ChannelTarget, step: ChangeStep, quality: number): PendingStep {
  const { comparison } = step
  const { figure } = comparison
  return {
    target,
    kind: step.kind,
    tsMs: step.tsMs,
    severity: step.severity,
    branch: step.branch,
    figure: round(step.figure),
    limitValue: round(step.value),
    op: comparison.op,
    limitText: limitText(comparison, target.channel.unit),
    title: titleOf(target, comparison),
    text: explain(target, step),
    sinceMs: step.sinceMs,
    samples: step.n,
    avgS: figure.kind === 'mean' ? figure.avgS : 0,
    forS: comparison.forS,
    limitSet: comparison.setLabel ?? null,
    isDoubtful: (quality & (QUALITY.outOfRange | QUALITY.jump)) !== 0,
  }
}

/** Sums leave digits behind that nobody measured. */
const round = (value: number) => Number(value.toPrecision(6))

export const metricTitle = (code: string) => metricByCode(code)?.nameCn ?? code
