import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface ViewRecord {
  readonly id: string
  readonly viewerSessionId: string
  readonly viewerId: string
  readonly viewerName: string
  readonly tenantId: number
  readonly subjectKind: string
  readonly subjectId: string
  readonly subjectName: string
}

/** An ended view with its duration. */
export interface EndedView extends ViewRecord {
  readonly lastedMs: number
}

/**
 * @param lifeMs counted from the database clock @returns the expiry; undefined when the session already has `most`
 * views
 */
export async function insertView(
  db: Db,
  {
    lifeMs,
    most,
    ...view
  }: ViewRecord & { readonly tokenHash: Buffer; readonly lifeMs: number; readonly most: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into sys_view_session (id, token_hash, viewer_session_id, viewer_id, viewer_name, tenant_id,
      subject_kind, subject_id, subject_name, expires_at)
    select ${view.id}, ${view.tokenHash}, ${view.viewerSessionId}, ${view.viewerId}, ${view.viewerName},
      ${view.tenantId}::int, ${view.subjectKind}, ${view.subjectId}, ${view.subjectName},
      now() + make_interval(secs => ${lifeMs / 1_000})
    where (select count(*) from sys_view_session
      where viewer_session_id = ${view.viewerSessionId} and expires_at > now()) < ${most}
    returning expires_at`.execute(db)
  return rows[0]?.expiresAt
}

/** The view of a token, unless expired. The caller checks whether the viewer's session is live. */
export const findView = (db: Db, tokenHash: Buffer): Promise<ViewRecord | undefined> =>
  db
    .selectFrom('sysViewSession')
    .select(['id', 'viewerSessionId', 'viewerId', 'viewerName', 'tenantId', 'subjectKind', 'subjectId', 'subjectName'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()

const ENDED = sql`id, viewer_session_id, viewer_id, viewer_name, tenant_id, subject_kind, subject_id, subject_name,
  (extract(epoch from least(now(), expires_at) - created_at) * 1000)::float8 as lasted_ms`

export async function deleteViewByHash(db: Db, tokenHash: Buffer): Promise<EndedView | undefined> {
  const { rows } = await sql<EndedView>`
    delete from sys_view_session where token_hash = ${tokenHash} returning ${ENDED}`.execute(db)
  return rows[0]
}

/** Deletes and returns views that expired or whose viewer session is gone. */
export async function deleteOverViews(db: Db): Promise<EndedView[]> {
  const { rows } = await sql<EndedView>`
    delete from sys_view_session as view where view.expires_at <= now() or not exists (
      select from sys_session as session where session.id = view.viewer_session_id and session.expires_at > now())
    returning ${ENDED}`.execute(db)
  return rows
}

/** The user data that a view needs, with the codes of all departments. */
export async function findSubject(db: Db, userId: string) {
  const { rows } = await sql<{
    id: string
    username: string
    realname: string
    isBlocked: boolean
    orgCode: string | null
    regionPrefixes: string[]
    orgCodes: string[]
  }>`
    select person.id, person.username, person.realname, person.org_code, person.region_prefixes,
      (person.status <> 1 or person.del_flag <> 0) as is_blocked,
      array(select depart.org_code from sys_user_depart as link
        join sys_depart as depart on depart.id = link.dep_id and depart.del_flag = '0'
        where link.user_id = person.id order by depart.org_code)::text[] as org_codes
    from sys_user as person where person.id = ${userId}`.execute(db)
  return rows[0]
}
