import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOnCitus } from '../../testing/citus.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'

describe.skipIf(!isOnCitus)('a distributed database', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('leaves the tables of the coordinator unmanaged, except those replicated to every node', async () => {
    const { rows } = await sql<{ name: string }>`
      select logicalrelid::text as name from pg_dist_partition where partmethod = 'n' order by 1`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual([
      'mon_channel',
      'mon_channel_version',
      'mon_device',
      'mon_device_model',
      'mon_metric',
      'mon_station',
    ])
  })

  it('refuses references to rows that are not there, as a foreign key does', async () => {
    const insert = (deviceId: string | null) =>
      database.db
        .insertInto('monPendingClient')
        .values({ clientId: `C-${deviceId}`, address: 'a', viaGatewayId: deviceId })
        .execute()
    await expect(insert('nobody')).rejects.toMatchObject({
      code: '23503',
      constraint: 'mon_pending_client_via_gateway_id_fkey',
    })
    await insert(null)
    const moved = database.db.updateTable('monPendingClient').set({ viaGatewayId: 'nobody' }).execute()
    await expect(moved).rejects.toMatchObject({ code: '23503' })
  })
})
