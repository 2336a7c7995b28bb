import { calendarDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { newId } from '../../platform/id.ts'
import type { LogEntry } from './alarm-log.ts'
import { hasAlarms, insertAlarms, type NewAlarm, setTimers, type Timer, takeNumbers } from './alarm-writer.ts'

/** An alarm from before this database, in its present state, with its log. */
export interface PastAlarm {
  readonly row: Omit<NewAlarm, 'id' | 'no' | 'entries'> & {
    readonly triggerTs: Date
    readonly evidence: string
  }
  readonly entries: readonly LogEntry[]
  /** When it closes automatically, epoch ms; absent = not due. */
  readonly closesMs?: number
}

const ALARMS_AT_ONCE = 500

/** Inserts past alarms, numbered in time order. @returns how many; none when alarms exist already */
export async function insertPastAlarms(db: Db, alarms: readonly PastAlarm[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (await hasAlarms(trx)) return 0
    const ordered = alarms.toSorted((a, b) => a.row.triggerTs.getTime() - b.row.triggerTs.getTime())
    const days = groupBy(ordered, ({ row }) => calendarDayGmt8(row.triggerTs.getTime()))
    const timers: Timer[] = []
    for (const [day, own] of days) {
      const first = await takeNumbers(trx, day, own.length)
      const numbered = own.map(({ row, entries, closesMs }, i) => {
        const id = newId()
        if (closesMs !== undefined) timers.push({ alarmId: id, kind: 'close', step: 0, dueMs: closesMs })
        return { ...row, id, no: `A${day.replaceAll('-', '')}-${String(first + i).padStart(6, '0')}`, entries }
      })
      for (let i = 0; i < numbered.length; i += ALARMS_AT_ONCE)
        await insertAlarms(trx, numbered.slice(i, i + ALARMS_AT_ONCE))
    }
    await setTimers(trx, timers)
    return ordered.length
  })
}
