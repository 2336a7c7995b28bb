import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../platform/db/db.ts'
import { createLogger } from '../../platform/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { STREAMS } from './stream-lease.repository.ts'
import { StreamLeases } from './stream-leases.ts'

const log = createLogger({ logLevel: 'silent' }).of('ingest')

let database: TestDatabase
let db: Db
let clockMs: number
let isListening: boolean
let losses: number
let open: StreamLeases[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { max: 4 }))
})
beforeEach(async () => {
  await sql`update mon_stream set owner = null, epoch = 0, until = '1970-01-01Z'`.execute(db)
  await sql`delete from mon_listener`.execute(db)
  clockMs = 0
  isListening = true
  losses = 0
  open = []
})
afterEach(async () => {
  for (const leases of open) await leases.stop()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Renewed by hand; its own timer would interfere. */
async function start(): Promise<StreamLeases> {
  const leases = new StreamLeases({
    db,
    log,
    clock: () => clockMs,
    isListening: () => isListening,
    losses: () => losses,
  })
  open.push(leases)
  await leases.renew()
  return leases
}
const heldBy = (leases: StreamLeases) =>
  Array.from({ length: STREAMS }, (_, stream) => stream).filter((stream) => leases.epochOf(stream) !== undefined)
/** Like a killed process: nothing is given back. */
const kill = (leases: StreamLeases) => {
  open = open.filter((other) => other !== leases)
  const until = sql`now() - interval '1 second'`
  return db.transaction().execute(async (trx) => {
    await sql`update mon_stream set until = ${until} where owner = ${leases.id}`.execute(trx)
    await sql`update mon_listener set until = ${until} where id = ${leases.id}`.execute(trx)
  })
}

describe('leases of streams', () => {
  it('all belong to the only process, which does not share them', async () => {
    const only = await start()
    expect(heldBy(only)).toHaveLength(16)
    expect(only.isShared).toBe(false)
    expect(only.epochOf(16)).toBe(only.epochOf(0))
  })

  it('are shared evenly with new processes, and no stream is held twice', async () => {
    const first = await start()
    const second = await start()
    // It is live, but has to wait for its share.
    expect(heldBy(second)).toEqual([])
    await first.renew()
    await second.renew()
    expect([heldBy(first).length, heldBy(second).length]).toEqual([8, 8])
    expect([...heldBy(first), ...heldBy(second)].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, i) => i),
    )
    expect([first.isShared, second.isShared]).toEqual([true, true])
    const third = await start()
    for (const leases of [first, second, third]) await leases.renew()
    expect([first, second, third].map((leases) => heldBy(leases).length)).toEqual([6, 6, 4])
  })

  it('raise the epoch only when they change hands', async () => {
    const first = await start()
    await first.renew()
    expect(first.epochOf(3)).toBe(1)
    expect(first.takeGained()).toHaveLength(16)
    await first.renew()
    expect(first.takeGained()).toEqual([])
    await kill(first)
    const second = await start()
    expect(second.epochOf(3)).toBe(2)
    expect(second.takeGained()).toHaveLength(16)
  })

  it("end by their holder's clock before the database reassigns them", async () => {
    const only = await start()
    clockMs += 7_999
    expect(heldBy(only)).toHaveLength(16)
    clockMs += 1
    expect(heldBy(only)).toEqual([])
    await only.renew()
    expect(heldBy(only)).toHaveLength(16)
  })

  it('are not taken from a holder that was only slow', async () => {
    const first = await start()
    const second = await start()
    await second.renew()
    expect(heldBy(second)).toEqual([])
    expect(heldBy(first)).toHaveLength(16)
  })

  it('are taken without waiting for a process that is just taking another one', async () => {
    await db.transaction().execute(async (trx) => {
      await sql`select from mon_stream where stream = 5 for update`.execute(trx)
      const second = await start()
      expect(heldBy(second)).toEqual(Array.from({ length: 16 }, (_, i) => i).filter((stream) => stream !== 5))
    })
  })

  it('are given back at once by a process that stops', async () => {
    const first = await start()
    const second = await start()
    await first.renew()
    await second.renew()
    open = [second]
    await first.stop()
    expect(heldBy(first)).toEqual([])
    await second.renew()
    expect(heldBy(second)).toHaveLength(16)
    expect(second.isShared).toBe(false)
  })
})

describe('whether silence counts', () => {
  it('it does while every process receives, but not when one is gone or paused', async () => {
    const first = await start()
    const second = await start()
    await first.renew()
    expect(first.takeDisturbed()).toBe(false)
    isListening = false
    await second.renew()
    await first.renew()
    expect(first.takeDisturbed()).toBe(true)
    expect(first.takeDisturbed()).toBe(false)
    isListening = true
    await second.renew()
    await first.renew()
    expect(first.takeDisturbed()).toBe(false)
    await kill(second)
    await first.renew()
    expect(first.takeDisturbed()).toBe(true)
  })
})

it('tells every process how many connections the others have just lost', async () => {
  const [first, second] = [await start(), await start()]
  await start()
  losses = 7
  await second.renew()
  losses = 5
  await first.renew()
  expect(first.lossesElsewhere).toBe(7)
  await second.renew()
  expect(second.lossesElsewhere).toBe(5)
  await kill(second)
  await first.renew()
  expect(first.lossesElsewhere).toBe(0)
})
