import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { ruleEndpoints } from '@natim/contract/mon/rule'
import { rule } from '@natim/contract/mon/rule.resource'
import { expect } from 'vitest'
import type { Colleague } from './api.ts'
import { FieldDevice } from './field-device.ts'
import { fresh } from './fresh.ts'
import { buildAirStation } from './network.ts'
import type { Stage } from './stage.ts'

const ENGINE_MS = 90_000

export interface RaisedAlarm {
  readonly alarm: AlarmRow
  /** Name of its station, unique within the run. */
  readonly station: string
  /** Reports a reading below the limit, which clears the alarm. */
  readonly end: () => Promise<void>
}

/** What triggers the alarm. */
export interface Cause {
  readonly kind: string
  readonly metric: string
  /** Twice this value is reported. */
  readonly limit: number
}

const DUST: Cause = { kind: 'air', metric: 'pm25', limit: 100 }

/** Raises an alarm of a level: a new device with its own rule reports a value above the limit. */
export async function raiseAlarm(
  stage: Stage,
  severity: AlarmRow['severity'],
  { kind, metric, limit }: Cause = DUST,
): Promise<RaisedAlarm> {
  const colleague = await stage.colleague()
  const { id, credential, station } = await buildAirStation(colleague, kind)
  await enableRule(colleague, { deviceId: id, severity, metric, limit })
  const device = await FieldDevice.connect(stage.server.mqttPort, credential)
  let found: AlarmRow | undefined
  await expect
    .poll(
      async () => {
        // The rule may come into force between two readings.
        await device.report({ [metric]: limit * 2 }, Date.now())
        const { records } = await colleague.call(alarmEndpoints.list, {
          query: { deviceId: id, view: 'open', pageNo: 1, pageSize: 10 },
        })
        found = records[0]
        return records.length
      },
      { timeout: ENGINE_MS, interval: 500 },
    )
    .toBe(1)
  if (found === undefined) throw new Error('no alarm was raised')
  const end = async () => {
    await device.report({ [metric]: limit / 100 }, Date.now())
    await device.leave()
  }
  return { alarm: found, station, end }
}

interface RuleOf extends Pick<Cause, 'metric' | 'limit'> {
  readonly deviceId: string
  readonly severity: AlarmRow['severity']
}

async function enableRule(colleague: Colleague, { deviceId, severity, metric, limit }: RuleOf): Promise<void> {
  const code = fresh('R-')
  const { id } = await colleague.call(rule.endpoints.create, {
    body: {
      code,
      name: `规则 ${code}`,
      place: 'public',
      scope: { deviceIds: [deviceId], metricCodes: [metric] },
      branches: [{ type: 'threshold', severity, op: '>', value: limit, avgS: 0, forS: 0, clearForS: 0 }],
      checklist: ['电话联系站点'],
    },
  })
  await colleague.call(ruleEndpoints.enable, { body: { ids: id, enabled: true } })
}
