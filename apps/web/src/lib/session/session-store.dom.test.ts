import { STORAGE_KEYS } from '@natim/contract/constants'
import { type PermissionResult, type UserInfo } from '@natim/contract/system/session'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { onApiFailure } from '../api/failures.ts'
import { provideCredentials } from '../api/transport.ts'
import { queryClient } from '../query/query-client.ts'
import { loadPermissions, prefetchPermissions, reloadPermissions } from './permissions.ts'
import { clearSession, followOtherTabs, keepSession, onSessionCleared, signOut, useSession } from './session-store.ts'
import { type Entrance, enter, openChoices, signInByAccount } from './sign-in.ts'
import { welcomeOf } from './welcome.ts'

const USER = { id: '7', username: 'duty', realname: '周海宁', avatar: 'a.png' } as UserInfo
const DEPART = (orgCode: string) => ({ id: orgCode, parentId: null, departName: orgCode, orgCode, orgCategory: '1' })
const TENANT = (id: number) => ({ id, name: `租户${id}`, status: 1, beginDate: null, endDate: null })
const MENU = [{ id: '1', path: '/a' }] as unknown as PermissionResult['menu']
const RIGHTS: PermissionResult = {
  menu: MENU,
  auth: [{ action: 'a:b', type: '1', describe: '' }],
  allAuth: [{ action: 'a:b', type: '1', describe: '', status: '1' }],
  sysSafeMode: true,
}

interface Asked {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: unknown
}
let asked: Asked[] = []
let answers: Record<string, () => Response | Promise<Response>>
const failures: string[] = []
const envelope = (result: unknown, given: object = {}) =>
  Response.json({ success: true, message: '', code: 200, result, timestamp: Date.now(), ...given })

beforeEach(() => {
  asked = []
  failures.length = 0
  answers = {}
  clearSession()
  queryClient.clear()
  provideCredentials({ token: () => useSession.getState().token, tenantId: () => useSession.getState().tenantId })
  onApiFailure((error) => failures.push(error.message))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^.*jeecg-boot/, '').replace(/\?.*/, '')
    asked.push({
      path,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    return answers[path]?.() ?? envelope(null)
  })
})

const stored = (key: string) =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as { value: unknown; expire: number } | null
const WEEK_MS = 604_800_000

describe('starting a session', () => {
  it.each([200, '200'])(
    '[SS-22] by code %j keeps it for seven days under the exact keys, and in state',
    async (code) => {
      vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
      const items = { sex: [{ value: '1', text: '男', title: '男', label: '男' }] }
      answers['/sys/login'] = () =>
        envelope({ token: 't0', userInfo: USER, sysAllDictItems: items, departs: [], multi_depart: 1 }, { code })
      await enter(await signInByAccount({ username: 'duty', password: 'x' }))
      for (const [key, value] of [
        ['Access-Token', 't0'],
        ['Login_Username', 'duty'],
        ['Login_Userinfo', USER],
        ['UI_CACHE_DB_DICT_DATA', items],
      ] as const) {
        expect(stored(key)).toEqual({ value, expire: 1_000_000 + WEEK_MS })
      }
      expect(useSession.getState()).toMatchObject({ token: 't0', user: USER, welcome: welcomeOf('t0') })
    },
  )

  it("[CO-34] keeps every field of the family's user state, the personal ones in one user", async () => {
    answers['/sys/permission/getUserPermissionByToken'] = () => envelope(RIGHTS)
    keepSession({ token: 't0', userInfo: USER, tenantId: '3' })
    await loadPermissions()
    const { token, user: info, tenantId: tenantid, welcome, permissions } = useSession.getState()
    const { username, realname, avatar } = info ?? {}
    expect({ token, username, realname, tenantid, welcome, avatar, permissionList: permissions?.menu, info }).toEqual({
      token: 't0',
      username: 'duty',
      realname: '周海宁',
      tenantid: '3',
      welcome: welcomeOf('t0'),
      avatar: 'a.png',
      permissionList: MENU,
      info: USER,
    })
  })

  it('[SS-22] does not start with another code, whatever the success flag says', async () => {
    answers['/sys/login'] = () => envelope({ token: 't0' }, { code: 500, message: '账号已冻结' })
    await expect(signInByAccount({ username: 'duty', password: 'x' })).rejects.toThrow('账号已冻结')
    expect(useSession.getState().token).toBeUndefined()
  })

  it('takes the only tenant silently, and none when there is none', async () => {
    const entrance = { token: 't0', userInfo: USER } as Entrance
    await enter({ ...entrance, tenantList: [TENANT(1001)] })
    expect(stored('TENANT_ID')?.value).toBe('1001')
    await enter(entrance)
    expect(localStorage.getItem('TENANT_ID')).toBeNull()
    expect(useSession.getState().tenantId).toBeUndefined()
  })

  it('waits while a choice of department or tenant is open, then starts with the new token', async () => {
    const entrance: Entrance = {
      token: 't1',
      userInfo: USER,
      departs: [DEPART('A01'), DEPART('A02')],
      multi_depart: 2,
      tenantList: [TENANT(1), TENANT(2)],
    }
    expect(openChoices(entrance)).toEqual({ departs: entrance.departs, tenants: entrance.tenantList })
    expect(openChoices({ ...entrance, multi_depart: 1, tenantList: [TENANT(1)] })).toBeUndefined()
    expect(openChoices({ token: 't1', userInfo: USER })).toBeUndefined()
    answers['/sys/selectDepart'] = () => envelope({ userInfo: { ...USER, orgCode: 'A02' } })
    await enter(entrance, { orgCode: 'A02', tenantId: '2' })
    expect(asked[0]).toMatchObject({ headers: { 'x-access-token': 't1' }, body: { orgCode: 'A02', username: 'duty' } })
    expect(useSession.getState()).toMatchObject({ token: 't1', tenantId: '2', user: { orgCode: 'A02' } })
  })
})

describe('ending a session', () => {
  it('clears token, rights, user, name, dictionaries, pages and tenant in this order, then tells the server', async () => {
    keepSession({ token: 't0', userInfo: USER, sysAllDictItems: {}, tenantId: '3' })
    const order: string[] = []
    onSessionCleared(() => order.push('pages'))
    const remove = Storage.prototype.removeItem
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function spy(this: Storage, key) {
      order.push(key)
      remove.call(this, key)
    })
    answers['/sys/logout'] = () => {
      order.push('call')
      return new Response('', { status: 500 })
    }
    await expect(signOut()).rejects.toThrow()
    expect(order).toEqual([
      'Access-Token',
      'LOGIN_USER_BUTTON_AUTH',
      'SYS_BUTTON_AUTH',
      'Login_Userinfo',
      'Login_Username',
      'UI_CACHE_DB_DICT_DATA',
      'pages',
      'TENANT_ID',
      'call',
    ])
    expect(asked[0]?.headers['x-access-token']).toBe('t0')
    expect(useSession.getState()).toEqual({
      token: undefined,
      user: undefined,
      tenantId: undefined,
      welcome: '',
      permissions: undefined,
    })
    onSessionCleared(() => undefined)
  })
})

describe('rights', () => {
  const signedIn = () => keepSession({ token: 't0', userInfo: USER })
  const PATH = '/sys/permission/getUserPermissionByToken'

  it('[SS-33] go to state and, as lists, to the session storage', async () => {
    signedIn()
    answers[PATH] = () => envelope(RIGHTS)
    await loadPermissions()
    expect(JSON.parse(sessionStorage.getItem(STORAGE_KEYS.buttonAuth) ?? '')).toEqual(RIGHTS.auth)
    expect(JSON.parse(sessionStorage.getItem(STORAGE_KEYS.allButtonAuth) ?? '')).toEqual(RIGHTS.allAuth)
    expect(useSession.getState().permissions).toEqual(RIGHTS)
    expect(localStorage.getItem(STORAGE_KEYS.buttonAuth)).toBeNull()
  })

  it.each([
    ['true', 'true'],
    ['1', 1],
    ['nothing', undefined],
  ])('[SS-33] treat a sysSafeMode of %s as false', async (_, sysSafeMode) => {
    signedIn()
    answers[PATH] = () => envelope({ ...RIGHTS, sysSafeMode })
    expect((await loadPermissions()).sysSafeMode).toBe(false)
  })

  it('are requested once by concurrent navigations, and again by the next', async () => {
    signedIn()
    answers[PATH] = () => envelope(RIGHTS)
    await Promise.all([loadPermissions(), loadPermissions(), loadPermissions()])
    expect(asked.filter(({ path }) => path === PATH)).toHaveLength(1)
    await loadPermissions()
    expect(asked.filter(({ path }) => path === PATH)).toHaveLength(2)
  })

  it.each([
    ['fail', () => new Response('', { status: 500 }), '请求失败（500）'],
    ['have an empty menu', () => envelope({ ...RIGHTS, menu: [] }), '没有可用的菜单，请联系管理员授权'],
    ['have no list for a menu', () => envelope({ ...RIGHTS, menu: { a: 1 } }), '没有可用的菜单，请联系管理员授权'],
  ])('that %s end the session, and report why', async (_, answer, text) => {
    signedIn()
    answers[PATH] = answer
    await expect(loadPermissions()).rejects.toThrow(text)
    expect(useSession.getState().token).toBeUndefined()
    expect(asked.at(-1)).toMatchObject({ path: '/sys/logout', headers: { 'x-access-token': 't0' } })
    expect(failures).toEqual([text])
  })

  it.each([502, 503, 504])('are retried after a transient %i, and the session continues', async (status) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    signedIn()
    answers[PATH] = () => new Response('', { status })
    const loading = loadPermissions()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked.filter(({ path }) => path === PATH)).toHaveLength(3)
    answers[PATH] = () => envelope(RIGHTS)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await loading).toEqual(RIGHTS)
    expect(useSession.getState()).toMatchObject({ token: 't0', permissions: RIGHTS })
    expect(failures).toEqual([])
    vi.useRealTimers()
  })

  it('[SS-11] end the session when unavailable for 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    signedIn()
    answers[PATH] = () => new Response('', { status: 503 })
    const loading = expect(loadPermissions()).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(useSession.getState().token).toBe('t0')
    await vi.advanceTimersByTimeAsync(1_000)
    await loading
    expect(useSession.getState().token).toBeUndefined()
    vi.useRealTimers()
  })

  it('that were prefetched are available, or awaited by the caller', async () => {
    signedIn()
    answers[PATH] = () => envelope(RIGHTS)
    await prefetchPermissions()
    expect(useSession.getState().permissions).toEqual(RIGHTS)
    useSession.setState({ permissions: undefined })
    const prefetch = prefetchPermissions()
    expect(await loadPermissions()).toEqual(RIGHTS)
    await prefetch
    expect(asked.filter(({ path }) => path === PATH)).toHaveLength(2)
  })

  it('whose prefetch failed report the failure when loaded, without a second request', async () => {
    signedIn()
    answers[PATH] = () => envelope({ ...RIGHTS, menu: [] })
    await expect(prefetchPermissions()).rejects.toThrow('没有可用的菜单')
    expect(useSession.getState().token).toBe('t0')
    expect(failures).toEqual([])
    await expect(loadPermissions()).rejects.toThrow('没有可用的菜单')
    expect(useSession.getState().token).toBeUndefined()
    expect(failures).toEqual(['没有可用的菜单，请联系管理员授权'])
    expect(asked.filter(({ path }) => path === PATH)).toHaveLength(1)
  })

  it('of a previous user are not applied to the next one', async () => {
    signedIn()
    let arrive: (response: Response) => void = () => undefined
    answers[PATH] = () => new Promise((resolve) => (arrive = resolve))
    const loading = loadPermissions()
    await eventually(() => expect(asked).toHaveLength(1))
    keepSession({ token: 't9', userInfo: USER })
    arrive(envelope(RIGHTS))
    await loading
    expect(useSession.getState().permissions).toBeUndefined()
  })

  it('that changed are replaced in place; an unreachable server changes nothing, an empty menu ends the session', async () => {
    signedIn()
    useSession.setState({ permissions: { ...RIGHTS, auth: [] } })
    answers[PATH] = () => envelope(RIGHTS)
    await reloadPermissions()
    expect(useSession.getState().permissions).toEqual(RIGHTS)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    answers[PATH] = () => new Response('', { status: 503 })
    const reloading = reloadPermissions()
    await vi.advanceTimersByTimeAsync(16_000)
    await reloading
    vi.useRealTimers()
    expect(useSession.getState()).toMatchObject({ token: 't0', permissions: RIGHTS })
    answers[PATH] = () => envelope({ ...RIGHTS, menu: [] })
    await reloadPermissions()
    expect(useSession.getState().token).toBeUndefined()
  })
})

describe('stored data', () => {
  it('[SS-34] are session lists in the session storage, keys of seven days elsewhere, and nothing else', async () => {
    keepSession({ token: 't0', userInfo: USER, sysAllDictItems: {}, tenantId: '3' })
    answers['/sys/permission/getUserPermissionByToken'] = () => envelope(RIGHTS)
    await loadPermissions()
    expect(Object.keys(sessionStorage).sort()).toEqual(['LOGIN_USER_BUTTON_AUTH', 'SYS_BUTTON_AUTH'])
    expect(Object.keys(localStorage).sort()).toEqual(
      ['Access-Token', 'Login_Userinfo', 'Login_Username', 'TENANT_ID', 'UI_CACHE_DB_DICT_DATA'].sort(),
    )
    for (const key of Object.keys(localStorage)) expect(stored(key)?.expire).toBeGreaterThan(Date.now())
  })
})

describe('other tabs of the browser', () => {
  it('are followed: their sign-out ends this session, their sign-in starts the new one here', () => {
    keepSession({ token: 't0', userInfo: USER })
    const stop = followOtherTabs()
    const tell = () => window.dispatchEvent(new StorageEvent('storage', { key: 'Access-Token' }))
    localStorage.setItem('Access-Token', JSON.stringify({ value: 't9', expire: null }))
    tell()
    expect(useSession.getState()).toMatchObject({ token: 't9', permissions: undefined })
    localStorage.removeItem('Access-Token')
    tell()
    expect(useSession.getState().token).toBeUndefined()
    stop()
  })

  it('find all user data when the token changes, because it is written last', () => {
    const written = vi.spyOn(Storage.prototype, 'setItem')
    keepSession({ token: 't0', userInfo: USER, sysAllDictItems: {}, tenantId: '1' })
    const keys = written.mock.calls.map(([key]) => key)
    expect(keys).toContain(STORAGE_KEYS.userInfo)
    expect(keys.at(-1)).toBe(STORAGE_KEYS.token)
  })
})

it('[SS-46] keeps one of several welcome lines per sign-in', () => {
  const lines = new Set(Array.from({ length: 200 }, (_, n) => welcomeOf(`token-${n}`)))
  expect(lines.size).toBeGreaterThan(4)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(20)
  keepSession({ token: 'token-7', userInfo: USER })
  expect(useSession.getState().welcome).toBe(welcomeOf('token-7'))
})
