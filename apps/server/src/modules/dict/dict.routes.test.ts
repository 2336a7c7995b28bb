import { signatureOf } from '@natim/domain/signature'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildStation } from '../../testing/build-network.ts'
import { signedGet } from '../../testing/signed-call.ts'

/** Stands still, so that slow calls do not age. */
const clock = createManualClock(Date.now())
let server: TestApp
let token: string
let powerless: string

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await server.addUser('zhang', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  await server.addUser('wang')
  await server.db.updateTable('sysUser').set({ realname: '张值班' }).where('username', '=', 'zhang').execute()
  await server.db.updateTable('sysUser').set({ realname: '王分析' }).where('username', '=', 'wang').execute()
  for (const [id, parentId, departName, orgCode] of [
    ['d-js', 'd-a01', '江苏分中心', 'A01A01'],
    ['d-sz', 'd-js', '苏州站', 'A01A01A01'],
    ['d-zj', 'd-a01', '浙江分中心', 'A01A02'],
    ['d-old', 'd-a01', '已撤部门', 'A01A03'],
  ] as const) {
    await server.db.insertInto('sysDepart').values({ id, parentId, departName, orgCode, orgCategory: '2' }).execute()
  }
  await server.db.updateTable('sysDepart').set({ delFlag: '1' }).where('id', '=', 'd-old').execute()
  await buildStation(server.db, { name: '苏州一号', regionCode: '320500' })
  await buildStation(server.db, { name: '深圳一号', regionCode: '440300' })
  token = await server.signIn('zhang')
  powerless = await server.signIn('wang')
})
afterAll(() => server.close())

const load = async (path: string, query: Record<string, string> = {}, by = token) =>
  (await signedGet(server, `/sys/dict/${path}`, by, query)).body
const texts = (body: { result: { text: string }[] }) => body.result.map((item) => item.text)
const at = (reference: string) => encodeURIComponent(reference)
const DEPART = 'sys_depart,depart_name,id'

describe('[CA-07] the signature is checked only on the five dictionary calls', () => {
  it.each([
    ['/sys/dict/getDictItems/sex', {}],
    [`/sys/dict/loadDict/${DEPART}`, { keyword: '江苏' }],
    [`/sys/dict/loadDictOrderByValue/${DEPART}`, { keyword: 'd-js' }],
    [`/sys/dict/loadDictItem/${DEPART}`, { key: 'd-js' }],
    ['/sys/dict/loadTreeData', { tableName: 'sys_depart', text: 'depart_name', code: 'id', pidField: 'parent_id' }],
  ])('%s', async (path, query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString()
    const call = async (sign: string | undefined, stamp: string) => {
      const headers = { ...(sign ? { 'x-sign': sign } : {}), 'x-timestamp': stamp }
      return (await server.call('GET', `${path}?${search}`, { token, headers })).body
    }
    const sign = signatureOf({ url: path, parameters: query }, 'dd05f1c54d63749eda95f9fa6d49v442a')
    const now = clock.now()
    expect(await call(sign, String(now))).toMatchObject({ success: true })
    for (const refused of [
      await call(undefined, String(now)),
      await call(
        sign.replace(/^./, (digit) => (digit === 'A' ? 'B' : 'A')),
        String(now),
      ),
      await call(sign, String(now - 301_000)),
      await call(sign, String(now + 301_000)),
    ]) {
      expect(refused).toMatchObject({ success: false, code: 500, result: null })
    }
    expect((await server.call('GET', `${path}?${search}`)).status).toBe(401)
  })

  it('other calls need no signature', async () => {
    expect((await server.call('GET', '/sys/dict/queryAllDictItems', { token })).body.success).toBe(true)
  })
})

describe('[CA-66] dictionary items', () => {
  it('include disabled ones, marked, with their text', async () => {
    const status = (value: number) =>
      server.db.updateTable('sysDictItem').set({ status: value }).where('id', '=', 'dict-yn-x').execute()
    await server.db.insertInto('sysDict').values({ id: 'dict-yn', dictCode: 'yn', dictName: '是否' }).execute()
    await server.db
      .insertInto('sysDictItem')
      .values({ id: 'dict-yn-x', dictId: 'dict-yn', itemText: '从前', itemValue: 'x' })
      .execute()
    await status(0)
    expect((await load('getDictItems/yn')).result).toEqual([
      { value: 'x', text: '从前', title: '从前', label: '从前', disabled: true },
    ])
    expect((await load('loadDictItem/yn', { key: 'x' })).result).toEqual(['从前'])
    expect((await load('loadDict/yn', { keyword: '' })).result).toEqual([])
    await status(1)
    expect(texts(await load('loadDict/yn', { keyword: '从' }))).toEqual(['从前'])
  })

  it('are found by code; an unknown code has none', async () => {
    expect((await load('getDictItems/sex')).result).toEqual([
      { value: '1', text: '男', title: '男', label: '男' },
      { value: '2', text: '女', title: '女', label: '女' },
    ])
    expect((await load('getDictItems/no_such')).result).toEqual([])
  })

  it('come from registered tables, with condition and order; commas may be encoded', async () => {
    expect(texts(await load(`getDictItems/${DEPART}`))).toEqual(
      ['国家监测中心', '江苏分中心', '浙江分中心', '苏州站'].sort(),
    )
    expect(texts(await load(`getDictItems/${at(`${DEPART},org_code like 'A01A01%' order by org_code desc`)}`))).toEqual(
      ['苏州站', '江苏分中心'],
    )
    expect(texts(await load(`getDictItems/${at(`sys_depart where id = 'x',depart_name,id`)}`))).toEqual([])
    expect(texts(await load(`getDictItems/${at("sys_user,realname,username,username = '#{sys_user_code}'")}`))).toEqual(
      ['张值班'],
    )
  })

  it.each([
    'sys_user,password_hash,id',
    'sys_user,realname,password_hash',
    'sys_user,username,id',
    'sys_session,token_hash,id',
    'pg_user,usename,usesysid',
    'sys_depart,depart_name',
    'a,b',
    ',,',
    'sys_depart;drop table x,depart_name,id',
  ])('[WG-17] refuse the unregistered %s', async (reference) => {
    const body = await load(`getDictItems/${at(reference)}`)
    expect(body).toMatchObject({ success: false, result: null })
  })

  it.each([
    '1=1',
    "id = 'x' or 1=1",
    "mobile = '1'",
    'id = (select 1)',
    "id = 'x'--",
    "id = '#{password}'",
    'order by memo',
  ])('[WG-17] refuse the condition %s', async (condition) => {
    expect(await load(`getDictItems/${at(`${DEPART},${condition}`)}`)).toMatchObject({
      success: false,
      message: '不支持的字典筛选条件',
    })
  })

  it('of stations are limited to the scope and require the view permission', async () => {
    expect(texts(await load('getDictItems/mon_station,name,id'))).toEqual(['苏州一号'])
    const denied = await signedGet(server, '/sys/dict/getDictItems/mon_station,name,id', powerless)
    expect(denied.status).toBe(403)
  })

  it('of users show only oneself to users without a department', async () => {
    await server.addUser('loner', { orgCode: '' })
    const loner = await server.signIn('loner')
    expect(texts(await load('getDictItems/sys_user,realname,id', {}, loner))).toEqual(['loner（测试）'])
    expect((await load('loadDictItem/sys_user,realname,username', { key: 'zhang' }, loner)).result).toEqual(['zhang'])
  })

  it('of users show only the own tenant', async () => {
    await server.db.insertInto('sysTenant').values({ id: 7, name: '甲' }).execute()
    const { id } = await server.db
      .selectFrom('sysUser')
      .select('id')
      .where('username', '=', 'zhang')
      .executeTakeFirstOrThrow()
    await server.db.insertInto('sysUserTenant').values({ userId: id, tenantId: 7 }).execute()
    const path = '/sys/dict/getDictItems/sys_user,realname,id'
    const headers = {
      'x-sign': signatureOf({ url: path }, 'dd05f1c54d63749eda95f9fa6d49v442a'),
      'x-timestamp': String(clock.now()),
      'tenant-id': '7',
    }
    expect(texts((await server.call('GET', path, { token, headers })).body)).toEqual(['张值班'])
  })
})

describe('[CA-68] searching a dictionary', () => {
  it('searches texts and keys, and returns at most pageSize', async () => {
    expect(texts(await load(`loadDict/${DEPART}`, { keyword: '分中心' }))).toEqual(['江苏分中心', '浙江分中心'])
    expect(texts(await load(`loadDict/${DEPART}`, { keyword: 'D-SZ' }))).toEqual(['苏州站'])
    expect(texts(await load(`loadDict/${DEPART}`, { keyword: '分中心', pageSize: '1' }))).toEqual(['江苏分中心'])
    expect(texts(await load(`loadDict/${DEPART}`, { keyword: 'd-js,浙江分中心' }))).toEqual([
      '江苏分中心',
      '浙江分中心',
    ])
    expect(texts(await load('loadDict/sex', { keyword: '女' }))).toEqual(['女'])
  })

  it('returns text and value of each item', async () => {
    expect((await load('loadDict/sex', { keyword: '女' })).result).toEqual([
      expect.objectContaining({ text: '女', value: '2' }),
    ])
    const departs = (await load(`loadDict/${DEPART}`, { keyword: '江苏' })).result
    expect(departs).toEqual([expect.objectContaining({ text: '江苏分中心', value: 'd-js' })])
  })

  it('limits code dictionaries to pageSize too, and returns all without it', async () => {
    expect(texts(await load('loadDict/sex', { keyword: '' }))).toEqual(['男', '女'])
    expect(texts(await load('loadDict/sex', { keyword: '', pageSize: '1' }))).toEqual(['男'])
    expect(texts(await load('loadDictOrderByValue/sex', { keyword: '2', pageSize: '1' }))).toEqual(['女'])
    expect(texts(await load(`loadDict/${DEPART}`, { keyword: '', pageSize: '3' }))).toHaveLength(3)
  })

  it('treats wildcards literally', async () => {
    for (const keyword of ['%', '_', '\\']) expect(texts(await load(`loadDict/${DEPART}`, { keyword }))).toEqual([])
  })

  it('sorts by registered columns, and refuses others', async () => {
    expect(texts(await load(`loadDict/${DEPART}`, { keyword: '分中心[orderby:org_code,desc]' }))).toEqual([
      '浙江分中心',
      '江苏分中心',
    ])
    expect((await load(`loadDict/${DEPART}`, { keyword: '[orderby:mobile,asc]' })).success).toBe(false)
  })

  it('lists selected items first', async () => {
    const found = texts(await load(`loadDictOrderByValue/${DEPART}`, { keyword: 'd-zj', pageSize: '2' }))
    expect(found[0]).toBe('浙江分中心')
    expect(found).toHaveLength(2)
  })
})

describe('[CA-67] texts of keys', () => {
  it('[WG-15] follow the order of the keys; unknown keys show themselves or are omitted on request', async () => {
    const key = 'd-zj,nobody,d-js,'
    expect((await load(`loadDictItem/${DEPART}`, { key })).result).toEqual(['浙江分中心', 'nobody', '江苏分中心'])
    expect((await load(`loadDictItem/${DEPART}`, { key, delNotExist: 'true' })).result).toEqual([
      '浙江分中心',
      '江苏分中心',
    ])
    expect((await load('loadDictItem/sex', { key: '2,1' })).result).toEqual(['女', '男'])
  })
})

describe('[CA-69] trees in tables', () => {
  const tree = (query: Record<string, string> = {}) =>
    load('loadTreeData', {
      tableName: 'sys_depart',
      text: 'depart_name',
      code: 'id',
      pidField: 'parent_id',
      hasChildField: '',
      ...query,
    })

  it('[WG-64] are returned level by level, with leaves determined by their children', async () => {
    expect((await tree()).result).toEqual([
      {
        key: 'd-a01',
        title: '国家监测中心',
        label: '国家监测中心',
        parentId: null,
        leaf: false,
        value: null,
        code: null,
        icon: null,
        children: null,
      },
    ])
    expect((await tree({ pid: 'd-a01' })).result).toMatchObject([
      { key: 'd-js', leaf: false, parentId: 'd-a01' },
      { key: 'd-zj', leaf: true },
    ])
  })

  it('have root 0 for categories, and a named leaf column that agrees with the children', async () => {
    const categories = (query: Record<string, string> = {}) =>
      load('loadTreeData', {
        tableName: 'sys_category',
        text: 'name',
        code: 'id',
        pidField: 'pid',
        hasChildField: 'has_child',
        converIsLeafVal: '1',
        ...query,
      })
    const roots = (await categories({ pid: '0' })).result
    expect(roots).toEqual((await categories()).result)
    expect(roots).toMatchObject([
      { key: 'cat-A04', title: '周边风险源', leaf: false, parentId: '0' },
      { key: 'cat-A03' },
      { key: 'cat-A01', title: '监测要素' },
      { key: 'cat-A02' },
    ])
    expect((await categories({ pid: 'cat-A01A01' })).result).toMatchObject([
      { title: '气态污染物', leaf: true, parentId: 'cat-A01A01' },
      { title: '颗粒物', leaf: true },
    ])
    expect(texts(await load('getDictItems/sys_position,name,code', {}))).toContain('值班长')
  })

  it('accept a condition of column substrings', async () => {
    expect((await tree({ pid: 'd-a01', condition: '{"org_code":"A02"}' })).result).toMatchObject([{ key: 'd-zj' }])
  })

  it.each<[string, Record<string, string>]>([
    ['没有登记的表', { tableName: 'sys_role', text: 'role_name' }],
    ['别的父列', { pidField: 'org_code' }],
    ['不是 JSON 的条件', { condition: 'x' }],
    ['数组条件', { condition: '[1]' }],
    ['条件里的对象', { condition: '{"org_code":{"$ne":1}}' }],
    ['条件里的零字符', { condition: '{"org_code":"\\u0000"}' }],
    ['没有登记的列', { condition: '{"mobile":"1"}' }],
    ['表名中的语句', { tableName: 'sys_depart where 1=1' }],
  ])('refuse %s', async (_name, query) => {
    expect(await tree(query)).toMatchObject({ success: false, result: null })
  })
})

it.each(['%252e%252e', 'a%252fb', 'a%255cb', '%2500', '%25252e', 'a%2fb'])(
  'refuse the path segment %s',
  async (segment) => {
    expect((await signedGet(server, `/sys/dict/loadDict/${segment}`, token)).status).toBe(400)
  },
)

it('[CA-70] reads changed dictionaries after refreshing the cache', async () => {
  const before = (await server.call('GET', '/sys/dict/queryAllDictItems', { token })).body.result
  expect(before.sex).toHaveLength(2)
  expect(before.messageType).toHaveLength(4)
  await server.db.updateTable('sysDictItem').set({ status: 0 }).where('id', '=', 'dict-sex-2').execute()
  expect((await server.call('GET', '/sys/dict/refleshCache', { token })).body).toMatchObject({
    success: true,
    message: '刷新缓存完成！',
  })
  const after = (await server.call('GET', '/sys/dict/queryAllDictItems', { token })).body.result
  expect(after.sex).toEqual([{ value: '1', text: '男', title: '男', label: '男' }])
})
