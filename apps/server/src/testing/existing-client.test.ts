import { signatureOf } from '@natim/domain/signature'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, buildTestApp, PASSWORD, type TestApp } from './build-app.ts'
import { multipart } from './multipart.ts'

/** An unmodified client of the family (contract/10, 20, 30): its requests, and the calls of each of its pages. */
const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'
type Query = Readonly<Record<string, string | number>>

let server: TestApp
let token = ''
let menu: readonly MenuItem[] = []
interface MenuItem {
  readonly path: string
  readonly component: string
  readonly children?: readonly MenuItem[]
}

const headersOf = (): Record<string, string> => ({
  accept: 'application/json, text/plain, */*',
  'tenant-id': '0',
  ...(token !== '' && { 'x-access-token': token }),
})
const signed = (url: string, parameters: Readonly<Record<string, unknown>> = {}) => ({
  'x-sign': signatureOf({ url, parameters }, SECRET),
  'x-timestamp': String(Date.now()),
})

/** `getAction`: signed, then with the time in seconds, except for dictionary items. */
function get(path: string, query: Query = {}): Promise<Answer> {
  // Signed calls send numbers as text.
  const text = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const isTimed = !path.includes('sys/dict/getDictItems')
  const search = new URLSearchParams({ ...text, ...(isTimed && { _t: String(Math.floor(Date.now() / 1_000)) }) })
  const url = `${path}${path.includes('?') ? '&' : '?'}${search}`
  return server.call('GET', url, { headers: { ...headersOf(), ...signed(path, text) } })
}
/** `httpAction`: signed, JSON. */
const send = (method: 'POST' | 'PUT', path: string, body: Readonly<Record<string, unknown>>) => {
  const headers = { ...headersOf(), ...signed(path, body), 'content-type': 'application/json;charset=UTF-8' }
  return server.call(method, path, { body, headers })
}
const plain = (method: 'PUT' | 'DELETE' | 'POST', path: string, body?: object) =>
  server.call(method, path, { headers: headersOf(), ...(body !== undefined && { body }) })

const LIST = { column: 'createTime', order: 'desc', field: 'id,,name', pageNo: 1, pageSize: 10 }
const list = (path: string, more: Query = {}) => [path, { ...LIST, ...more }] as const
const tree = (path: string, query: Query = {}) => [path, query] as const
type Call = readonly [path: string, query: Query]

/** Calls of each view when it opens, and when its first drawers and dialogs open. */
const PAGES: Readonly<Record<string, readonly Call[]>> = {
  'layouts/RouteView': [],
  'dashboard/Analysis': [tree('/sys/loginfo'), tree('/sys/visitInfo')],
  'system/UserList': [
    list('/sys/user/list'),
    list('/sys/user/list', { username: '*张*', sex: 1, status: '' }),
    tree('/sys/thirdApp/getEnabledType'),
    tree('/sys/role/queryall'),
    tree('/sys/tenant/queryList'),
    tree('/sys/dict/getDictItems/sex'),
    tree('/sys/dict/getDictItems/user_status'),
    list('/sys/position/list', { pageSize: 99_999 }),
    tree('/sys/user/recycleBin'),
    tree('/sys/duplicate/check', { tableName: 'sys_user', fieldName: 'username', fieldVal: 'fresh', dataId: '' }),
  ],
  'system/RoleUserList': [
    list('/sys/role/list'),
    list('/sys/user/userRoleList', { roleId: 'r-admin' }),
    tree('/sys/role/queryTreeList'),
    tree('/sys/permission/queryRolePermission', { roleId: 'r-admin' }),
    tree('/sys/role/checkRoleCode', { roleCode: 'fresh' }),
  ],
  'system/NewPermissionList': [
    tree('/sys/permission/getSystemMenuList'),
    tree('/sys/permission/getSystemSubmenu', { parentId: 'm-system' }),
    tree('/sys/permission/getSystemSubmenuBatch', { parentIds: 'm-system' }),
    tree('/sys/permission/queryTreeList'),
    list('/sys/permission/getPermRuleListByPermId', { permissionId: 'm-user' }),
  ],
  'system/TenantList': [list('/sys/tenant/list')],
  'system/DepartList': [
    tree('/sys/sysDepart/queryTreeList'),
    tree('/sys/sysDepart/queryIdTree'),
    tree('/sys/sysDepart/queryDepartTreeSync'),
    tree('/sys/sysDepart/searchBy', { keyWord: '监测' }),
    tree('/sys/thirdApp/getEnabledType'),
    tree('/sys/permission/queryDepartPermission', { departId: 'd-a01' }),
    tree('/sys/sysDepartPermission/queryTreeListForDeptRole', { departId: 'd-a01' }),
  ],
  'system/SysPositionList': [list('/sys/position/list'), tree('/sys/dict/getDictItems/position_rank')],
  'system/DepartUserList': [
    tree('/sys/sysDepart/queryMyDeptTreeList'),
    list('/sys/user/departUserList', { depId: '' }),
    list('/sys/sysDepartRole/list', { deptId: 'd-a01' }),
  ],
  'system/AddressList': [
    tree('/sys/sysDepart/queryTreeList'),
    list('/sys/user/queryByOrgCodeForAddressList', { orgCode: '' }),
  ],
  'system/DictList': [
    list('/sys/dict/list'),
    list('/sys/dictItem/list', { dictId: 'none' }),
    tree('/sys/dict/deleteList'),
    tree('/sys/dict/refleshCache'),
    tree('/sys/dict/queryAllDictItems'),
  ],
  'system/SysCategoryList': [list('/sys/category/rootList'), list('/sys/category/childList', { pid: '0' })],
  'system/SysAnnouncementList': [list('/sys/annountCement/list')],
  'modules/oss/OSSFileList': [list('/sys/oss/file/list')],
  'system/QuartzJobList': [list('/sys/quartzJob/list')],
  'system/LogList': [list('/sys/log/list', { logType: 1 }), list('/sys/log/list', { logType: 2, keyWord: '新增' })],
  'system/DataLogList': [list('/sys/dataLog/list')],
  'system/SysUserOnlineList': [list('/sys/online/list')],
  'modules/monitor/SystemInfo': [
    'system.cpu.count',
    'system.cpu.usage',
    'process.start.time',
    'process.uptime',
    'process.cpu.usage',
  ].map((name) => tree(`/actuator/metrics/${name}`)),
  'system/UserAnnouncementList': [
    list('/sys/sysAnnouncementSend/getMyAnnouncementSend'),
    tree('/sys/annountCement/listByUser'),
  ],
  'modules/message/SysMessageList': [list('/sys/message/sysMessage/list')],
  'modules/message/SysMessageTemplateList': [list('/sys/message/sysMessageTemplate/list')],
  'system/SysFillRuleList': [list('/sys/fillRule/list')],
  'system/SysCheckRuleList': [list('/sys/checkRule/list')],
  'system/SysDataSourceList': [list('/sys/dataSource/list')],
  'account/center/Index': [tree('/mock/api/workplace/teams')],
  'account/settings/Index': [],
}

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('vue2', { roles: ['admin'] })
  const form = { username: 'vue2', password: PASSWORD, captcha: 'abcd', checkKey: Date.now(), remember_me: true }
  const answer = await plain('POST', '/sys/login', form)
  expect(answer.body).toMatchObject({ success: true, code: 200, result: { userInfo: { username: 'vue2' } } })
  token = answer.body.result.token
  menu = (await get('/sys/permission/getUserPermissionByToken')).body.result.menu
})
afterAll(() => server.close())

const outcomeOf = ({ status, body }: Answer) => {
  const { success = true, message } = Array.isArray(body) ? {} : (body ?? {})
  return { status, success, message: success ? '' : message }
}
const FINE = { status: 200, success: true, message: '' }

describe('an unmodified client of the family', () => {
  it('gets its departments and dictionaries at sign-in, and has the first page in its menu', async () => {
    for (const path of ['/sys/user/getUserInfo', '/sys/user/getCurrentUserDeparts', '/sys/annountCement/listByUser'])
      expect([path, outcomeOf(await get(path))]).toEqual([path, FINE])
    expect(menu[0]).toMatchObject({ path: '/dashboard/analysis', component: 'dashboard/Analysis' })
  })

  it('opens every page of its menu without an error', async () => {
    const components = (items: readonly MenuItem[]): string[] =>
      items.flatMap(({ component, children = [] }) => [component, ...components(children)])
    const opened = [...new Set(components(menu))]
    expect(opened.filter((component) => PAGES[component] === undefined)).toEqual([])
    const failed: unknown[] = []
    for (const component of opened) {
      for (const [path, query] of PAGES[component] ?? []) {
        const outcome = outcomeOf(await get(path, query))
        if (outcome.status !== 200 || !outcome.success) failed.push({ component, path, ...outcome })
      }
    }
    expect(failed).toEqual([])
    // No page listed here is accidentally missing in the menu.
    expect(Object.keys(PAGES).filter((component) => !opened.includes(component))).toEqual([])
  })

  it('adds, edits as a whole row, freezes, exports and deletes a user with its own forms', async () => {
    const form = {
      username: 'made',
      realname: '新建',
      password: PASSWORD,
      confirmpassword: PASSWORD,
      phone: '13900000009',
    }
    const added = await send('POST', '/sys/user/add', { id: '', ...form, selectedroles: '', selecteddeparts: '' })
    expect(outcomeOf(added)).toEqual(FINE)
    expect(added.body.message).not.toBe('')
    const [row] = (await get('/sys/user/list', { ...LIST, username: 'made' })).body.result.records
    for (const [path, query] of [
      tree('/sys/user/queryUserRole', { userid: row.id }),
      tree('/sys/user/userDepartList', { userId: row.id }),
    ])
      expect([path, outcomeOf(await get(path, query))]).toEqual([path, FINE])
    const edited = await send('PUT', '/sys/user/edit', { ...row, realname: '改过', key: row.id, title: 'x' })
    expect(outcomeOf(edited)).toEqual(FINE)
    expect(outcomeOf(await send('PUT', '/sys/user/frozenBatch', { ids: `${row.id},`, status: 2 }))).toEqual(FINE)
    const sheet = await server.call('GET', '/sys/user/exportXls?username=made&selections=', { headers: headersOf() })
    expect([sheet.status, sheet.raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect(outcomeOf(await plain('DELETE', `/sys/user/delete?id=${row.id}`))).toEqual(FINE)
  })

  it('uploads a file, whose path is in the message, and signs out without a body', async () => {
    const { body, headers } = await multipart([
      ['biz', 'temp'],
      ['file', { name: 'a.txt', bytes: Buffer.from('文本') }],
    ])
    const sent = await server.call('POST', '/sys/common/upload', { body, headers: { ...headersOf(), ...headers } })
    expect(sent.body).toMatchObject({ success: true, message: expect.stringMatching(/^temp\/.+\.txt$/) })
    expect(outcomeOf(await plain('POST', '/sys/logout', {}))).toEqual(FINE)
    expect((await get('/sys/user/getUserInfo')).status).toBe(401)
  })
})
