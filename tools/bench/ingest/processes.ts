import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports CPU time in hundredths of a second, regardless of the kernel's tick rate. */
const TICKS_PER_S = 100
const PAGE_KB = 4

interface Stat {
  readonly pid: number
  readonly parentPid: number
  /** User and system time of the process and of its terminated children, s. */
  readonly cpuS: number
  readonly rssKb: number
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    const cpuS = (utime + stime + cutime + cstime) / TICKS_PER_S
    return { pid, parentPid: fields[1] ?? 0, cpuS, rssKb: (fields[21] ?? 0) * PAGE_KB }
  } catch {
    return undefined
  }
}

/** CPU seconds used so far by a process and its direct children; terminated children count towards their parent. */
export function cpuSeconds(pid: number): number {
  const family = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter((stat) => stat.pid === pid || stat.parentPid === pid)
  return family.reduce((sum, stat) => sum + stat.cpuS, 0)
}

/** Resident memory of one process, MB. */
export function residentMb(pid: number): number {
  return (readStat(pid)?.rssKb ?? 0) / 1_024
}
