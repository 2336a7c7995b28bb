import { Kysely, PostgresDialect, sql } from 'kysely'
import { errorDetailsOf } from '../errors.ts'
import { createPool } from './pool.ts'

/**
 * Whether the audit tables are protected from the server's own role: it may insert and read lines, and no statement of
 * its can change, remove or unlock them (ADR 0034).
 */
export type AuditProtection = 'protected' | 'by a superuser' | 'no right to create roles'

/** Message for the log and the doctor when they are not protected. */
export const AUDIT_UNPROTECTED =
  'the audit tables are not kept from the role of DATABASE_URL: let it be no superuser, and have one that may create roles hand them over'

/** Owner of the audit tables. It cannot sign in, and the server's role is not a member. */
const OWNER = 'natim_audit'
const INSUFFICIENT_PRIVILEGE = '42501'
const TABLES = ['sys_log', 'sys_data_log', 'sys_log_seal']

interface Standing {
  readonly isSuperuser: boolean
  readonly mayCreateRoles: boolean
  readonly isOwnedApart: boolean
  /** Whether the server's role may still create tables in the schema. */
  readonly mayServerCreate: boolean
}

/**
 * @param keeperUrl a role that may change ownership: the superuser of the embedded database, else the role of
 * DATABASE_URL
 */
export const protectAudit = (keeperUrl: string): Promise<AuditProtection> =>
  asKeeper(keeperUrl, async (db) => {
    const standing = await findStanding(db)
    // Only once: a change of owner waits for readers of the log and blocks everybody else.
    if (!standing.isOwnedApart || !standing.mayServerCreate) {
      const isDone = (standing.isSuperuser || standing.mayCreateRoles) && (await tryTo(handOver, db))
      if (!isDone) return 'no right to create roles'
    }
    // A superuser session can always reset its role.
    return standing.isSuperuser && !(await isForAnother(db)) ? 'by a superuser' : 'protected'
  })

/** Checks the protection without changing anything. */
export const lookAtAudit = (connectionString: string): Promise<AuditProtection> =>
  asKeeper(connectionString, async (db) => {
    const { isSuperuser, isOwnedApart } = await findStanding(db)
    if (isSuperuser) return 'by a superuser'
    return isOwnedApart ? 'protected' : 'no right to create roles'
  })

/** Hands the tables back to the upgrading role, until {@link protectAudit}. */
export const releaseAudit = (keeperUrl: string): Promise<void> =>
  asKeeper(keeperUrl, async (db) => {
    const { isSuperuser, mayCreateRoles, isOwnedApart } = await findStanding(db)
    if (isOwnedApart && (isSuperuser || mayCreateRoles)) await handBack(db)
  })

export async function asKeeper<T>(connectionString: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const limits = { max: 1, statementTimeoutMs: 0, isUpgrade: true }
  const pool = createPool({ connectionString, applicationName: 'natim-keeper', ...limits }, () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** False when the privilege is missing: the owner may exist already, created by a role that gave us no right to it. */
export async function tryTo(change: (db: Kysely<unknown>) => Promise<void>, db: Kysely<unknown>): Promise<boolean> {
  try {
    await change(db)
    return true
  } catch (error) {
    if (errorDetailsOf(error).code !== INSUFFICIENT_PRIVILEGE) throw error
    return false
  }
}

async function findStanding(db: Kysely<unknown>): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select self.rolsuper as "isSuperuser", self.rolcreaterole as "mayCreateRoles",
      coalesce((select bool_and(pg_get_userbyid(relowner) = ${OWNER}) from pg_class
        where relnamespace = 'public'::regnamespace and relname = any(${TABLES}::text[])), false)
      and (select pg_get_userbyid(nspowner) = ${OWNER} from pg_namespace where nspname = 'public')
      -- Who is bound by nothing works as natim_app.
      and not exists (select from pg_roles as owner, pg_class as plain
        join pg_roles as app on app.oid = plain.relowner
        where owner.rolname = ${OWNER} and plain.oid = to_regclass('sys_user') and not app.rolsuper
          and pg_has_role(app.oid, owner.oid,
            case when current_setting('server_version_num')::int < 160000 then 'member' else 'usage, set' end)) as "isOwnedApart",
      coalesce((select has_schema_privilege(relowner, 'public', 'create') from pg_class
        where oid = to_regclass('sys_user')), true) as "mayServerCreate"
    from pg_roles as self where rolname = current_user`.execute(db)
  return rows[0] ?? { isSuperuser: false, mayCreateRoles: false, isOwnedApart: false, mayServerCreate: true }
}

/** Whether the server runs as a role other than the keeper. */
async function isForAnother(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isAnother: boolean }>`
    select pg_get_userbyid(relowner) <> current_user as "isAnother" from pg_class where oid = 'sys_user'::regclass`.execute(
    db,
  )
  return rows[0]?.isAnother ?? false
}

/**
 * Includes the schema, whose owner may drop its contents. The database owner owns it by default and keeps the right to
 * create tables in it. A keeper with CREATEROLE is a member of the new owner during the hand-over.
 */
async function handOver(db: Kysely<unknown>): Promise<void> {
  await sql`do $$
    declare
      app name := (select pg_get_userbyid(relowner) from pg_class where oid = 'sys_user'::regclass);
      is_superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
      item text;
    begin
      perform pg_advisory_xact_lock(71030026);
      begin
        create role natim_audit nologin;
      exception when duplicate_object or unique_violation then null;
      end;
      if not is_superuser then execute format('grant natim_audit to %I', current_user); end if;
      grant usage, create on schema public to natim_audit;
      foreach item in array array['sys_log', 'sys_data_log', 'sys_log_seal'] loop
        execute format('alter table %I owner to natim_audit', item);
        execute format('revoke all on %I from %I', item, app);
        execute format('grant select, insert on %I to %I', item, app);
      end loop;
      for item in
        select counter.oid::regclass from pg_class as counter
        join pg_depend as own on own.objid = counter.oid and own.deptype in ('a', 'i')
        where counter.relkind = 'S' and own.refobjid in ('sys_log'::regclass, 'sys_data_log'::regclass, 'sys_log_seal'::regclass)
      loop
        execute format('grant usage, select on sequence %s to %I', item, app);
      end loop;
      alter function refuse_change() owner to natim_audit;
      alter schema public owner to natim_audit;
      -- Not before: what an owner grants itself goes to the next one along with the schema.
      execute format('grant usage, create on schema public to %I', app);
      if not is_superuser then execute format('revoke natim_audit from %I', current_user); end if;
    end $$`.execute(db)
}

async function handBack(db: Kysely<unknown>): Promise<void> {
  await sql`do $$
    declare
      app name := (select pg_get_userbyid(relowner) from pg_class where oid = 'sys_user'::regclass);
      is_superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
      item text;
    begin
      perform pg_advisory_xact_lock(71030026);
      if not is_superuser then execute format('grant natim_audit to %I', current_user); end if;
      execute format('alter schema public owner to %I', app);
      foreach item in array array['sys_log', 'sys_data_log', 'sys_log_seal'] loop
        execute format('alter table %I owner to %I', item, app);
      end loop;
      execute format('alter function refuse_change() owner to %I', app);
      if not is_superuser then execute format('revoke natim_audit from %I', current_user); end if;
    end $$`.execute(db)
}
