import { formatLimit } from '../format.ts'
import type { Severity } from '../limit.ts'

/** 特别重大 … 提示. */
export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  1: '特别重大',
  2: '重大',
  3: '较大',
  4: '一般',
  5: '提示',
}

/** What the limit of an averaging period is compared with. */
export const PERIOD_TEXTS: Readonly<Record<string, string>> = {
  instant: '单个读数',
  '10min': '10 min 滑动均值',
  '15min': '15 min 滑动均值',
  '30min': '30 min 滑动均值',
  '60min': '60 min 滑动均值',
  '4h': '4 h 滑动均值',
  '8h': '8 h 滑动均值',
  '1h': '小时均值',
  day: '日均值',
  day8h: '日最大 8 h 均值',
}

/** A figure entered by people, with its unit: `2 ppm`; the unit `1` is not printed. */
export const quantity = (value: number, unit: string): string =>
  unit === '' || unit === '1' ? formatLimit(value) : `${formatLimit(value)} ${unit}`

/** Space between a Chinese character and a figure or Latin word. */
export function spaceBetween(before: string, after: string): '' | ' ' {
  const isHan = (text: string) => /\p{Script=Han}/u.test(text)
  const left = before.slice(-1)
  const right = after.slice(0, 1)
  const isPlain = /[\p{Script=Han}\p{L}\p{N}%°#-]/u
  return isPlain.test(left) && isPlain.test(right) && isHan(left) !== isHan(right) ? ' ' : ''
}

/** Concatenates texts with spacing. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.reduce((line, text) => `${line}${spaceBetween(line, text)}${text}`, '')
