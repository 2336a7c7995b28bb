import type { ErrorCode } from '@natim/contract/errors'
import { type LookResult, VIEW_TOKEN_PREFIX } from '@natim/contract/system/rights'
import { MINUTE_MS } from '@natim/domain/time'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId, newToken } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { loadOwnTenants } from '../tenant/index.ts'
import { hashToken } from './open-session.ts'
import { loadUserInfo } from './user-info.ts'
import { deleteOverViews, deleteViewByHash, type EndedView, insertView } from './view-session.repository.ts'
import { loadSubject, type RightsLookUp, refusalOf, type Subject } from './view-subject.ts'

/** Not renewed: a longer view is a new one with its own log line. */
const VIEW_LIFE_MS = 30 * MINUTE_MS
/** Views per session at the same time. */
const MAX_VIEWS = 5
const PRIVATE_FIELDS = { birthday: null, email: null, phone: null, telephone: null }

/** Views of the console as another user or role (ADR 0027). */
export function createViewSessions({ db, rights }: { readonly db: Db; readonly rights: RightsLookUp }) {
  return {
    /** @throws AppError look.*, row.not_found */
    async begin(actor: Actor, wanted: Pick<Subject, 'kind' | 'id'>): Promise<LookResult> {
      const viewer = actor.user
      const subject = await loadSubject(db, rights, wanted)
      if (subject === undefined) throw new AppError('row.not_found')
      const refusal = refusalOf(viewer, subject)
      if (refusal !== undefined) throw refused(refusal, subject.name)
      const { kind, id, name, person } = subject
      const token = VIEW_TOKEN_PREFIX + newToken()
      const expiresAt = await db.transaction().execute(async (trx) => {
        const view = {
          id: newId(),
          viewerSessionId: viewer.sessionId,
          viewerId: viewer.userId,
          viewerName: viewer.username,
          tenantId: viewer.tenantId,
          subjectKind: kind,
          subjectId: id,
          subjectName: name,
        }
        const ends = await insertView(trx, {
          ...view,
          tokenHash: hashToken(token),
          lifeMs: VIEW_LIFE_MS,
          most: MAX_VIEWS,
        })
        if (ends === undefined) throw new AppError('look.too_many', { data: { max: MAX_VIEWS } })
        const content = `以 ${name} 的身份查看控制台`
        const detail = { kind, view: view.id }
        await writeOperation(trx, actor, { content, operateType: OPERATE.query, objectId: id, detail })
        return ends
      })
      const userInfo = await loadUserInfo(db, person?.userId ?? viewer.userId)
      return {
        token,
        name,
        expiresAt: expiresAt.getTime(),
        lifeMs: VIEW_LIFE_MS,
        userInfo: person === undefined ? userInfo : { ...userInfo, ...PRIVATE_FIELDS },
        tenantId: await tenantFor(db, viewer, person?.userId),
      }
    },

    /** Ends the view of a token. @returns its id, undefined when there is none */
    async end(token: string, ip: string): Promise<string | undefined> {
      const ended = await deleteViewByHash(db, hashToken(token))
      if (ended !== undefined) await noteEnd(db, ended, ip)
      return ended?.id
    },
  }
}

const refused = (code: ErrorCode, name: string) => new AppError(code, { data: { name } })

/** The viewer's tenant if the subject belongs to it too, else the first they share. */
async function tenantFor(db: Db, viewer: SessionUser, subjectId = viewer.userId): Promise<number | null> {
  if (subjectId === viewer.userId) return viewer.tenantId === 0 ? null : viewer.tenantId
  const [own, others] = await Promise.all([loadOwnTenants(db, viewer.userId), loadOwnTenants(db, subjectId)])
  const shared = others.enabled.map(({ id }) => id).filter((id) => own.enabled.some((tenant) => tenant.id === id))
  return shared.find((id) => id === viewer.tenantId) ?? shared[0] ?? null
}

/**
 * Logs the end of views that expired or whose viewer session is gone. @returns their ids, whose sockets are to be
 * closed
 */
export async function endOverViews(db: Db): Promise<string[]> {
  const ended = await deleteOverViews(db)
  for (const view of ended) await noteEnd(db, view)
  return ended.map(({ id }) => id)
}

function noteEnd(db: Db, view: EndedView, ip?: string): Promise<void> {
  return writeAudit(db, {
    logType: OPERATION_LOG,
    content: `结束以 ${view.subjectName} 的身份查看，历时 ${Math.max(1, Math.round(view.lastedMs / MINUTE_MS))} 分钟`,
    success: true,
    operateType: OPERATE.query,
    userId: view.viewerId,
    username: view.viewerName,
    sessionId: view.viewerSessionId,
    tenantId: view.tenantId,
    objectId: view.subjectId,
    detail: { kind: view.subjectKind, view: view.id },
    ip,
  })
}
