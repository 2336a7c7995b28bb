import { unit } from '@natim/demo/hash'
import type { DemoPerson } from '@natim/demo/types'
import type { CloseCode } from '@natim/domain/alarm/state'
import type { Severity } from '@natim/domain/limits'
import { entriesOf } from '@natim/domain/record'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Handling } from '../alarm/index.ts'

/** Outcomes of a rule's alarms, as shares of one. */
export type Endings = Readonly<Partial<Record<CloseCode, number>>>

/** Officers' notes, by outcome. */
const NOTES: Readonly<Record<CloseCode, readonly string[]>> = {
  real: ['现场确认阀门渗漏，已关闭并通风', '企业装卸作业逸散，已要求停止作业', '核实为工艺异常排放，已通报属地'],
  false: ['现场复测正常，判为误报', '探测器受酒精擦拭干扰', '瞬时尖峰，邻站无变化，判为误报'],
  test: ['例行标定通气，非真实浓度', '联合演练放样'],
  device: ['传感器漂移，已安排更换', '供电不稳，站点已处理', '已联系站点核实供电与网络'],
  weather: ['降雨冲刷引起，雨停后回落', '逆温静稳，区域同步升高'],
  other: ['已核实，数值回落', '检修置换放空，已报备', '原因不明，继续观察'],
}

/** Time to acknowledgement by severity: the minimum, and an upper bound for most. */
const ACK_MS: Readonly<Record<Severity, readonly [number, number]>> = {
  1: [35 * SECOND_MS, 150 * SECOND_MS],
  2: [50 * SECOND_MS, 7 * MINUTE_MS],
  3: [2 * MINUTE_MS, 22 * MINUTE_MS],
  4: [4 * MINUTE_MS, 75 * MINUTE_MS],
  5: [6 * MINUTE_MS, 3 * HOUR_MS],
}
/** Share closed manually; the rest closes a day later. */
const CLOSED_SHARE = 0.7
const DUTY_POSTS = ['duty_leader', 'duty_officer']

/** Plans how an officer of the province, or of the centre, handled an alarm; deterministic for a seed. */
export function createHandlings(staff: readonly DemoPerson[]) {
  const officers = staff.filter(({ post }) => DUTY_POSTS.includes(post))
  const national = officers.filter(({ regionPrefix }) => regionPrefix === '*')

  return (
    seed: number,
    { regionCode, severity, endings }: { regionCode: string; severity: Severity; endings: Endings },
  ): Handling | undefined => {
    const own = officers.filter(({ regionPrefix }) => regionPrefix !== '*' && regionCode.startsWith(regionPrefix))
    const team = own.length === 0 || (severity <= 2 && unit(seed, 1) < 0.6) ? national : own
    const officer = team[Math.floor(unit(seed, 2) * team.length)]
    if (officer === undefined) return undefined
    const closeCode = drawEnding(endings, unit(seed, 3))
    const [least, most] = ACK_MS[severity]
    return {
      username: officer.username,
      name: officer.realname,
      // Squaring skews the delays towards the minimum.
      afterMs: Math.round(least + (most - least) * unit(seed, 4) ** 2),
      note: NOTES[closeCode][Math.floor(unit(seed, 5) * NOTES[closeCode].length)] ?? '',
      closeCode,
      ...(unit(seed, 6) < CLOSED_SHARE && { closesAfterMs: Math.round((5 + 230 * unit(seed, 7)) * MINUTE_MS) }),
    }
  }
}

export type PlanHandling = ReturnType<typeof createHandlings>

function drawEnding(endings: Endings, draw: number): CloseCode {
  let sum = 0
  for (const [code, share] of entriesOf(endings)) {
    sum += share
    if (draw < sum) return code
  }
  return 'other'
}
