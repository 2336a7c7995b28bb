import type pg from 'pg'
import { fieldName } from '../resource/index.ts'
import type { AdministrationRows } from './administration.ts'

/** Runs after the people; rows of the first administrator are omitted while there is none. */
export async function insertAdministration(client: pg.ClientBase, rows: AdministrationRows): Promise<void> {
  const json = (list: readonly object[]) => [JSON.stringify(list)]
  await insertTenants(client, rows.tenants)
  await client.query(
    `with role as (
       insert into sys_depart_role (id, depart_id, role_name, role_code, description, create_by)
       select id, depart_id, role_name, role_code, description, create_by
       from jsonb_populate_recordset(null::sys_depart_role, $1) as row
       where exists (select from sys_depart depart where depart.id = row.depart_id)
       on conflict do nothing returning id, depart_id, create_by
     )
     insert into sys_depart_role_user (id, drole_id, user_id)
     select role.id || member.place, role.id, member.user_id
     from role cross join lateral (
       select person.id as user_id, row_number() over (order by person.username) as place
       from sys_user_depart link join sys_user person on person.id = link.user_id
       where link.dep_id = role.depart_id and person.create_by = role.create_by
       order by person.username limit 3
     ) as member`,
    json(rows.departRoles),
  )
  await client.query(
    `insert into sys_saved_view (id, user_id, list_path, name, content, role_id)
     select row.id, owner.id, list_path, row.name, content, role.id
     from jsonb_to_recordset($1) as row (id text, list_path text, name text, content jsonb, role_code text)
     join sys_user owner on owner.username = 'admin' left join sys_role role on role.role_code = row.role_code
     on conflict do nothing`,
    json(rows.views),
  )
  // Fills 我的部门 of the administrator, who heads the national centre.
  await client.query(
    `update sys_user set user_identity = 2, depart_ids = 'd-a01'
     where username = 'admin' and depart_ids is null and exists (
       select from sys_user_depart link where link.user_id = sys_user.id and link.dep_id = 'd-a01')`,
  )
  await client.query(
    `insert into sys_job_run (id, job_id, job_class_name, cause, status, message, start_time, end_time)
     select row.id, job_id, row.job_class_name, cause, row.status, message, start_time, end_time
     from jsonb_populate_recordset(null::sys_job_run, $1) as row join sys_quartz_job job on job.id = row.job_id`,
    json(rows.jobRuns),
  )
  await insertJournal(client, rows)
}

/** Tenants with some of the demonstration's people, by department. */
async function insertTenants(client: pg.ClientBase, tenants: readonly object[]): Promise<void> {
  await client.query(
    `with wanted as (
       select * from jsonb_to_recordset($1) as row (id int, name text, status smallint, org_codes text[],
         begin_date timestamptz, end_date timestamptz, create_by text)
     ), added as (
       insert into sys_tenant (id, name, status, begin_date, end_date, create_by)
       select id, name, status, begin_date, end_date, create_by from wanted on conflict do nothing returning id
     ), member as (
       insert into sys_user_tenant (user_id, tenant_id)
       select person.id, added.id from added join wanted on wanted.id = added.id
       join sys_user person on person.create_by = wanted.create_by and person.org_code = any(wanted.org_codes)
       returning user_id, tenant_id
     )
     update sys_user set rel_tenant_ids = member.tenant_id::text from member where sys_user.id = member.user_id`,
    [JSON.stringify(tenants)],
  )
}

/** Versions and log lines belong to no tenant. */
async function insertJournal(client: pg.ClientBase, { versions, lines }: AdministrationRows): Promise<void> {
  await client.query(`select set_config('natim.tenant', '0', true)`)
  const stations = await client.query<{ row: { id: string } & Record<string, unknown> }>(
    'select to_jsonb(station) as row from mon_station as station where id = any($1)',
    [versions.map(({ data_id }) => data_id)],
  )
  const rowOf = (id: string) =>
    Object.fromEntries(
      Object.entries(stations.rows.find(({ row }) => row.id === id)?.row ?? {}).map(([column, value]) => [
        fieldName(column),
        value,
      ]),
    )
  await client.query(
    `insert into sys_data_log (id, data_table, data_id, data_version, data_content, operate_type, create_by, create_time)
     select id, data_table, data_id, data_version, data_content, operate_type, create_by, create_time
     from jsonb_populate_recordset(null::sys_data_log, $1)`,
    [
      JSON.stringify(
        versions.map((version) => ({
          ...version,
          data_content: { ...rowOf(version.data_id), ...version.data_content },
        })),
      ),
    ],
  )
  await client.query(
    `insert into sys_log (log_type, log_content, success, username, operate_type, object_id, route, request_method,
       request_param, cost_ms, detail, create_time)
     select 2, log_content, true, username, operate_type, object_id, route, request_method, request_param, cost_ms,
       detail, create_time
     from jsonb_populate_recordset(null::sys_log, $1) order by create_time`,
    [JSON.stringify(lines)],
  )
}
