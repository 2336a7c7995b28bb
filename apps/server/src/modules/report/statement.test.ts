import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { readStatement } from './statement.ts'

const refusal = (text: string) =>
  readStatement(text).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError && error.code === 'report.sql_refused' ? error.message : error),
  )

describe('an accepted statement', () => {
  it.each([
    'select * from station',
    'select s.code, count(*) as n from report.station s left join device d on d.station_id = s.id group by s.code order by 2 desc limit 10;',
    'with x as (select code, lng from station) select upper(code), round(lng::numeric, 2) from x where lng > 0 and code is not null',
    "select case when status in ('active', 'closed') then coalesce(address, '-') else null end as a from station union all select name from device",
    "select code, row_number() over (partition by region_code order by code) as n from station where create_time > now() - interval '7 days'",
    "select region_code, extract(year from create_time) as y, sum(population5km) filter (where status = 'active') as p from station group by 1, 2 having count(*) > 1",
    "select code from station s where exists (select 1 from device d where d.station_id = s.id) and lng between 1 and 2 and name ~~* '%a%'",
    "select date_trunc('day', create_time at time zone 'Asia/Shanghai') as day, current_date as today from device -- 注释",
    "select greatest(lng, lat), nullif(code, name), position('a' in code), substring(code from 1 for 2), trim(name) from station",
  ])('%s', async (text) => expect(await refusal(text)).toBe('taken'))

  it('is split at its placeholders, quoted or not', async () => {
    expect(
      await readStatement(
        "select * from station where code = '${code}' and (${a} = '' or name like '%' || ${ a } || '%')",
      ),
    ).toEqual({
      texts: ['select * from station where code = ', ' and (', " = '' or name like '%' || ", " || '%')"],
      params: ['code', 'a', 'a'],
    })
  })
})

describe('a refused statement', () => {
  it.each([
    ['two statements', 'select 1; select 2', '只能是一条'],
    ['none', '-- nothing', '只能是一条'],
    ['a write', 'delete from station', '只能是一条'],
    ['a write in a common table', 'with x as (delete from device returning id) select * from x', 'DeleteStmt'],
    ['into', 'select * into evil from station', 'INTO'],
    ['into below a union', 'select 1 union select code into evil from station', 'INTO'],
    ['a lock', 'select * from station for update', '锁定'],
    ['a lock in a sub-select', 'select * from (select * from station for share) x', '锁定'],
    ['copy', "copy station to program 'id'", '只能是一条'],
    ['explain', 'explain analyze select 1', '只能是一条'],
    ['do', 'do $$ begin end $$', '只能是一条'],
    ['a table of ours', 'select password_hash from sys_user', '不能读取 sys_user'],
    ['a table of ours by its schema', 'select * from public.sys_user', '不能读取'],
    ['a view by another schema', 'select * from public.station', '不能读取'],
    ['another database', 'select * from other.report.station', '不能读取'],
    ['the catalogue', 'select * from pg_authid', '不能读取'],
    [
      'the catalogue behind a common table',
      'select * from (with pg_shadow as (select 1) select 1) x, pg_shadow',
      'pg_',
    ],
    ['a table in a condition', 'select * from station where code = (select username from sys_user)', '不能读取'],
    ['a recursive query', 'with recursive x as (select 1 union all select * from x) select * from x', '递归'],
    ['reading a file', "select pg_read_file('/etc/passwd')", 'pg_read_file'],
    ['sleeping', 'select pg_sleep(100)', 'pg_sleep'],
    ['changing its scope', "select set_config('natim.scope_org', 'A', true), s.* from station s", 'set_config'],
    ['asking for settings', "select current_setting('data_directory')", 'current_setting'],
    ['another database by function', "select * from dblink('x', 'y')", 'RangeFunction'],
    ['a million rows of nothing', 'select generate_series(1, 100000000)', 'generate_series'],
    ['a gigabyte of text', "select lpad('x', 1000000000)", 'lpad'],
    ['running SQL out of text', "select query_to_xml('select 1', true, true, '')", 'query_to_xml'],
    ['a function by another schema', 'select report.sees(code, code) from station', '不能使用函数'],
    ['a function as an operator of a schema', 'select 1 operator(public.+) 2', '运算符'],
    ['a catalogue by a cast', "select 'pg_authid'::regclass", '数据类型'],
    ['who is signed in', 'select current_user', '会话信息'],
    ['a number of its own', 'select * from station where code = $1', '占位符'],
    ['a placeholder in a longer text', "select * from station where name like '%${name}%'", '占位符'],
    ['a placeholder for a name', 'select * from ${table}', '语法错误'],
    ['a placeholder that closes a text', "select '${a}''${a}' from station", '语法错误'],
    ['a placeholder that runs into a number', 'select ${a}5 from station', '占位符'],
    ['a placeholder in a comment', 'select code from station /* ${a} */', '占位符'],
    ['nonsense', 'select\nfrom where', '语法错误，第 2 行'],
    ['too many brackets', `select ${'('.repeat(5_000)}1${')'.repeat(5_000)}`, '嵌套'],
    ['xml', 'select xmlelement(name a)', 'XmlExpr'],
    ['json tables', "select * from json_table('[]', '$' columns (a int))", 'JsonTable'],
    ['samples', 'select * from station tablesample system (1)', 'RangeTableSample'],
  ])('because of %s', async (_, text, reason) => expect(await refusal(text)).toContain(reason))
})
