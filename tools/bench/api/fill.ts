import type pg from 'pg'

export interface FillPlan {
  readonly users: number
  readonly departs: number
  readonly dictItems: number
  readonly logRows: number
  readonly menus: number
  readonly roles: number
}

/** Rows of a large authority, inserted directly into the tables. `readerId` gets every bench role. */
export async function fill(pool: pg.Pool, plan: FillPlan, readerId: string): Promise<void> {
  for (const [text, values] of [...peopleOf(plan), ...registersOf(plan), ...rightsOf(plan, readerId)])
    await pool.query(text, [...values])
  await pool.query(
    'vacuum analyze sys_user, sys_user_depart, sys_depart, sys_dict, sys_dict_item, sys_log, sys_permission, sys_role_permission',
  )
}

type Statement = readonly [text: string, values: readonly unknown[]]

function peopleOf(plan: FillPlan): Statement[] {
  return [
    [
      `insert into sys_depart (id, parent_id, depart_name, org_code, org_type)
       select 'bd-' || n, 'd-a01', '部门' || n, 'A01' || chr(65 + n / 99) || lpad((n % 99 + 1)::text, 2, '0'), '2'
       from generate_series(0, $1::int - 1) n`,
      [plan.departs],
    ],
    [
      `insert into sys_user (id, username, realname, password_hash, phone, sex, org_code, create_time)
       select 'bu-' || n, 'bench' || n, '用户' || n, 'none', '13' || lpad(n::text, 9, '0'), 1 + n % 2, 'A01',
         now() - make_interval(secs => n)
       from generate_series(1, $1::int) n`,
      [plan.users],
    ],
    [
      `insert into sys_user_depart (user_id, dep_id)
       select 'bu-' || n, 'bd-' || n % $2::int from generate_series(1, $1::int) n`,
      [plan.users, plan.departs],
    ],
  ]
}

function registersOf(plan: FillPlan): Statement[] {
  return [
    [
      `insert into sys_dict (id, dict_name, dict_code)
       select 'bdict-' || n, '字典' || n, 'bench_' || n from generate_series(1, $1::int) n`,
      [Math.ceil(plan.dictItems / 100)],
    ],
    [
      `insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order)
       select 'bdi-' || n, 'bdict-' || 1 + (n - 1) / 100, '项' || n, n::text, n % 100
       from generate_series(1, $1::int) n`,
      [plan.dictItems],
    ],
    [
      `insert into sys_log (log_type, log_content, success, user_id, username, ip, operate_type, create_time, tenant_id)
       select 1 + n % 2, '编辑用户：用户' || n % 1000, true, 'bu-' || n % 1000, 'bench' || n % 1000, '10.0.0.1', 1 + n % 6,
         now() - make_interval(secs => n * 3), set_config('natim.tenant', '0', true)::int
       from generate_series($1::int, 1, -1) n`,
      [plan.logRows],
    ],
    [
      // Marks them as sealed: otherwise sealing would run beside the measured calls.
      `insert into sys_log_seal (seq, log_id, hash, seal_time)
       select 1, last_value, '\\x00', now() - interval '2 hours' from sys_log_id_seq`,
      [],
    ],
  ]
}

function rightsOf(plan: FillPlan, readerId: string): Statement[] {
  return [
    [
      `insert into sys_permission (id, parent_id, name, url, component, menu_type, sort_no)
       select 'bm-' || n, case when n <= 20 then null else 'bm-' || 1 + n % 20 end, '菜单' || n, '/bench/' || n,
         case when n <= 20 then 'layouts/RouteView' else 'bench/Page' || n end, case when n <= 20 then 0 else 1 end, n
       from generate_series(1, $1::int) n`,
      [plan.menus],
    ],
    [
      `insert into sys_role (id, role_name, role_code)
       select 'br-' || n, '角色' || n, 'bench_' || n from generate_series(1, $1::int) n`,
      [plan.roles],
    ],
    [
      `insert into sys_role_permission (role_id, permission_id)
       select 'br-' || r, 'bm-' || m from generate_series(1, $1::int) r, generate_series(1, $2::int) m where (r + m) % 4 = 0`,
      [plan.roles, plan.menus],
    ],
    [
      `insert into sys_user_role (user_id, role_id) select $2, 'br-' || n from generate_series(1, $1::int) n`,
      [plan.roles, readerId],
    ],
  ]
}
