import { type PendingClient, pendingEndpoints } from '@natim/contract/mon/pending'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { OPERATE } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import type { Module } from '../resource/index.ts'
import { findPending, markIgnored, PENDING_FIELDS, PENDING_LIST } from './pending.repository.ts'

type Found = Awaited<ReturnType<typeof findPending>>['records'][number]

/** 待接入设备: clients that tried to connect and are not registered (domain §6.3). */
export const pendingModule: Module = {
  routes(api, { db }) {
    implement(api, pendingEndpoints, {
      list: async ({ query, ctx }) => {
        const request = parseListRequest(query, PENDING_FIELDS, PENDING_LIST)
        const { records, total } = await findPending(db, ctx.user.scope, request)
        return toPage(records.map(toRow), total, request)
      },
      ignore: async ({ body, ctx }) => {
        await ignore(db, ctx.user, body)
        return withMessage(null, body.isIgnored ? '已忽略' : '已恢复')
      },
    })
  },
}

/**
 * @throws AppError pending.gone when one of them is registered, not visible or already in that state: none is changed
 */
async function ignore(
  db: Db,
  user: SessionUser,
  { ids, isIgnored }: { readonly ids: readonly string[]; readonly isIgnored: boolean },
): Promise<void> {
  const clients = [...new Set(ids)]
  await db.transaction().execute(async (trx) => {
    const marked = await markIgnored(trx, user.scope, clients, isIgnored ? user.username : null)
    if (marked !== clients.length) throw new AppError('pending.gone')
    await writeAudit(trx, {
      logType: OPERATION_LOG,
      content: `${isIgnored ? '忽略' : '恢复'}待接入设备 ${clients.join('、')}`,
      success: true,
      operateType: OPERATE.edit,
      userId: user.userId,
      username: user.username,
      sessionId: user.sessionId,
      tenantId: user.tenantId,
    })
  })
}

const toRow = ({ newest, kinds, ...found }: Found): PendingClient => ({
  ...found,
  id: found.clientId,
  kinds,
  quarantined: Object.values(kinds).reduce((sum, n) => sum + n, 0),
  newest: newest && readable(newest),
  firstAt: toDateTimeText(found.firstAt),
  lastAt: toDateTimeText(found.lastAt),
  ignoredAt: toDateTimeText(found.ignoredAt),
})

/** Truncated bytes may end within a character. */
const CUT = /\uFFFD{1,3}$/

/** The text of a message; null if it is compressed or not text. */
function readable(bytes: Buffer): string | null {
  const text = bytes.toString('utf8').replace(CUT, '')
  return /[\uFFFD\u0000-\u0008\u000E-\u001F]/.test(text) ? null : text
}
