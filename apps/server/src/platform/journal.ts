import type { Access } from '@natim/contract/endpoint'
import { insertFirstVersion, insertVersions } from './audit.repository.ts'
import { OPERATION_LOG, writeAudit, writeAudits } from './audit.ts'
import { authorOf, type SessionUser } from './auth/session-user.ts'
import type { Db, Tx } from './db/db.ts'
import { nextVersionOf, tenantOfRow } from './db/tenant.ts'
import type { CallContext } from './http/implement.ts'
import { newId } from './id.ts'
import { maskFields } from './mask-secrets.ts'

/** Author of a change, and the call it is made by. */
export interface Actor {
  readonly user: SessionUser
  readonly ip?: string
  readonly route?: string | undefined
}

export const actorOf = ({ user, ip, request }: CallContext<Exclude<Access, 'public'>>): Actor => ({
  user,
  ip,
  route: request.routeOptions.url,
})

type Row = Readonly<Record<string, unknown>>

/** A change of one row: added without `before`, deleted without `after`. */
export interface Change {
  /** Database name: `sys_position`. */
  readonly table: string
  readonly id: string
  /** Label of a row in lists, such as 职务. */
  readonly entityLabel: string
  /** Display name of the row. */
  readonly name: string
  /** Detail for the log line itself. */
  readonly note?: string
  readonly before?: Row | undefined
  readonly after?: Row | undefined
  /** The id is new: there are no versions to count. */
  readonly isNew?: boolean
}

/** `none` marks a version that holds the state before the first noted change. */
export const OPERATE = { none: 0, query: 1, add: 2, edit: 3, delete: 4, import: 5, export: 6 } as const
const VERBS = { 2: '新增', 3: '编辑', 4: '删除' } as const
/** Columns that change with every write. */
const STAMPS = new Set(['createBy', 'createTime', 'updateBy', 'updateTime'])

export const writeChange = (trx: Tx, actor: Actor, change: Change): Promise<void> => writeChanges(trx, actor, [change])

/**
 * Logs changes in the operation log, each with the changed fields before and after, and stores the new versions of the
 * rows; for a row without versions, its previous state too.
 */
export async function writeChanges(trx: Tx, actor: Actor, changes: readonly Change[]): Promise<void> {
  const tenantId = tenantOfRow(actor.user.tenantId)
  const version = ({ table, id, isNew = false }: Change, operateType: number, row: Row) => ({
    id: newId(),
    dataTable: table,
    dataId: id,
    dataVersion: isNew ? 1 : nextVersionOf(table, id),
    dataContent: JSON.stringify(maskFields(row)),
    operateType,
    tenantId,
    createBy: actor.user.username,
  })
  for (const change of changes)
    if (change.before) await insertFirstVersion(trx, version(change, OPERATE.none, change.before))
  await writeAudits(
    trx,
    changes.map((change) => ({
      logType: OPERATION_LOG,
      content: `${VERBS[operateTypeOf(change)]}${change.entityLabel}：${change.name}${change.note ?? ''}`,
      success: true,
      operateType: operateTypeOf(change),
      ...actorColumns(actor),
      objectId: change.id,
      detail: { table: change.table, ...difference(change.before, change.after) },
    })),
  )
  await insertVersions(
    trx,
    changes.map((change) => version(change, operateTypeOf(change), change.after ?? change.before ?? {})),
  )
}

const operateTypeOf = ({ before, after }: Change) =>
  before === undefined ? OPERATE.add : after === undefined ? OPERATE.delete : OPERATE.edit

/** Logs an operation that changes no row: 重置密码, 立即执行 … */
export function writeOperation(
  db: Db,
  actor: Actor,
  {
    detail,
    ...operation
  }: {
    readonly content: string
    readonly operateType?: number
    readonly objectId?: string
    readonly detail?: Row
  },
): Promise<void> {
  return writeAudit(db, {
    logType: OPERATION_LOG,
    success: true,
    ...actorColumns(actor),
    ...operation,
    ...(detail && { detail: maskFields(detail) }),
  })
}

const actorColumns = ({ user, ip, route }: Actor) => {
  const { userId, username, sessionId, tenantId } = authorOf(user)
  return { userId, username, sessionId, tenantId, ip, route }
}

/** The differing fields of both sides; all fields of a new or deleted row. */
function difference(before: Row | undefined, after: Row | undefined): { before?: Row; after?: Row } {
  const same = (key: string) => JSON.stringify(before?.[key]) === JSON.stringify(after?.[key])
  const part = (row: Row) =>
    maskFields(Object.fromEntries(Object.entries(row).filter(([key]) => !STAMPS.has(key) && !same(key))))
  return { ...(before && { before: part(before) }), ...(after && { after: part(after) }) }
}
