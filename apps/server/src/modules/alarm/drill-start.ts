import type { alarmEndpoints } from '@natim/contract/mon/alarm'
import { formatClock } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'
import { calendarDayGmt8, MINUTE_MS } from '@natim/domain/time'
import type { z } from 'zod'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { isInScope } from '../../platform/scope.ts'
import type { DeviceEntry, Network } from '../live/index.ts'
import { toLiveEvents } from './alarm-events.ts'
import { insertAlarms, insertOutbox, type NewAlarm, setTimers, takeNumbers } from './alarm-writer.ts'
import { lockDrill } from './drill.repository.ts'
import { escalationTimers } from './follow-ups.ts'
import { placeColumns } from './place-columns.ts'

type Order = z.output<(typeof alarmEndpoints)['drill']['body']>
/** Subject of the drill: a device, or one of its channels. */
interface Subject {
  readonly device: DeviceEntry
  readonly channel: DeviceEntry['channels'][number] | null
}

export interface DrillDeps {
  readonly db: Db
  readonly bus: Bus
  readonly network: Pick<Network, 'fresh'>
  readonly now: () => number
}

/** Drills are raised by no rule, and no rule continues them. */
const NO_RULE = { ruleId: 'drill', ruleVersion: 0, branch: 0 } as const

/** 发起演练: an alarm with its own key, so that it neither hides a real alarm of the device nor is hidden by one. */
export function createDrillStarter({ db, bus, network, now }: DrillDeps) {
  return async (user: SessionUser, order: Order): Promise<{ readonly id: string; readonly no: string }> => {
    const subject = subjectOf(await network.fresh(), user, order)
    const key = keyOf(subject)
    const { events, ...started } = await db.transaction().execute(async (trx) => {
      const byName = await lockDrill(trx, key)
      if (byName !== undefined) throw new AppError('alarm.drill_running', { data: { name: byName } })
      const nowMs = now()
      const day = calendarDayGmt8(nowMs)
      const no = `A${day.replaceAll('-', '')}-${String(await takeNumbers(trx, day, 1)).padStart(6, '0')}`
      const alarm = { ...drillOf(subject, user, order, nowMs), id: newId(), no, dedupeKey: key }
      const written = await insertAlarms(trx, [alarm])
      await setTimers(trx, [
        ...escalationTimers(alarm.id, order.severity, null, nowMs),
        { alarmId: alarm.id, kind: 'drill', step: 0, dueMs: nowMs + order.minutes * MINUTE_MS },
      ])
      await insertOutbox(trx, [{ id: newId(), alarmId: alarm.id, kind: 'raise', severity: order.severity }])
      return { id: alarm.id, no, events: written }
    })
    bus.publish('alarms', toLiveEvents(events))
    return started
  }
}

function subjectOf(
  { deviceById }: Awaited<ReturnType<Network['fresh']>>,
  user: SessionUser,
  { deviceId, channelNo }: Order,
): Subject {
  const device = deviceById.get(deviceId)
  if (device === undefined || !isInScope(user.scope, device)) throw new AppError('row.not_found')
  const channel = channelNo === undefined ? null : device.channels.find((one) => one.channelNo === channelNo)
  if (channel === undefined) throw new AppError('row.not_found')
  return { device, channel }
}

const keyOf = ({ device, channel }: Subject) =>
  channel === null ? `drill:d${device.deviceNo}` : `drill:c${channel.channelNo}`

function drillOf({ device, channel }: Subject, user: SessionUser, order: Order, nowMs: number) {
  const { severity, value, minutes, reason } = order
  const { username, realname } = authorOf(user)
  const untilMs = nowMs + minutes * MINUTE_MS
  const at = new Date(nowMs)
  const figure = channel === null ? null : (value ?? null)
  const what = channel === null ? device.name : (metricByCode(channel.metricCode)?.nameCn ?? channel.metricCode)
  return {
    ...NO_RULE,
    ...placeColumns(device, channel),
    severity,
    severityMax: severity,
    // Marked in the title, so that it is never mistaken for a real alarm, on paper or in other clients.
    title: `【演练】${what}模拟报警`,
    value: figure,
    peakValue: figure,
    peakTs: figure === null ? null : at,
    limitText: '演练',
    triggerTs: at,
    raisedTs: at,
    lastTs: at,
    judgedTs: at,
    drill: true,
    drillUntil: new Date(untilMs),
    evidence: JSON.stringify({
      text: `这是${realname}发起的演练，不是真实报警：${reason}。${formatClock(untilMs)} 自动结束；不外发，不计入统计。`,
    }),
    entries: [
      {
        tsMs: nowMs,
        actor: username,
        actorName: realname,
        action: 'raise',
        to: String(severity),
        note: `演练：${reason}`,
      },
    ],
  } satisfies Omit<NewAlarm, 'id' | 'no' | 'dedupeKey'>
}
