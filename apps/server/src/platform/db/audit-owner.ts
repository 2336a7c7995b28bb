import { Kysely, PostgresDialect, sql } from 'kysely'
import { createPool } from './pool.ts'

/**
 * Whether the tables of the audit log are kept from the role the server works as: it may write lines and read them, and
 * nothing it is made to say changes, removes or unlocks them (ADR 0034).
 */
export type AuditProtection = 'protected' | 'by a superuser' | 'no right to create roles'

/** What is wrong when it is not, for the log and the doctor. */
export const AUDIT_UNPROTECTED =
  'the audit tables are not kept from the role of DATABASE_URL: let it be no superuser, and have one that may create roles hand them over'

/** Owner of the audit tables. Nobody signs in as it, and the role of the server is no member. */
const OWNER = 'natim_audit'
const INSUFFICIENT_PRIVILEGE = '42501'
const TABLES = ['sys_log', 'sys_data_log', 'sys_log_seal']

interface Standing {
  readonly isSuperuser: boolean
  readonly mayCreateRoles: boolean
  readonly isOwnedApart: boolean
  /** Whether the role of the server still makes tables in the schema. */
  readonly mayServerCreate: boolean
}

/**
 * @param keeperUrl may give tables away: the superuser of the embedded database, else the role of DATABASE_URL
 */
export const protectAudit = (keeperUrl: string): Promise<AuditProtection> =>
  asKeeper(keeperUrl, async (db) => {
    const standing = await findStanding(db)
    // Once: a change of owner waits for whoever reads the log, and makes everybody else wait.
    if (!standing.isOwnedApart || !standing.mayServerCreate) {
      const isDone = (standing.isSuperuser || standing.mayCreateRoles) && (await tryTo(handOver, db))
      if (!isDone) return 'no right to create roles'
    }
    // A session of a superuser may always go back to being one.
    return standing.isSuperuser && !(await isForAnother(db)) ? 'by a superuser' : 'protected'
  })

/** How it stands, without changing anything. */
export const lookAtAudit = (connectionString: string): Promise<AuditProtection> =>
  asKeeper(connectionString, async (db) => {
    const { isSuperuser, isOwnedApart } = await findStanding(db)
    if (isSuperuser) return 'by a superuser'
    return isOwnedApart ? 'protected' : 'no right to create roles'
  })

/** Gives the tables back to the role that upgrades them, until {@link protectAudit}. */
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

/** The owner may be there already, made by somebody who gave us no right to it. */
export async function tryTo(change: (db: Kysely<unknown>) => Promise<void>, db: Kysely<unknown>): Promise<boolean> {
  try {
    await change(db)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
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

/** Whether the server works as somebody else than the keeper. */
async function isForAnother(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isAnother: boolean }>`
    select pg_get_userbyid(relowner) <> current_user as "isAnother" from pg_class where oid = 'sys_user'::regclass`.execute(
    db,
  )
  return rows[0]?.isAnother ?? false
}

/**
 * The schema too: its owner may drop what is in it. The owner of a database owns it by default, and goes on making tables in
 * it. Whoever may create roles is in the new one while they give things to it.
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
