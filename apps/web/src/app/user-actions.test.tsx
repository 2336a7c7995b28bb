import { dictEndpoints } from '@natim/contract/system/dict'
import { accountEndpoints } from '@natim/contract/system/identity-account'
import { sessionEndpoints, type UserInfo } from '@natim/contract/system/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { provideCredentials } from '../lib/api/transport.ts'
import { forgetDictItems } from '../lib/session/dict-items.ts'
import { closeSessionDialog } from '../lib/session/session-dialogs.ts'
import { useSession } from '../lib/session/session-store.ts'
import { eventually } from '../testing/eventually.ts'
import { renderPage } from '../testing/render-page.tsx'
import { Refusal, stubApi } from '../testing/stub-api.ts'
import { useDict } from '../widgets/dict-select/use-dict.ts'
import { SessionEffects } from './session-effects.tsx'
import { UserActions } from './user-actions.tsx'

const USER: UserInfo = {
  id: '7',
  username: 'duty',
  realname: '周海宁',
  avatar: null,
  birthday: null,
  sex: null,
  email: null,
  phone: null,
  telephone: null,
  orgCode: 'A01',
  orgCodeTxt: null,
  status: 1,
  delFlag: 0,
  workNo: null,
  post: null,
  activitiSync: 1,
  userIdentity: 1,
  departIds: null,
  relTenantIds: null,
  clientId: null,
  homePath: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
}
const depart = (orgCode: string, departName: string) => ({
  id: orgCode,
  parentId: null,
  departName,
  orgCode,
  orgCategory: '1',
})

let api: ReturnType<typeof stubApi>

beforeEach(() => {
  closeSessionDialog()
  forgetDictItems()
  api = stubApi()
  provideCredentials({ token: () => useSession.getState().token, tenantId: () => undefined })
})

function open(user: UserInfo | undefined = USER) {
  const view = renderPage(
    <>
      <SessionEffects />
      <UserActions />
      <SexTexts />
    </>,
  )
  act(() => useSession.setState({ user }))
  return view.user
}

/** A field rendered while the dictionaries change. */
function SexTexts() {
  return <p data-testid="texts">{useDict('sex').options.map(({ label }) => label)}</p>
}

async function choose(user: ReturnType<typeof open>, entry: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: /的菜单$/ }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }))
}
const line = (text: string) =>
  waitFor(() => {
    const found = screen.getByText(text).closest<HTMLElement>('.ant-message-notice')
    if (found === null) throw new Error(`«${text}» is no line`)
    return found
  })

describe('signing out', () => {
  it('asks first, and stays signed in on cancel', async () => {
    api.on(sessionEndpoints.logout, () => null)
    const user = open()
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    expect(await screen.findByText('真的要注销登录吗 ?')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(useSession.getState().token).toBe('test-token')
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    await user.click((await screen.findAllByRole('button', { name: '确定' })).at(-1) as HTMLElement)
    await eventually(() => expect(useSession.getState().token).toBeUndefined())
    expect(window.location.pathname).toBe('/user/login')
  })

  it('[ER-36] reports a failed call although the session is cleared', async () => {
    api.on(sessionEndpoints.logout, () => {
      throw new Refusal('注销失败')
    })
    const user = open()
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    await screen.findByText('真的要注销登录吗 ?')
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect((await line('注销失败')).innerHTML).toContain('error')
    expect(useSession.getState().token).toBeUndefined()
  })
})

describe('clearing the cache', () => {
  const sex = (text: string) => [{ value: '1', text, title: text, label: text }]

  it('[ER-35] refreshes and reloads all dictionaries, and open fields show them', async () => {
    api.on(sessionEndpoints.dictItems, () => sex('男'))
    api.on(dictEndpoints.refreshCache, () => null)
    api.on(sessionEndpoints.allDictItems, () => ({ sex: sex('男性') }))
    const user = open()
    await waitFor(() => expect(screen.getByTestId('texts').textContent).toBe('男'))
    await choose(user, '清理缓存')
    await line('刷新缓存完成！')
    expect(screen.getByTestId('texts').textContent).toBe('男性')
    expect(localStorage.getItem('UI_CACHE_DB_DICT_DATA')).toContain('男性')
  })

  it('[ER-35] reports a failure and keeps the current ones', async () => {
    api.on(sessionEndpoints.dictItems, () => sex('男'))
    api.on(dictEndpoints.refreshCache, () => {
      throw new Refusal('缓存服务不可用')
    })
    const user = open()
    await waitFor(() => expect(screen.getByTestId('texts').textContent).toBe('男'))
    await choose(user, '清理缓存')
    await line('刷新缓存失败！')
    expect(screen.queryByText('缓存服务不可用')).toBeNull()
    expect(screen.getByTestId('texts').textContent).toBe('男')
  })
})

describe('changing the password', () => {
  const fill = async (user: ReturnType<typeof open>, values: readonly [string, string][]) => {
    for (const [label, value] of values) {
      const field = screen.getByLabelText(label)
      // The menu that opened the dialog returns the focus asynchronously.
      await waitFor(() => {
        field.focus()
        expect(document.activeElement).toBe(field)
      })
      await user.clear(field)
      await user.type(field, value)
    }
  }
  const ok = () => within(screen.getByRole('dialog')).getByRole('button', { name: /确\s*定$/ })

  it('[ER-44] reports a missing user and opens nothing', async () => {
    const user = open(undefined)
    act(() => useSession.setState({ user: undefined }))
    await choose(user, '修改密码')
    await line('当前系统无登录用户!')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[VA-30] [VA-31] [VA-32] requires all fields and compares them, also after a later change', async () => {
    const user = open()
    await choose(user, '修改密码')
    await screen.findByLabelText('旧密码')
    expect(screen.getByText(/至少 8 个字符/)).toBeTruthy()
    await user.click(ok())
    for (const text of ['请输入旧密码!', '请输入新密码!', '请确认新密码!'])
      expect(await screen.findByText(text)).toBeTruthy()
    await fill(user, [
      ['旧密码', 'old-one'],
      ['新密码', 'Natim-2026-New'],
      ['确认新密码', 'Natim-2026'],
    ])
    expect(await screen.findByText('两次输入的密码不一样！')).toBeTruthy()
    await fill(user, [['确认新密码', 'Natim-2026-New']])
    await waitFor(() => expect(screen.queryByText('两次输入的密码不一样！')).toBeNull())
    await fill(user, [['新密码', 'Natim-2026-Newer']])
    expect(await screen.findByText('两次输入的密码不一样！')).toBeTruthy()
    expect(api.callsOf(accountEndpoints.updatePassword)).toEqual([])
  })

  it('[ER-44] shows a refusal as a warning and stays open, reports success and closes', async () => {
    api.on(accountEndpoints.updatePassword, () => {
      throw new Refusal('旧密码输入错误!')
    })
    const user = open()
    await choose(user, '修改密码')
    await screen.findByLabelText('旧密码')
    await fill(user, [
      ['旧密码', 'old-one'],
      ['新密码', 'Natim-2026-New'],
      ['确认新密码', 'Natim-2026-New'],
    ])
    await user.click(ok())
    expect((await line('旧密码输入错误!')).innerHTML).toContain('warning')
    expect((screen.getByLabelText('旧密码') as HTMLInputElement).value).toBe('old-one')
    await waitFor(() => expect(ok().className).not.toContain('loading'))
    api.on(accountEndpoints.updatePassword, () => null)
    await user.click(ok())
    expect((await line('密码修改成功')).innerHTML).toContain('success')
    await waitFor(() => expect(screen.queryByLabelText('旧密码')).toBeNull())
    expect(api.callsOf(accountEndpoints.updatePassword)[1]?.body).toEqual({
      username: 'duty',
      oldpassword: 'old-one',
      password: 'Natim-2026-New',
      confirmpassword: 'Natim-2026-New',
    })
  })
})

describe('switching the department', () => {
  const two = [depart('A01', '国家监测中心'), depart('A02', '江苏省监测中心')]
  const own = (list: typeof two, orgCode: string | null) => {
    api.on(accountEndpoints.departs, () => ({ list, orgCode }))
    api.on(accountEndpoints.tenants, () => ({}))
  }

  it("[SH-54] [ER-43] shows the user's departments with the current one selected, 450 px wide", async () => {
    own(two, 'A02')
    const user = open()
    await choose(user, '切换部门')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('部门切换（当前部门 : 江苏省监测中心）')).toBeTruthy()
    expect(dialog.style.width).toBe('450px')
    expect(within(dialog).getByTitle('江苏省监测中心')).toBeTruthy()
    await user.hover(within(dialog).getByRole('img', { name: 'question-circle' }))
    expect(await screen.findByText('您隶属于多部门，请选择当前所在部门')).toBeTruthy()
    await user.click(within(dialog).getByRole('combobox'))
    expect([...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)).toEqual([
      '国家监测中心',
      '江苏省监测中心',
    ])
  })

  it('[VA-36] requires a choice: without a current one the field is marked and nothing is sent', async () => {
    own(two, null)
    const user = open()
    await choose(user, '切换部门')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('部门切换')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: /^确\s*定$/ }))
    expect(await within(dialog).findByText('请选择部门')).toBeTruthy()
    expect(dialog.querySelector('.ant-select-status-error')).not.toBeNull()
    expect(api.callsOf(accountEndpoints.selectDepart)).toEqual([])
  })

  it('[SH-56] [ER-43] reports missing departments and opens nothing', async () => {
    own([], null)
    const user = open()
    await choose(user, '切换部门')
    await line('您尚未设置部门信息!')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('requires an own password first when it was set by another person', async () => {
  const found = { menu: [], auth: [], allAuth: [], sysSafeMode: true }
  const user = open()
  act(() => useSession.setState({ permissions: { ...found, mustChangePassword: true } }))
  const dialog = await screen.findByRole('dialog', { name: '首次登录，请设置自己的密码' })
  expect(within(dialog).queryByRole('button', { name: '关闭' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: '首次登录，请设置自己的密码' })).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '退出登录' }))
  expect(await screen.findByText('真的要注销登录吗 ?')).toBeTruthy()
})
