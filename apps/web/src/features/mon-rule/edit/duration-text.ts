const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  秒: 1,
  min: 60,
  m: 60,
  分: 60,
  分钟: 60,
  h: 3_600,
  小时: 3_600,
  d: 86_400,
  天: 86_400,
}

export type DurationUnit = 's' | 'min' | 'h'

/** The unit in which a duration is a whole number: 90 s, 10 min, 2 h. */
export function unitOf(seconds: number): DurationUnit {
  if (seconds >= 7_200 && seconds % 3_600 === 0) return 'h'
  return seconds % 60 === 0 ? 'min' : 's'
}

export const inUnit = (seconds: number, unit: DurationUnit): number => seconds / (SECONDS[unit] ?? 1)

/** Seconds of `10`, `90 s`, `2小时`; a bare number is in `unit`. Undefined if it is not a duration. */
export function secondsOf(text: string, unit: DurationUnit): number | undefined {
  const [, figure, said] = /^\s*(\d+(?:\.\d+)?)\s*([a-z\u4e00-\u9fff]*)\s*$/i.exec(text) ?? []
  const factor = SECONDS[said === undefined || said === '' ? unit : said.toLowerCase()]
  return figure === undefined || factor === undefined ? undefined : Math.round(Number(figure) * factor)
}
