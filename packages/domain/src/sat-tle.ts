import { DAY_MS } from './time.ts'

/** Older orbit data may be minutes off. */
export const TLE_STALE_DAYS = 14

export interface Tle {
  readonly noradId: number
  readonly epochMs: number
  readonly inclinationDeg: number
  /** Revolutions per day. */
  readonly meanMotion: number
}

const LINE_LENGTH = 69

/** Sum of the digits, a minus counts one, everything else zero; modulo 10 (the format's own rule). */
export const tleChecksum = (line: string): number =>
  Array.from(line.slice(0, LINE_LENGTH - 1)).reduce(
    (sum, c) => sum + (c >= '0' && c <= '9' ? Number(c) : c === '-' ? 1 : 0),
    0,
  ) % 10

/** What is wrong with two lines, as a sentence for the user; undefined if valid. */
export function findTleFault(line1: string, line2: string): string | undefined {
  for (const [index, line] of [line1, line2].entries()) {
    const name = `第 ${index + 1} 行`
    if (line.length !== LINE_LENGTH) return `${name}须为 ${LINE_LENGTH} 个字符，现为 ${line.length} 个`
    if (!line.startsWith(`${index + 1} `)) return `${name}须以“${index + 1} ”开头`
    if (String(tleChecksum(line)) !== line.at(-1)) return `${name}校验和不正确，应为 ${tleChecksum(line)}`
  }
  if (line1.slice(2, 7) !== line2.slice(2, 7)) return '两行的卫星编号不一致'
  const tle = read(line1, line2)
  const values = [tle.noradId, tle.epochMs, tle.inclinationDeg, tle.meanMotion]
  if (!values.every(Number.isFinite)) return '轨道根数中有不是数字的字段'
  if (tle.meanMotion <= 0 || tle.meanMotion > 18) return '平均运动须在 0 到 18 圈/天之间'
  return undefined
}

function read(line1: string, line2: string): Tle {
  const yy = Number(line1.slice(18, 20))
  const day = Number(line1.slice(20, 32))
  return {
    noradId: Number(line1.slice(2, 7)),
    // Two digits: 57 and later belong to the previous century (the format's own rule).
    epochMs: Math.round(Date.UTC(yy >= 57 ? 1900 + yy : 2000 + yy, 0, 1) + (day - 1) * DAY_MS),
    inclinationDeg: Number(line2.slice(8, 16)),
    meanMotion: Number(line2.slice(52, 63)),
  }
}

/** @throws Error for lines with a fault */
export function parseTle(line1: string, line2: string): Tle {
  const fault = findTleFault(line1, line2)
  if (fault) throw new Error(fault)
  return read(line1, line2)
}

/** Whole days since the epoch; 0 for a future epoch. */
export const tleAgeDays = (epochMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - epochMs) / DAY_MS))

/** 轨道根数 16 天前，时间可能偏差; undefined while the data are fresh. */
export function tleWarning(epochMs: number, nowMs: number): string | undefined {
  const days = tleAgeDays(epochMs, nowMs)
  return days > TLE_STALE_DAYS ? `轨道根数 ${days} 天前，时间可能偏差` : undefined
}

export interface CircularOrbit {
  readonly noradId: number
  readonly epochMs: number
  readonly inclinationDeg: number
  readonly raanDeg: number
  readonly anomalyDeg: number
  readonly meanMotion: number
}

const fixed = (value: number, digits: number, width: number) => value.toFixed(digits).padStart(width, ' ')

/** Two lines of a synthetic orbit for demos and tests; nearly circular, without drag. */
export function writeTle(orbit: CircularOrbit): [string, string] {
  const at = new Date(orbit.epochMs)
  const year = at.getUTCFullYear()
  const day = 1 + (orbit.epochMs - Date.UTC(year, 0, 1)) / DAY_MS
  const id = String(orbit.noradId).padStart(5, '0')
  const yy = String(year % 100).padStart(2, '0')
  const epoch = `${yy}${day.toFixed(8).padStart(12, '0')}`
  const one = `1 ${id}U 26001A   ${epoch}  .00000000  00000-0  00000-0 0    1`
  const two = `2 ${id} ${fixed(orbit.inclinationDeg, 4, 8)} ${fixed(orbit.raanDeg, 4, 8)} 0001000 ${fixed(90, 4, 8)} ${fixed(orbit.anomalyDeg, 4, 8)} ${fixed(orbit.meanMotion, 8, 11)}    1`
  const sealed = (line: string) => {
    const body = line.padEnd(LINE_LENGTH - 1, ' ').slice(0, LINE_LENGTH - 1)
    return `${body}${tleChecksum(body)}`
  }
  return [sealed(one), sealed(two)]
}
