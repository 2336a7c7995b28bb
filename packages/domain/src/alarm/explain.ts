import { formatClock, formatValue } from '../format.ts'
import { type Also, type ComparisonFigure, spanText } from './comparison.ts'
import { isUpward } from './hysteresis.ts'
import type { Operator } from './rule.ts'
import type { ChangeStep } from './step.ts'
import { joinTexts, PERIOD_TEXTS, quantity, SEVERITY_NAMES } from './words.ts'

/** How a channel is named and printed. */
export interface ExplainContext {
  readonly metricName: string
  readonly unit: string
  /** Decimals. */
  readonly precision: number
  /** Precedes the metric where the metric name alone does not identify the channel. */
  readonly channelName?: string
}

const DURING: Readonly<Record<Operator, string>> = { '>': '高于', '>=': '不低于', '<': '低于', '<=': '不高于' }

/** 为什么报警: one paragraph derived from a step alone, stored with the alarm. Times are GMT+8. */
export function explainStep(step: ChangeStep, context: ExplainContext): string {
  const { comparison, figure, n } = step
  const about = comparison.figure
  const unit = comparison.about === undefined ? (about.kind === 'rate' ? `${context.unit}/min` : context.unit) : ''
  const samples = about.kind === 'mean' ? `，窗口内 ${n} 个样本` : ''
  const who =
    comparison.about ?? [context.channelName ?? '', context.metricName].filter((name) => name !== '').join(' ')
  return [
    joinTexts([who, figureText(about), ...reasonTexts(step, unit, context.unit), '，', ...outcomeTexts(step)]),
    `（${formatValue(figure, unit, comparison.about === undefined ? context.precision : 0)}${samples}）。`,
    step.isLate ? '判定由一个晚到的样本引起。' : '',
    comparison.setLabel !== undefined && step.kind !== 'clear' ? `限值依据：${comparison.setLabel}。` : '',
  ].join('')
}

function reasonTexts({ kind, comparison, sinceMs, value }: ChangeStep, unit: string, metricUnit: string): string[] {
  const { op, clearOp, clearValue, line, text, forS, clearForS } = comparison
  const held = (seconds: number) => (seconds > 0 ? [`，持续满 ${spanText(seconds)}`] : [])
  const since = ['自', formatClock(sinceMs), '起']
  switch (kind) {
    case 'down':
      if (comparison.also) return ['的各项条件不再同时成立']
      return [
        '尚未回到',
        line ? '基线附近' : quantity(clearValue, unit),
        ...(line ? [] : [isUpward(op) ? '以下' : '以上']),
      ]
    case 'clear':
      if (comparison.also) return [...since, '各项条件不再同时成立', ...held(clearForS)]
      return [
        ...since,
        ...(line ? ['回到基线附近'] : [DURING[clearOp], quantity(clearValue, unit)]),
        ...held(clearForS),
      ]
    default:
      return [
        ...since,
        DURING[op],
        ...(text === undefined ? [] : [text]),
        quantity(value, unit),
        ...held(forS),
        ...(comparison.also ?? []).flatMap((also) => besidesTexts(also, metricUnit)),
      ]
  }
}

/** State of each further condition: `，且 5 min 变化率高于 2 ppm/min`. */
function besidesTexts({ not, comparisons: [first] }: Also, metricUnit: string): string[] {
  if (!first) return []
  const { figure, op, value, line, text } = first
  const unit = figure.kind === 'rate' ? `${metricUnit}/min` : metricUnit
  const against = text === undefined ? [] : [text]
  return [
    not ? '，且没有' : '，且',
    figureText(figure),
    DURING[op],
    ...against,
    ...(line ? [] : [quantity(value, unit)]),
  ]
}

function outcomeTexts({ kind, comparison, tsMs, severity }: ChangeStep): string[] {
  const isClock = comparison.figure.kind === 'clock'
  const what = comparison.about === undefined ? '的均值' : '的指数'
  const moment = isClock ? ['按截至', formatClock(tsMs), what] : ['在', formatClock(tsMs), '的样本']
  switch (kind) {
    case 'raise':
      return [...moment, '触发']
    case 'clear':
      return [...moment, '恢复']
    default:
      return [...moment, `${kind === 'up' ? '升级' : '降级'}为${SEVERITY_NAMES[severity]}`]
  }
}

function figureText(figure: ComparisonFigure): string {
  switch (figure.kind) {
    case 'mean':
      return `${spanText(figure.avgS)} 滑动均值`
    case 'rate':
      return `${spanText(figure.overS)} 变化率`
    case 'clock':
      return PERIOD_TEXTS[figure.avgPeriod] ?? figure.avgPeriod
    default:
      return '读数'
  }
}
