import { type Kysely, sql } from 'kysely'
import { asKeeper, tryTo } from './audit-owner.ts'

/**
 * Whether the identity vault is protected from the server's own role: it may call the functions of the vault, and no
 * other statement of its reads a row (ADR 0056).
 */
export type VaultProtection = 'protected' | 'by a superuser' | 'no right to create roles'

export const VAULT_UNPROTECTED =
  'the vault of identities is not kept from the role of DATABASE_URL: let it be no superuser, and have one that may create roles hand it over'

/** Owner of the vault. It cannot sign in, and the server's role is not a member. */
const OWNER = 'natim_vault'

interface Standing {
  readonly isSuperuser: boolean
  readonly mayCreateRoles: boolean
  readonly isOwnedApart: boolean
  readonly isForAnother: boolean
}

/**
 * @param keeperUrl a role that may change ownership: the superuser of the embedded database, else the role of
 * DATABASE_URL
 */
export const protectVault = (keeperUrl: string): Promise<VaultProtection> =>
  asKeeper(keeperUrl, async (db) => {
    const standing = await findStanding(db)
    if (!standing.isOwnedApart) {
      const isDone = (standing.isSuperuser || standing.mayCreateRoles) && (await tryTo(handOver, db))
      if (!isDone) return 'no right to create roles'
    }
    return standing.isSuperuser && !standing.isForAnother ? 'by a superuser' : 'protected'
  })

/** Hands the vault back to the upgrading role, until {@link protectVault}. */
export const releaseVault = (keeperUrl: string): Promise<void> =>
  asKeeper(keeperUrl, async (db) => {
    const { isSuperuser, mayCreateRoles, isOwnedApart } = await findStanding(db)
    if (isOwnedApart && (isSuperuser || mayCreateRoles)) await handBack(db)
  })

async function findStanding(db: Kysely<unknown>): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select self.rolsuper as "isSuperuser", self.rolcreaterole as "mayCreateRoles",
      coalesce((select pg_get_userbyid(nspowner) = ${OWNER} from pg_namespace where nspname = 'mon_vault'), false)
      and coalesce((select bool_and(pg_get_userbyid(relowner) = ${OWNER}) from pg_class
        where relkind = 'r' and relnamespace = to_regnamespace('mon_vault')), false) as "isOwnedApart",
      coalesce((select pg_get_userbyid(relowner) <> current_user from pg_class
        where oid = to_regclass('public.mon_reid_request')), false) as "isForAnother"
    from pg_roles as self where rolname = current_user`.execute(db)
  return rows[0] ?? { isSuperuser: false, mayCreateRoles: false, isOwnedApart: false, isForAnother: false }
}

/**
 * The function that opens an identity marks the request as used: its owner may do that and nothing else outside the
 * vault.
 */
async function handOver(db: Kysely<unknown>): Promise<void> {
  await sql`do $$
    declare
      app name := (select pg_get_userbyid(relowner) from pg_class where oid = 'mon_reid_request'::regclass);
      is_superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
      item text;
    begin
      perform pg_advisory_xact_lock(71030057);
      begin
        create role natim_vault nologin;
      exception when duplicate_object or unique_violation then null;
      end;
      if not is_superuser then execute format('grant natim_vault to %I', current_user); end if;
      grant select, update on mon_reid_request to natim_vault;
      -- What is given needs the right to make things where it lies.
      grant usage, create on schema mon_vault to natim_vault;
      for item in select oid::regprocedure from pg_proc where pronamespace = 'mon_vault'::regnamespace loop
        execute format('alter function %s owner to natim_vault', item);
        execute format('grant execute on function %s to %I', item, app);
      end loop;
      for item in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'mon_vault'::regnamespace loop
        execute format('alter table %s owner to natim_vault', item);
        execute format('revoke all on %s from %I', item, app);
      end loop;
      alter schema mon_vault owner to natim_vault;
      execute format('revoke create on schema mon_vault from %I', app);
      execute format('grant usage on schema mon_vault to %I', app);
      if not is_superuser then execute format('revoke natim_vault from %I', current_user); end if;
    end $$`.execute(db)
}

async function handBack(db: Kysely<unknown>): Promise<void> {
  await sql`do $$
    declare
      app name := (select pg_get_userbyid(relowner) from pg_class where oid = 'mon_reid_request'::regclass);
      is_superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
      item text;
    begin
      perform pg_advisory_xact_lock(71030057);
      if not is_superuser then execute format('grant natim_vault to %I', current_user); end if;
      execute format('alter schema mon_vault owner to %I', app);
      for item in select oid::regprocedure from pg_proc where pronamespace = 'mon_vault'::regnamespace loop
        execute format('alter function %s owner to %I', item, app);
      end loop;
      for item in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'mon_vault'::regnamespace loop
        execute format('alter table %s owner to %I', item, app);
      end loop;
      if not is_superuser then execute format('revoke natim_vault from %I', current_user); end if;
    end $$`.execute(db)
}
