import type { ListQuery } from '@natim/contract/fields'
import { maskSubjectCode } from '@natim/domain/subject'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import {
  ACCESS_FIELDS,
  ACCESS_LIST,
  type AccessKind,
  findAccessPage,
  findCodes,
  insertAccess,
} from './access.repository.ts'
import type { Sight } from './mask.ts'

export interface Access {
  readonly kind: AccessKind
  /** `breath_test`, `wearable` … */
  readonly object: string
  readonly subjectIds: readonly (string | null)[]
  readonly rows?: number
}

/** Logs an open read before the response: without the log line nothing is shown. Masked reads are not logged. */
export async function noteAccess(
  db: Db,
  { user, ip }: Actor,
  sight: Pick<Sight, 'isOpen'>,
  access: Access,
): Promise<void> {
  if (!sight.isOpen) return
  const { userId, username } = authorOf(user)
  const { kind, object, rows = access.subjectIds.length } = access
  const subjectIds = [...new Set(access.subjectIds.filter((id) => id !== null))]
  await insertAccess(db, { userId, userName: username, ip: ip ?? null, kind, object, subjectIds, rows })
}

const MAX_NAMED = 20

/** For auditors, who do not see subject codes either. */
export async function listAccess(db: Db, query: ListQuery) {
  const request = parseListRequest(query, ACCESS_FIELDS, ACCESS_LIST)
  const { records, total } = await findAccessPage(db, request)
  const named = records.map((line) => line.subjectIds.slice(0, MAX_NAMED))
  const codes = await findCodes(db, named.flat())
  const lines = records.map((line, index) => ({
    id: String(line.id),
    atMs: line.at.getTime(),
    userName: line.userName,
    ip: line.ip,
    kind: line.kind,
    object: line.object,
    subjects: (named[index] ?? []).map((id) => maskSubjectCode(codes.get(id) ?? '')),
    rows: line.rows,
  }))
  return toPage(lines, total, request)
}
