import { HOUR_MS } from '@natim/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeMarks } from '../modules/alarm/history/recheck.repository.ts'
import { takeLateSpans } from '../modules/wearable/vital.repository.ts'
import type { Tx } from '../platform/db/db.ts'
import { type OpenDatabase, openTestDatabase } from './open-database.ts'

const [LOWEST, HIGHEST] = [16, 15]
/** The probability of skipping the highest stream this many times is 1 in 2^60. */
const LOOKS = 60

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let seq = 0
const mark = (deviceNo: number) => {
  seq += 1
  const at = new Date(seq * HOUR_MS)
  const row = { deviceId: deviceNo, channelNo: 1, bucket: at, fromTs: at, toTs: at, seq, cause: 'late' }
  return database.db.insertInto('monLateMark').values(row).execute()
}

const READERS: readonly (readonly [
  what: string,
  cursor: 'monAlarmRecheckCursor' | 'monVitalLateCursor',
  take: (trx: Tx) => Promise<unknown>,
])[] = [
  ['alarms', 'monAlarmRecheckCursor', takeMarks],
  ['vital signs', 'monVitalLateCursor', takeLateSpans],
]

it.each(READERS)(
  'of %s are read from every stream, also while the lowest always has new ones',
  async (_what, cursor, take) => {
    await mark(HIGHEST)
    const news = seq
    const isRead = async () => {
      const { seq: read } = await database.db
        .selectFrom(cursor)
        .select('seq')
        .where('stream', '=', HIGHEST)
        .executeTakeFirstOrThrow()
      return Number(read) >= news
    }
    for (let look = 0; look < LOOKS && !(await isRead()); look += 1) {
      await mark(LOWEST)
      await database.db.transaction().execute((trx) => take(trx))
    }
    expect(await isRead()).toBe(true)
  },
)
