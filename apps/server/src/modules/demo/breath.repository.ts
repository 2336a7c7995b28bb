import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'

export interface BreathDevice {
  readonly id: string
  readonly deviceNo: number
  readonly stationId: string | null
  readonly regionCode: string
  readonly sysOrgCode: string
}

/** By client id. */
export async function findBreathDevices(db: Db): Promise<ReadonlyMap<string, BreathDevice>> {
  const rows = await db
    .selectFrom('monDevice')
    .select(['id', 'deviceNo', 'clientId', 'stationId', 'regionCode', 'sysOrgCode'])
    .where('kind', '=', 'breath')
    .execute()
  return new Map(rows.map(({ clientId, ...device }) => [clientId, device]))
}

type Table = 'monSubject' | 'monBreathTest' | 'monBreathValue' | 'monBreathStep' | 'monBreathDay'

export interface NewBreath {
  readonly subjects: readonly Insertable<Database['monSubject']>[]
  readonly identities: readonly { readonly id: string; readonly sealed: string }[]
  readonly tests: readonly Insertable<Database['monBreathTest']>[]
  readonly values: readonly Insertable<Database['monBreathValue']>[]
  readonly steps: readonly Insertable<Database['monBreathStep']>[]
  readonly pictures: readonly {
    readonly deviceNo: number
    readonly at: Date
    readonly id: string
    readonly content: Buffer
  }[]
  readonly days: readonly Insertable<Database['monBreathDay']>[]
}

/** All or nothing. */
export async function insertBreath(db: Db, given: NewBreath): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertAll(trx, 'monSubject', given.subjects)
    await insertAll(trx, 'monBreathTest', given.tests)
    await insertAll(trx, 'monBreathValue', given.values)
    await insertAll(trx, 'monBreathStep', given.steps)
    await insertAll(trx, 'monBreathDay', given.days)
    for (const { id, sealed } of given.identities)
      await sql`select mon_vault.put(${id}, ${sealed}, 'demo')`.execute(trx)
    for (const { deviceNo, at, id, content } of given.pictures) {
      const place = { deviceId: deviceNo, channelNo: 0, ts: at, rx: at, key: Buffer.from(id, 'hex'), q: 0 }
      await trx
        .insertInto('monBlobSample')
        .values({ ...place, kind: 'chromatogram', meta: '{}', content })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}

/** A statement takes at most 65,535 values. */
const ROWS = 1_000

async function insertAll<T extends Table>(trx: Tx, table: T, rows: readonly Insertable<Database[T]>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS) {
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + ROWS) as never)
      .execute()
  }
}
