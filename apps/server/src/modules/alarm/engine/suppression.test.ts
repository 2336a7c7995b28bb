import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalBus } from '../../../platform/bus.ts'
import { newId } from '../../../platform/id.ts'
import { buildAlarm, buildEscalation } from '../../../testing/build-alarm.ts'
import { type BuiltDevice, buildDevice } from '../../../testing/build-network.ts'
import { type OpenDatabase, openTestDatabase } from '../../../testing/open-database.ts'
import { loadDirectory } from '../../live/index.ts'
import { runDueTimers } from '../alarm-timers.ts'
import { applySteps } from './apply-steps.ts'
import { findOpenWindows, findSilenced, suppressionOf } from './suppression.ts'
import type { PendingStep, Target } from './target.ts'

/** Saturday, 10:00 GMT+8. */
const NOW_MS = Date.parse('2026-11-21T10:00:00+08:00')
const RULE_ID = 'rule-1'

let database: OpenDatabase
let device: BuiltDevice
let target: Target
const bus = createLocalBus(() => undefined)

beforeAll(async () => {
  database = await openTestDatabase()
  device = await buildDevice(database.db, { metrics: ['cl2', 'nh3'] })
  const entry = (await loadDirectory(database.db)).deviceById.get(device.id)
  const channel = entry?.channels[0]
  if (!entry || !channel) throw new Error('no device')
  target = { key: `${RULE_ID}:c${channel.channelNo}`, rule: RULE, device: entry, channel }
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const table of ['monSuppression', 'monAlarmTimer', 'monAlarmOutbox'] as const)
    await database.db.deleteFrom(table).execute()
})

const RULE = {
  id: RULE_ID,
  code: 'R-1',
  name: '氯气',
  version: 1,
  guide: null,
  checklist: [],
  body: { place: 'public', scope: {}, branches: [], autoClear: true, latch: true },
} as const

const addWindow = (given: object = {}) =>
  database.db
    .insertInto('monSuppression')
    .values({
      id: newId(),
      name: '检修',
      kind: 'mark',
      scope: JSON.stringify({ deviceIds: [device.id] }),
      fromTs: new Date(NOW_MS - HOUR_MS),
      toTs: new Date(NOW_MS + HOUR_MS),
      reason: '检修',
      ...given,
    })
    .execute()
const outbox = () => database.db.selectFrom('monAlarmOutbox').selectAll().execute()
const openAt = async (nowMs: number) => (await findOpenWindows(database.db, nowMs)).length

describe('windows', () => {
  it('are open once, or weekly at their clock time until ended', async () => {
    await addWindow({ rrule: 'FREQ=WEEKLY;BYDAY=SA' })
    const week = 7 * 24 * HOUR_MS
    expect(await openAt(NOW_MS)).toBe(1)
    expect(await openAt(NOW_MS + HOUR_MS)).toBe(0)
    expect(await openAt(NOW_MS + 24 * HOUR_MS)).toBe(0)
    expect(await openAt(NOW_MS + week)).toBe(1)
    await database.db
      .updateTable('monSuppression')
      .set({ endedAt: new Date(NOW_MS + MINUTE_MS) })
      .execute()
    expect([await openAt(NOW_MS), await openAt(NOW_MS + MINUTE_MS), await openAt(NOW_MS + week)]).toEqual([1, 0, 0])
    await database.db.updateTable('monSuppression').set({ endedAt: null, delFlag: 1 }).execute()
    expect(await openAt(NOW_MS)).toBe(0)
  })

  it('cover their scope and rules; a hide window takes precedence', async () => {
    await addWindow({ ruleIds: JSON.stringify(['other-rule']) })
    expect(suppressionOf(await findOpenWindows(database.db, NOW_MS), target)).toBeUndefined()
    await addWindow({ scope: JSON.stringify({ metricCodes: ['nh3'] }) })
    expect(suppressionOf(await findOpenWindows(database.db, NOW_MS), target)).toBeUndefined()
    await addWindow()
    expect(suppressionOf(await findOpenWindows(database.db, NOW_MS), target)).toBe('mark')
    await addWindow({ kind: 'hide', ruleIds: JSON.stringify([RULE_ID]), scope: '{}' })
    expect(suppressionOf(await findOpenWindows(database.db, NOW_MS), target)).toBe('hide')
  })
})

describe('an alarm in a window', () => {
  it('raised before it is not escalated while the window is open, and escalates once afterwards', async () => {
    await addWindow()
    const id = await buildAlarm(database.db, { deviceId: device.id, channelNo: device.channelNos[0] ?? null })
    const other = await buildAlarm(database.db, { deviceId: device.id, channelNo: null, ruleId: 'rule-2' })
    await database.db
      .updateTable('monSuppression')
      .set({ ruleIds: JSON.stringify([RULE_ID]) })
      .execute()
    for (const alarmId of [id, other]) await buildEscalation(database.db, alarmId, NOW_MS, 'prov_duty')
    await runDueTimers(database.db, bus, NOW_MS)
    expect((await outbox()).map(({ alarmId }) => alarmId)).toEqual([other])
    await runDueTimers(database.db, bus, NOW_MS + HOUR_MS - 1)
    expect(await outbox()).toHaveLength(1)
    for (const _ of [1, 2]) await runDueTimers(database.db, bus, NOW_MS + HOUR_MS)
    expect((await outbox()).map(({ alarmId }) => alarmId).toSorted()).toEqual([id, other].toSorted())
  })

  it('is notified when it grows after the window, never within it', async () => {
    const apply = (given: Partial<PendingStep>, isMarked: boolean) =>
      database.db
        .transaction()
        .execute((trx) => applySteps(trx, [stepOf(given)], { nowMs: NOW_MS, isMarked: () => isMarked }))
    await apply({ tsMs: NOW_MS, severity: 4 }, true)
    await apply({ kind: 'up', tsMs: NOW_MS + 1_000, severity: 3 }, true)
    expect(await outbox()).toEqual([])
    await apply({ kind: 'up', tsMs: NOW_MS + 2_000, severity: 2 }, false)
    expect(await outbox()).toMatchObject([{ kind: 'up', severity: 2 }])
    const timers = await database.db.selectFrom('monAlarmTimer').select('kind').execute()
    expect(timers.map(({ kind }) => kind)).toContain('escalate')
    await apply({ kind: 'up', tsMs: NOW_MS + 3_000, severity: 1 }, true)
    expect(await outbox()).toHaveLength(1)
  })

  it('of a device that is gone is not silenced', async () => {
    await addWindow({ scope: JSON.stringify({ regionPrefixes: ['32'] }) })
    const alarm = { id: 'a', ruleId: RULE_ID, deviceId: 'gone', channelNo: null }
    expect(await findSilenced(database.db, [alarm], NOW_MS)).toEqual(new Map())
    expect(await findSilenced(database.db, [{ ...alarm, deviceId: device.id }], NOW_MS)).toEqual(
      new Map([['a', NOW_MS + HOUR_MS]]),
    )
  })
})

const stepOf = (given: Partial<PendingStep>): PendingStep => ({
  target,
  kind: 'raise',
  tsMs: NOW_MS,
  severity: 4,
  branch: 0,
  figure: 2,
  limitValue: 1,
  op: '>',
  limitText: '1 ppm',
  title: '氯气超限',
  text: '氯气超限。',
  sinceMs: null,
  samples: null,
  avgS: 0,
  forS: 0,
  limitSet: null,
  isDoubtful: false,
  ...given,
})
