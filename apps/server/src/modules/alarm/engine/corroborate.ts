import type { Corroboration } from '@natim/domain/alarm/rule'
import { distanceKm } from '@natim/domain/distance'
import { graver } from '@natim/domain/limit'
import type { Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/id.ts'
import type { RuleInForce } from '../../alarm-rule/index.ts'
import type { DeviceEntry } from '../../live/index.ts'
import { lockActiveOf, type StoredAlarm } from '../alarm.repository.ts'
import { SYSTEM } from '../alarm-log.ts'
import { changeAlarms, dropTimers, insertOutbox, setTimers, type WrittenEntry } from '../alarm-writer.ts'
import { escalationTimers } from '../follow-ups.ts'

/**
 * Lifts the cap of uncorroborated alarms once enough others of the same rule are within the radius (domain §3.8). The
 * process that raises the second one sees both; a race between two processes is resolved by the next look.
 */
export async function corroborate(
  trx: Tx,
  rule: RuleInForce,
  deviceByNo: ReadonlyMap<number, DeviceEntry>,
  nowMs: number,
): Promise<WrittenEntry[]> {
  const demand = rule.body.corroborate
  if (!demand) return []
  const lifted = agreed(await lockActiveOf(trx, rule.id), demand, deviceByNo)
  if (lifted.length === 0) return []
  const judged = lifted.map((alarm) => {
    const { targetSeverity } = alarm.evidence
    return { alarm, severity: graver(alarm.severity, targetSeverity ?? alarm.severity) }
  })
  const ids = judged.map(({ alarm }) => alarm.id)
  const written = await changeAlarms(
    trx,
    judged.map(({ alarm, severity }) => ({
      alarm,
      set: {
        corroboration: 'confirmed',
        severity,
        severityMax: Math.min(alarm.severityMax, severity),
        lastTs: new Date(nowMs),
        ...(severity < alarm.severity && { acked: false }),
      },
      entries: [
        {
          tsMs: nowMs,
          ...SYSTEM,
          action: 'confirm' as const,
          from: String(alarm.severity),
          to: String(severity),
          note: `${demand.radiusKm} km 内已有 ${demand.neighbours} 台以上设备同时达到`,
        },
      ],
    })),
  )
  await dropTimers(trx, ids, ['verify', 'escalate'])
  await setTimers(
    trx,
    judged.flatMap(({ alarm, severity }) => escalationTimers(alarm.id, severity, rule.body.escalate, nowMs)),
  )
  await insertOutbox(
    trx,
    judged
      .filter(({ alarm }) => !alarm.marked)
      .map(({ alarm, severity }) => ({ id: newId(), alarmId: alarm.id, kind: 'up' as const, severity })),
  )
  return written
}

/** The capped alarms that have enough others around them. */
function agreed(
  alarms: readonly StoredAlarm[],
  { neighbours, radiusKm }: Corroboration,
  deviceByNo: ReadonlyMap<number, DeviceEntry>,
): StoredAlarm[] {
  const placed = alarms.flatMap((alarm) => {
    const device = alarm.deviceNo === null ? undefined : deviceByNo.get(alarm.deviceNo)
    return device && device.lng !== null && device.lat !== null
      ? [{ alarm, place: { lng: device.lng, lat: device.lat } }]
      : []
  })
  const isAgreed = ({ alarm, place }: (typeof placed)[number]) => {
    const others = placed.filter(
      (other) => other.alarm.deviceNo !== alarm.deviceNo && distanceKm(place, other.place) <= radiusKm,
    )
    return new Set(others.map((other) => other.alarm.deviceNo)).size >= neighbours
  }
  return placed.filter((one) => one.alarm.corroboration === 'pending' && isAgreed(one)).map(({ alarm }) => alarm)
}
