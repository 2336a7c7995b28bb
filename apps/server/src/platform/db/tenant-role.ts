import { type Kysely, sql } from 'kysely'

/**
 * Row security does not bind superusers. Their sessions switch to this role; for all other roles the statement is a
 * no-op. `natim_app` is created by {@link prepareTenantRole}.
 */
export const TAKE_TENANT_ROLE = `select set_config('role', 'natim_app', false) from pg_roles
  where rolname = session_user and (rolsuper or rolbypassrls)`

/**
 * When the server connects as a superuser: creates the role its sessions switch to, with the rights of the table
 * owners, because partitions are created at run time. The superuser attribute is not inherited.
 *
 * @throws Error when the role of the connection has BYPASSRLS without being superuser: nothing could bind it
 */
export async function prepareTenantRole<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean }>`
    select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user`.execute(db)
  const [self] = rows
  if (self === undefined || !(self.rolsuper || self.rolbypassrls)) return
  if (!self.rolsuper) {
    throw new Error(
      `Role ${self.rolname} of DATABASE_URL has BYPASSRLS, which undoes the isolation of tenants: alter role ${self.rolname} nobypassrls`,
    )
  }
  // Concurrent databases share roles, and there is nothing else to lock across them.
  await sql`do $$
    declare owner name;
    begin
      begin
        create role natim_app nologin;
      exception when duplicate_object or unique_violation then null;
      end;
      for owner in
        select pg_get_userbyid(datdba) from pg_database where datname = current_database()
        union
        select pg_get_userbyid(relowner) from pg_class where relnamespace = 'public'::regnamespace
        -- Whose tables nobody may change (ADR 0034).
        except select 'natim_audit'
      loop
        if not pg_has_role('natim_app', owner, 'member') then
          begin
            execute format('grant %I to natim_app', owner);
          exception when unique_violation then null;
          end;
        end if;
      end loop;
    end $$`.execute(db)
}
