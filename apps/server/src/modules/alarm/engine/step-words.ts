import { lineAt } from '@natim/domain/alarm/baseline'
import { type Comparison, spanText } from '@natim/domain/alarm/comparison'
import { explainStep } from '@natim/domain/alarm/explain'
import type { ChangeStep } from '@natim/domain/alarm/step'
import { joinTexts } from '@natim/domain/alarm/words'
import { QUALITY } from '@natim/domain/quality'
import type { ChannelRule, PendingStep } from './target.ts'

const figureText = (value: number) => String(Number(value.toPrecision(4)))

const CLOCK_NAMES: Readonly<Record<string, string>> = {
  '1h': '小时均值',
  day: '日均值',
  day8h: '8 h 均值',
  'aqi-hour-station': '小时值',
  'aqi-hour-city': '小时值',
  'aqi-day-station': '日值',
  'aqi-day-city': '日值',
}

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

const nameOf = ({ channel }: ChannelRule) => channel.alias ?? channel.metricName

/** Empty for an index, which has no unit. */
const unitOf = ({ channel }: ChannelRule, { about }: Comparison) => (about === undefined ? channel.unit : '')

function limitText(comparison: Comparison, unit: string): string {
  const { text, op, value, figure } = comparison
  if (text !== undefined) return text
  const per = figure.kind === 'rate' ? '/min' : ''
  return `${op.replace('>=', '≥').replace('<=', '≤')} ${figureText(value)} ${unit}${per}`.trim()
}

/** `氯气 60 min 均值超 AEGL-2`, `PM2.5 ≥ 250 µg/m³` */
function titleOf(target: ChannelRule, comparison: Comparison): string {
  const unit = unitOf(target, comparison)
  const name = [comparison.about ?? nameOf(target), figureName(comparison)].filter(Boolean).join(' ')
  if (comparison.also) return `${name} ${limitText(comparison, unit)}（组合条件）`
  if (comparison.text === undefined) return `${name} ${limitText(comparison, unit)}`
  // The averaging period is shown before it already.
  const published = comparison.text.replace(/（.*）$/, '')
  return joinTexts([name, comparison.op.startsWith('>') ? '超' : '低于', published])
}

/** An evaluator step with all its texts. @param quality of the sample that caused it */
export function toPending(target: ChannelRule, step: ChangeStep, quality: number): PendingStep {
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
    limitText: limitText(comparison, unitOf(target, comparison)),
    title: titleOf(target, comparison),
    text: explainStep(step, {
      metricName: nameOf(target),
      unit: target.channel.unit,
      precision: target.channel.precision,
    }),
    sinceMs: step.sinceMs,
    samples: step.n,
    avgS: figure.kind === 'mean' ? figure.avgS : 0,
    forS: comparison.forS,
    limitSet: comparison.setLabel ?? null,
    ...(comparison.line && { usual: lineAt(comparison.line, step.tsMs, 0) }),
    ...(comparison.about !== undefined && { isOfPlace: true }),
    isDoubtful: (quality & (QUALITY.outOfRange | QUALITY.jump)) !== 0,
  }
}

/** Removes the floating-point noise of sums. */
const round = (value: number) => Number(value.toPrecision(6))
