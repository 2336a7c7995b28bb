import { MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalBus } from '../../platform/bus.ts'
import { createManualClock } from '../../platform/clock.ts'
import { buildDevice } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { startNetwork } from '../live/index.ts'
import { createDayHistory } from './day-history.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 2, 30)

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('does not keep showing an empty network after its devices were added all at once', async () => {
  const { db } = database
  const bus = createLocalBus((error) => expect.unreachable(String(error)))
  const clock = createManualClock(NOW_MS)
  const network = startNetwork({ db, bus, clock, onError: (error) => expect.unreachable(String(error)) })
  try {
    const history = createDayHistory({ db, network, clock })
    const endMs = NOW_MS - 30 * MINUTE_MS
    expect((await history()).countOf(1, endMs)).toBeUndefined()
    const { deviceNo, channelNos } = await buildDevice(db, { kind: 'air', metrics: ['pm25'] })
    await buildRollup(db, 'monR1h', { deviceNo, channelNo: channelNos[0] as number }, { endMs, v: 30, n: 60 })
    bus.publish('registers', {})
    clock.advance(1_000)
    expect((await history()).countOf(deviceNo, endMs)).toMatchObject({ n: 60 })
  } finally {
    network.stop()
  }
})
