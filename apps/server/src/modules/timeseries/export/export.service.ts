import {
  DIRECT_EXPORT_POINTS,
  type ExportForm,
  type ExportJob,
  MAX_EXPORTS_KEPT,
  MAX_EXPORTS_UNDER_WAY,
} from '@natim/contract/mon/ts-export'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { SessionUser } from '../../../platform/auth/session-user.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../../platform/journal.ts'
import { createLimiter } from '../../../platform/limiter.ts'
import type { Log } from '../../../platform/logger.ts'
import type { ChannelRecord } from '../../overview/index.ts'
import { assertAskable, findKnown, getKnown } from '../known-channels.ts'
import { expectedRows } from '../level.ts'
import { periodMsOf } from '../plan.ts'
import { carryOut } from './carry-out.ts'
import {
  cancelExport,
  countExports,
  deleteExport,
  type ExportBody,
  findExport,
  findExports,
  insertExport,
  lockStarts,
} from './export.repository.ts'
import { type ExportDeps, MIME_TYPES } from './run-export.ts'

/** Files that one process writes within calls at the same time. */
const DIRECT_AT_ONCE = 2
const DIRECT_WAITING = 10

const dayText = (tsMs: number) => calendarDayGmt8(tsMs).replaceAll('-', '')

export function createExports(deps: ExportDeps & { readonly log: Log }) {
  const { db, store } = deps
  const limiter = createLimiter({ atOnce: DIRECT_AT_ONCE, waiting: DIRECT_WAITING })

  async function find(user: SessionUser, id: string) {
    const row = await findExport(db, user.userId, id)
    if (row === undefined) throw new AppError('row.not_found')
    return row
  }

  async function jobOf(user: SessionUser, id: string): Promise<ExportJob> {
    const job = (await findExports(db, user.userId)).find((row) => row.id === id)
    if (job === undefined) throw new AppError('row.not_found')
    return job
  }

  return {
    /**
     * Writes a small file at once; a large one waits for a worker.
     *
     * @throws AppError as for a query; `export.busy`, `export.full`
     */
    async start(actor: Actor, { format, ...asked }: ExportForm): Promise<ExportJob> {
      const { user } = actor
      const channelNos = assertAskable(asked)
      const channels = await getKnown(db, user.scope, channelNos)
      const body: ExportBody = { ...asked, channels: channelNos }
      const isDirect = isSmall(channels, body)
      const id = newId()
      const fileName = `历史数据_${dayText(asked.from)}-${dayText(asked.to)}.${format}`
      const touchedAt = await db.transaction().execute(async (trx) => {
        await lockStarts(trx, user.userId)
        const { underWay, kept } = await countExports(trx, user.userId)
        if (underWay >= MAX_EXPORTS_UNDER_WAY)
          throw new AppError('export.busy', { data: { max: MAX_EXPORTS_UNDER_WAY } })
        if (kept + underWay >= MAX_EXPORTS_KEPT) throw new AppError('export.full', { data: { max: MAX_EXPORTS_KEPT } })
        await writeOperation(trx, actor, {
          content: `导出历史数据：${channelNos.length} 个通道，${format}`,
          operateType: OPERATE.export,
          objectId: id,
          detail: { table: 'mon_ts_export', after: { ...body, format } },
        })
        return insertExport(trx, { id, userId: user.userId, body, format, fileName, isTaken: isDirect })
      })
      if (touchedAt !== null)
        await limiter.take(() => carryOut(deps, { id, userId: user.userId, body, format, touchedAt }))
      return jobOf(user, id)
    },

    list: (user: SessionUser): Promise<ExportJob[]> => findExports(db, user.userId),

    /**
     * The file, if the user requested it and still sees its channels.
     *
     * @throws AppError `row.not_found`
     */
    async file(user: SessionUser, id: string) {
      const { state, storeKey, sha256, fileName, format, sizeBytes, createTime, body } = await find(user, id)
      if (state !== 'done' || storeKey === null || sha256 === null) throw new AppError('row.not_found')
      const { channels } = body
      if ((await findKnown(db, user.scope, channels)).length < channels.length) throw new AppError('row.not_found')
      const served = {
        fileName,
        mimeType: MIME_TYPES[format],
        fileSize: Number(sizeBytes),
        sha256,
        isPrivate: true,
        createTime,
      }
      return { served, open: (range?: { start: number; end: number }) => store.open(storeKey, range) }
    },

    /** @throws AppError `row.not_found` */
    async remove(user: SessionUser, id: string): Promise<void> {
      if (await cancelExport(db, user.userId, id)) return
      const { storeKey } = await find(user, id)
      if (storeKey !== null) await store.remove(storeKey)
      await deleteExport(db, id)
    },
  }
}

/** By the number of expected rows; channels without a period have few samples. */
function isSmall(channels: readonly ChannelRecord[], { from, to, agg }: ExportBody): boolean {
  const rangeMs = to - from
  const points = channels.map((channel) =>
    // Upper bound for the automatic level: the samples themselves, or the points of a chart.
    expectedRows(agg === 'auto' ? '1m' : agg, { rangeMs, periodMs: periodMsOf(channel) }),
  )
  return points.reduce((sum, count) => sum + count, 0) < DIRECT_EXPORT_POINTS
}
