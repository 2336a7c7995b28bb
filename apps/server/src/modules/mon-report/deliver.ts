import type { ReportRun } from '@natim/contract/mon/mon-report'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { escapeHtml } from '../../platform/html.ts'
import type { Log } from '../../platform/logger.ts'
import { type DataScope, isScopeWithin } from '../../platform/scope.ts'
import { postSystemNotice } from '../notice/index.ts'
import type { Channels } from '../notify/index.ts'
import { findReceivers, type StoredDef } from './report-def.repository.ts'

export interface TellDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly now: () => number
  /** Sends a line with a link to the console; undefined without a mail server. */
  readonly mail: Channels['mail'] | undefined
}

/** Notifies the receivers of a run who may see all its data. */
export async function tellReceivers(
  { db, bus, log, mail, now }: TellDeps,
  def: StoredDef,
  run: ReportRun,
  scope: DataScope,
): Promise<void> {
  const receivers = (await findReceivers(db, def.receivers)).filter((user) =>
    isScopeWithin(scope, { orgCode: user.orgCode ?? '', regionPrefixes: user.regionPrefixes }),
  )
  if (receivers.length === 0) return
  const title = `${run.name} ${run.periodText} 已生成${run.revision > 1 ? `（第 ${run.revision} 版）` : ''}`
  const path = `/mon/report?~=${encodeURIComponent(JSON.stringify({ def: run.defId, run: run.id }))}`
  const told = await db.transaction().execute((trx) =>
    postSystemNotice(
      trx,
      {
        userIds: receivers.map(({ id }) => id),
        title,
        html: `<p>${escapeHtml(title)}</p>`,
        priority: 'L',
        busType: 'report',
        busId: run.id,
        openPage: path,
      },
      new Date(now()),
    ),
  )
  bus.publish('notice', told)
  if (mail === undefined) return
  for (const { email, id } of receivers) {
    if (!email) continue
    const lines = ['登录控制台可预览和下载。']
    const message = { id: `${run.id}-${id}`, kind: 'report' as const, severity: 5, title, lines, path, alarms: [] }
    await mail(email, message).catch((error: unknown) =>
      log.warn({ err: error, run: run.id }, 'report mail not accepted'),
    )
  }
}
