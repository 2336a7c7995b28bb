import type { ListQuery } from '@natim/contract/fields'
import { type Identity, identity, REID_MINUTES, type ReidRow } from '@natim/contract/mon/subject'
import { MINUTE_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeOperation } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { toPage } from '../../platform/wire.ts'
import { insertAccess } from './access.repository.ts'
import { sightOf } from './mask.ts'
import { randomId } from './random-id.ts'
import {
  decideReid,
  findReid,
  findReidPage,
  findSubject,
  hasIdentity,
  insertReid,
  openOnce,
  REID_FIELDS,
  REID_LIST,
} from './subject.repository.ts'
import { vaultContext } from './subject.service.ts'

interface ReidDeps {
  readonly db: Db
  readonly now: () => number
  readonly sealer: Sealer
}

type Request = Pick<ReidRow, 'reason' | 'caseNo'> & { readonly subjectId: string }

/** Whether the user sees all requests: those who grant and those who audit. Others see their own. */
const seesAll = ({ permissions }: SessionUser) =>
  permissions.has('mon:health:reid') || permissions.has('system:log:list')

/**
 * Re-identification: one person requests it with a reason, another grants it, and the requester may view it once within
 * ten minutes.
 */
export function createReid({ db, now, sealer }: ReidDeps) {
  return {
    async list(user: SessionUser, query: ListQuery) {
      const request = parseListRequest(query, REID_FIELDS, REID_LIST)
      const onlyOf = seesAll(user) ? undefined : user.userId
      const { records, total } = await findReidPage(db, user.scope, onlyOf, request)
      const masked = sightOf(user, false)
      const rows = records.map((record): ReidRow => {
        const untilMs = (record.decidedAt?.getTime() ?? 0) + REID_MINUTES * MINUTE_MS
        return {
          id: record.id,
          subjectCode: masked.code(record.subjectCode),
          reason: record.reason,
          caseNo: record.caseNo,
          state: record.state,
          requestedName: record.requestedName,
          requestedMs: record.requestedAt.getTime(),
          decidedName: record.decidedName,
          decidedMs: record.decidedAt?.getTime() ?? null,
          decideNote: record.decideNote,
          viewedMs: record.viewedAt?.getTime() ?? null,
          openUntilMs: record.state === 'approved' && untilMs > now() ? untilMs : null,
          isOwn: record.requestedBy === user.userId,
        }
      })
      return toPage(rows, total, request)
    },

    async request(actor: Actor, { subjectId, reason, caseNo }: Request) {
      const { user } = actor
      const subject = await findSubject(db, user.scope, subjectId)
      if (subject === undefined) throw new AppError('row.not_found')
      if (!(await hasIdentity(db, subjectId))) throw new AppError('reid.no_identity')
      const id = randomId()
      const { regionCode, sysOrgCode } = subject
      const asked = { requestedBy: user.userId, requestedName: user.realname, regionCode, sysOrgCode }
      await db.transaction().execute(async (trx) => {
        const isNew = await insertReid(trx, { id, subjectId, reason, caseNo, ...asked })
        if (!isNew) throw new AppError('reid.pending')
        await writeOperation(trx, actor, { content: `再识别申请：${caseNo}`, operateType: 2, objectId: id })
      })
      return { id }
    },

    async approve(actor: Actor, id: string, isApproved: boolean, note: string | null) {
      const { user } = actor
      const request = await findReid(db, user.scope, id)
      if (request === undefined) throw new AppError('row.not_found')
      if (request.requestedBy === user.userId) throw new AppError('reid.same_person')
      await db.transaction().execute(async (trx) => {
        const state = isApproved ? 'approved' : 'refused'
        const isTaken = await decideReid(trx, id, { state, by: user.userId, name: user.realname, note })
        if (!isTaken) throw new AppError('reid.decided')
        const verb = isApproved ? '批准' : '拒绝'
        await writeOperation(trx, actor, { content: `再识别${verb}：${request.caseNo}`, operateType: 3, objectId: id })
      })
    },

    /** The statement that returns the text also consumes the request, in one transaction with the log line. */
    async view(actor: Actor, id: string): Promise<{ subjectCode: string; identity: Identity }> {
      const { user, ip } = actor
      const request = await findReid(db, user.scope, id)
      if (request === undefined || request.requestedBy !== user.userId) throw new AppError('row.not_found')
      return db.transaction().execute(async (trx) => {
        const opened = await openOnce(trx, id, user.userId)
        const subject = opened && (await findSubject(trx, user.scope, opened.subjectId))
        if (opened === undefined || subject === undefined) throw new AppError('reid.not_open')
        const who = { userId: user.userId, userName: user.username, ip: ip ?? null }
        await insertAccess(trx, { ...who, kind: 'reid', object: 'subject', subjectIds: [opened.subjectId], rows: 1 })
        await writeOperation(trx, actor, { content: `再识别查看：${request.caseNo}`, operateType: 1, objectId: id })
        const text = sealer.open(opened.sealed, vaultContext(opened.subjectId))
        return { subjectCode: subject.subjectCode, identity: identity.parse(JSON.parse(text)) }
      })
    },
  }
}
