import { formatGmt8 } from '@natim/domain/time'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { postSystemNotice } from '../notice/index.ts'
import { findReceivers } from './policy.repository.ts'
import { deleteFault, insertFault, isJudgingStale } from './watchdog.repository.ts'

const STALE_MS = 60_000
/** A process that has just started has not judged anything yet. */
const GRACE_MS = 30_000
const KIND = 'judging'
const TOLD = { toRoles: ['nat_admin', 'nat_duty'], toUsers: [] }

/**
 * Notifies the officers when alarms are no longer judged although a process is listening to devices: once per fault,
 * across all processes.
 *
 * @returns a function that checks once
 */
export function createWatchdog({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  let staleSinceMs: number | undefined
  /** A fault may have been recorded by another process, or by this one before a restart. */
  let mayBeNoted = true
  return async (nowMs: number): Promise<void> => {
    if (!(await isJudgingStale(db, nowMs, STALE_MS))) {
      if (mayBeNoted) await deleteFault(db, KIND)
      mayBeNoted = false
      staleSinceMs = undefined
      return
    }
    mayBeNoted = true
    staleSinceMs ??= nowMs
    if (nowMs - staleSinceMs < GRACE_MS) return
    const told = await db.transaction().execute(async (trx) => {
      if (!(await insertFault(trx, KIND, new Date(nowMs)))) return undefined
      const userIds = await findReceivers(trx, TOLD)
      if (userIds.length === 0) return undefined
      const notice = {
        userIds,
        title: '报警计算滞后：超过 60 秒没有判定新数据',
        html: `<p>${formatGmt8(nowMs)} 发现报警计算停滞，期间可能漏报。请检查 ingest 进程，恢复后会自动补判。</p>`,
        priority: 'H',
        busType: 'fault',
        busId: KIND,
        openPage: '/mon/alarm/list',
      } as const
      return postSystemNotice(trx, notice, new Date(nowMs))
    })
    if (told !== undefined) bus.publish('notice', told)
  }
}
