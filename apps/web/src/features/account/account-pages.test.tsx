import { type NotifyPreference, notifyEndpoints } from '@natim/contract/mon/notify'
import { accountEndpoints, type OwnLogRow } from '@natim/contract/system/identity-account'
import { myNoticeEndpoints, noticeEndpoints } from '@natim/contract/system/notice'
import type { UserInfo } from '@natim/contract/system/session'
import { type SiteSettings, siteEndpoints } from '@natim/contract/system/site'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useNoticePreferences } from '../../lib/notice-preferences.ts'
import { useSessionDialog } from '../../lib/session/session-dialogs.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { buildMyNotice } from '../../testing/build-notice.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '../../testing/stub-api.ts'
import { hideNotice, useNoticeDesk } from '../../widgets/notice/notice-desk.ts'
import AccountCentrePage from './centre/account-centre-page.tsx'
import AccountSettingsPage from './settings/account-settings-page.tsx'

const USER: UserInfo = {
  id: 'u1',
  username: 'zhouhn',
  realname: '周海宁',
  avatar: null,
  birthday: null,
  sex: null,
  email: 'zhouhn@natim.cn',
  phone: '13800002761',
  telephone: null,
  orgCode: 'A01',
  orgCodeTxt: '国家监测中心',
  status: 1,
  delFlag: 0,
  workNo: 'N0021',
  post: null,
  activitiSync: 0,
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
const log = (id: string, overrides: Partial<OwnLogRow> = {}): OwnLogRow => ({
  id,
  logType: 1,
  logContent: `记录 ${id}`,
  success: true,
  ip: '10.0.0.7',
  createTime: '2026-11-21 08:00:00',
  ...overrides,
})

let api: ReturnType<typeof stubApi>
let site: SiteSettings

beforeEach(() => {
  site = {
    networkName: '',
    filingText: '',
    filingUrl: null,
    supportText: '',
    captcha: false,
    smsLogin: false,
    registration: false,
    thirdLogins: [],
    mqttPort: null,
    demoLoadPercent: null,
    demoFailed: [],
  }
  useSession.setState({ user: USER })
  api = stubApi()
  api.on(siteEndpoints.settings, () => site)
  const preference: NotifyPreference = { channels: ['sms', 'mail'], quietFrom: null, quietTo: null }
  api.on(notifyEndpoints.preference, () => preference)
  api.on(accountEndpoints.departs, () => ({
    list: [depart('A01', '国家监测中心'), depart('A02', '江苏省监测中心')],
    orgCode: 'A01',
  }))
  api.on(accountEndpoints.ownRoles, () => [{ roleName: '国家值班员', roleCode: 'duty' }])
  api.on(accountEndpoints.ownLog, ({ query }) =>
    query.logType === undefined
      ? pageOf([log('1'), log('2', { logType: 2, success: false })], 23, 1, 10)
      : pageOf([log('1')]),
  )
  api.on(myNoticeEndpoints.list, () => pageOf([buildMyNotice()]))
  api.on(noticeEndpoints.unread, () => ({ anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 }))
  api.on(myNoticeEndpoints.markRead, () => null)
})
afterEach(() =>
  act(() => {
    hideNotice()
    useSession.setState({ user: undefined })
    useSessionDialog.setState({ open: undefined })
  }),
)

describe('the account centre', () => {
  it("shows the user's profile, with number and address masked", async () => {
    const { user } = renderPage(<AccountCentrePage />)
    expect(await screen.findByText('国家值班员')).toBeTruthy()
    for (const text of ['周海宁', 'N0021', '138****2761', 'z****@natim.cn', '江苏省监测中心', '国家监测中心 · 当前']) {
      expect(await screen.findByText(text)).toBeTruthy()
    }
    expect(document.body.textContent).not.toContain('13800002761')
    await user.click(screen.getByRole('button', { name: '切换部门' }))
    expect(useSessionDialog.getState().open).toBe('depart')
  })

  it('shows received announcements and opens one', async () => {
    const { user } = renderPage(<AccountCentrePage />)
    await user.click(await screen.findByRole('button', { name: /HJ 633-2026/ }))
    expect(useNoticeDesk.getState().open?.id).toBe('n1')
    expect(api.callsOf(myNoticeEndpoints.markRead).map(({ body }) => body)).toEqual([{ anntId: 'n1' }])
  })

  it('shows own operations by kind and page', async () => {
    const { user } = renderPage(<AccountCentrePage />)
    expect(await screen.findByText('记录 2')).toBeTruthy()
    expect(screen.getByText('失败')).toBeTruthy()
    expect(screen.getByText('1-10 共 23 条')).toBeTruthy()
    await user.click(screen.getByTitle('2'))
    await user.click(screen.getByText('登录', { selector: '.ant-segmented-item-label' }))
    await waitFor(() => expect(screen.queryByText('记录 2')).toBeNull())
    expect(api.callsOf(accountEndpoints.ownLog).map(({ query }) => [query.pageNo, query.logType])).toEqual([
      [1, undefined],
      [2, undefined],
      [1, 1],
    ])
  })

  it('keeps the other blocks when one fails', async () => {
    api.on(accountEndpoints.ownLog, () => {
      throw new Refusal('日志暂不可用')
    })
    renderPage(<AccountCentrePage />)
    expect(await screen.findByText('加载失败：日志暂不可用')).toBeTruthy()
    expect(await screen.findByText('国家值班员')).toBeTruthy()
  })
})

describe('the account settings', () => {
  it('save a field on blur, and only if it changed', async () => {
    api.on(accountEndpoints.editOwnData, ({ body }) => ({ userInfo: { ...USER, ...body } as UserInfo }))
    const { user } = renderPage(<AccountSettingsPage />)
    const name = screen.getByRole('textbox', { name: '姓名' })
    await user.click(name)
    await user.tab()
    expect(api.callsOf(accountEndpoints.editOwnData)).toEqual([])
    await user.clear(name)
    await user.type(name, '周海宁（值班）')
    await user.tab()
    expect(await screen.findByText('已保存')).toBeTruthy()
    expect(api.callsOf(accountEndpoints.editOwnData).map(({ body }) => body)).toEqual([{ realname: '周海宁（值班）' }])
    expect(useSession.getState().user?.realname).toBe('周海宁（值班）')
  })

  it('save the alarm channels, and quiet hours once both ends are set', async () => {
    api.on(notifyEndpoints.savePreference, () => null)
    const { user } = renderPage(<AccountSettingsPage />)
    await user.click(await screen.findByRole('switch', { name: '邮件' }))
    const saved = () => api.callsOf(notifyEndpoints.savePreference).map(({ body }) => body)
    await waitFor(() => expect(saved()).toEqual([{ channels: ['sms'], quietFrom: null, quietTo: null }]))
    await user.type(screen.getByRole('textbox', { name: '静默开始' }), '23:00{Enter}')
    expect(saved()).toHaveLength(1)
    await user.type(screen.getByRole('textbox', { name: '静默结束' }), '07:00{Enter}')
    await waitFor(() => expect(saved()[1]).toMatchObject({ quietFrom: '23:00', quietTo: '07:00' }))
  })

  it('show the last sign-in, a loading text, or why it cannot be shown', async () => {
    api.on(accountEndpoints.ownLog, () => pageOf<OwnLogRow>([]))
    const { unmount } = renderPage(<AccountSettingsPage />)
    expect(screen.getByText('正在读取…')).toBeTruthy()
    expect(await screen.findByText('没有登录记录')).toBeTruthy()
    unmount()
    api.on(accountEndpoints.ownLog, () => {
      throw new Refusal('日志暂时读不到')
    })
    renderPage(<AccountSettingsPage />)
    expect(await screen.findByText('日志暂时读不到')).toBeTruthy()
  })

  it('show at the field why it was not saved', async () => {
    api.on(accountEndpoints.editOwnData, () => {
      throw new Refusal('该邮箱已被使用')
    })
    const { user } = renderPage(<AccountSettingsPage />)
    const email = screen.getByRole('textbox', { name: '邮箱' })
    await user.clear(email)
    await user.type(email, 'no address{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('电子邮件格式不正确')
    expect(api.callsOf(accountEndpoints.editOwnData)).toEqual([])
    await user.clear(email)
    await user.type(email, 'taken@natim.cn{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('该邮箱已被使用'))
    await user.type(email, '{Escape}')
    expect(email).toHaveProperty('value', 'zhouhn@natim.cn')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('open the password dialog, and offer a new number only where SMS codes can be sent', async () => {
    const { user, unmount } = renderPage(<AccountSettingsPage />)
    await user.click(screen.getByRole('button', { name: '修改密码' }))
    expect(useSessionDialog.getState().open).toBe('password')
    expect(await screen.findByText(/短信服务未开通/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '更换手机号' })).toBeNull()
    unmount()
    site = { ...site, smsLogin: true }
    const second = renderPage(<AccountSettingsPage />)
    await second.user.click(await screen.findByRole('button', { name: '更换手机号' }))
    expect(within(await screen.findByRole('dialog')).getByRole('textbox', { name: '手机号' })).toBeTruthy()
  })

  it('change appearance and notice settings at once', async () => {
    const { user } = renderPage(<AccountSettingsPage />)
    await user.click(screen.getByRole('switch', { name: '色弱模式' }))
    expect(useSettings.getState().weak).toBe(true)
    await user.click(screen.getByRole('switch', { name: '弹出提示' }))
    await user.click(screen.getByRole('switch', { name: '朗读新通知' }))
    expect(useNoticePreferences.getState()).toEqual({ isSpoken: false, isCarded: false })
  })
})
