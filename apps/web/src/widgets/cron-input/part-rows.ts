import {
  type CronBounds,
  type CronPart,
  defaultsOf,
  NTH,
  PART_SPECS,
  type PartMode,
  type PartValue,
} from '@natim/domain/cron/parts'

/** An input field in the sentence of a mode. */
export interface Figure {
  readonly key: 'from' | 'to' | 'start' | 'step' | 'day' | 'weekday' | 'nth'
  readonly label: string
  readonly bounds: CronBounds
  readonly isWeekday: boolean
}
type Segment = string | Figure

/** One mode of a part: a sentence with fields. */
export interface PartRow {
  readonly mode: PartMode
  readonly segments: readonly Segment[]
}

const UNIT: Readonly<Record<CronPart, readonly [point: string, span: string]>> = {
  second: ['秒', '秒'],
  minute: ['分', '分钟'],
  hour: ['时', '小时'],
  day: ['日', '天'],
  month: ['月', '个月'],
  week: ['', '天'],
  year: ['年', '年'],
}

/** The modes of a part for its current value; the bounds keep a range from being reversed. */
export function rowsOf(part: CronPart, value: PartValue): readonly PartRow[] {
  const spec = PART_SPECS[part]
  const [point, span] = UNIT[part]
  const isWeek = part === 'week'
  const figure = (key: Figure['key'], label: string, bounds: CronBounds, isWeekday = false): Figure => ({
    key,
    label: `${spec.label}：${label}`,
    bounds,
    isWeekday,
  })
  const { from, to } = value.mode === 'range' && !spec.canWrap ? value : { from: spec.range.min, to: spec.range.max }
  // A range ends in year 1 or later (VA-66).
  const earliestEnd = part === 'year' ? Math.max(from, 1) : from
  const sentences: Readonly<Record<PartMode, readonly Segment[]>> = {
    every: [`每${span}`],
    unset: ['不设置'],
    range: [
      '从',
      figure('from', '区间起点', { min: spec.range.min, max: to }, isWeek),
      '到',
      figure('to', '区间终点', { min: earliestEnd, max: spec.range.max }, isWeek),
      point,
    ],
    loop: [
      '从',
      figure('start', '循环起点', spec.start, isWeek),
      `${point}开始，每`,
      figure('step', '循环间隔', spec.step),
      `${span}一次`,
    ],
    work: ['离每月', figure('day', '工作日', spec.values), '日最近的工作日'],
    last: ['每月最后一天'],
    lastWork: ['每月最后一个工作日'],
    nth: ['每月第', figure('nth', '第几个', NTH), '个', figure('weekday', '第几个星期几', spec.values, true)],
    lastWeekday: ['每月最后一个', figure('weekday', '最后一个星期几', spec.values, true)],
    specify: ['指定'],
  }
  const modes: readonly PartMode[] = ['every', ...spec.special, 'range', 'loop']
  // Modes without fields share the first line.
  const ordered = modes.toSorted((a, b) => sentences[a].length - sentences[b].length)
  return [...ordered, 'specify' as const].map((mode) => ({ mode, segments: sentences[mode] }))
}

/** Initial value of a mode; `year` is the current one (WG-116). */
export function beginOf(part: CronPart, mode: PartMode, year: number): PartValue {
  const { range, loop } = defaultsOf(part, year)
  switch (mode) {
    case 'range':
      return { mode, from: range[0], to: range[1] }
    case 'loop':
      return { mode, start: loop[0], step: loop[1] }
    case 'work':
      return { mode, day: 1 }
    case 'nth':
      return { mode, weekday: 2, nth: 1 }
    case 'lastWeekday':
      return { mode, weekday: 2 }
    case 'specify':
      return { mode, values: [] }
    default:
      return { mode }
  }
}

export function figureOf(value: PartValue, key: Figure['key']): number {
  const figures: Readonly<Partial<Record<string, unknown>>> = { ...value }
  return Number(figures[key] ?? 0)
}

export function withFigure(value: PartValue, key: Figure['key'], figure: number): PartValue {
  return { ...value, [key]: figure }
}
