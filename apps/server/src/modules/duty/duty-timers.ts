import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import type { Bus, BusMessages } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { postSystemNotice } from '../notice/index.ts'
import { findHolders, type LateShift, takeLate } from './duty-timer.repository.ts'
import { findOnDutyIds } from './on-duty.repository.ts'

const EVERY_MS = 10_000
const AT_ONCE = 50
/** After a long downtime older shifts are no longer reported. */
const STALE_MS = 8 * HOUR_MS

interface Deps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly clock?: Clock
}

/**
 * Reports shifts that were not handed over to the level above. Timers are rows: each runs once, in whichever process.
 */
export function startDutyTimers({ db, bus, log, clock = systemClock }: Deps): () => Promise<void> {
  return repeat({ clock, everyMs: EVERY_MS, log, failure: 'late handovers are looked for again' }, () =>
    runDutyTimers(db, bus, clock.now()),
  ).stop
}

/** Runs everything due; tests call it directly. */
export async function runDutyTimers(db: Db, bus: Bus, nowMs: number): Promise<void> {
  for (;;) {
    const { count, told } = await db.transaction().execute(async (trx) => {
      const { count: taken, late } = await takeLate(trx, nowMs, AT_ONCE)
      const notices: BusMessages['notice'][] = []
      for (const shift of late) {
        const notice = shift.toTs.getTime() < nowMs - STALE_MS ? undefined : await tell(trx, shift, nowMs)
        if (notice !== undefined) notices.push(notice)
      }
      return { count: taken, told: notices }
    })
    for (const notice of told) bus.publish('notice', notice)
    if (count < AT_ONCE) return
  }
}

async function tell(trx: Tx, shift: LateShift, nowMs: number): Promise<BusMessages['notice'] | undefined> {
  const userIds = await findAbove(trx, shift, nowMs)
  if (userIds.length === 0) return undefined
  const { assignmentId, teamName, shiftName, name, toTs, isGiven } = shift
  const what = isGiven ? '接班人尚未签字' : '交班人尚未签字'
  const notice = {
    userIds,
    title: `${teamName}${shiftName}班逾期未交接`,
    html: `<p>${escaped(teamName)} ${escaped(shiftName)}班（${escaped(name)}）应于 ${formatGmt8(toTs.getTime()).slice(5, 16)} 交班，${what}。</p>`,
    priority: 'H',
    busType: 'duty',
    busId: assignmentId,
    openPage: '/mon/duty',
  } as const
  return postSystemNotice(trx, notice, new Date(nowMs))
}

/**
 * The national team is notified of other teams' shifts, administrators of the national one's; if nobody is on duty, all
 * national officers are.
 */
async function findAbove(trx: Tx, shift: LateShift, nowMs: number): Promise<string[]> {
  if (shift.level === 'national') return findHolders(trx, 'nat_admin')
  const onDuty = await findOnDutyIds(trx, ['national'], shift, nowMs)
  return onDuty.length > 0 ? onDuty : findHolders(trx, 'nat_duty')
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
