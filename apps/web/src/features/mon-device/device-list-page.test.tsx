import { deviceEndpoints } from '@natim/contract/mon/device'
import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { station } from '@natim/contract/mon/station.resource'
import { siteEndpoints } from '@natim/contract/system/site'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildChannel, buildDevice, buildListRow, buildModel, buildOverview } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import DeviceListPage from './device-list-page.tsx'

const COUNTS = { online: 24, offline: 1, fault: 1, maintenance: 1, inactive: 1, retired: 0 }
const NODES: Record<string, [string, string, 'country' | 'province' | 'city' | 'station', number][]> = {
  '': [['00', '全部区域', 'country', 28]],
  '00': [['32', '江苏省', 'province', 28]],
  '32': [['3201', '江苏省南京市', 'city', 28]],
}
const MODEL = buildModel({ id: 'm-gas', code: 'HX-GD600', name: '氯气探测器 HX-GD600', kind: 'gas' })
const CREDENTIAL = {
  clientId: 'GT-320100-0099',
  secret: 'secret-shown-once',
  mqttPort: 1883,
  topic: 'dt/GT-320100-0099/tele',
  samplePayload: '{"v":1,"d":{"1":1.23}}',
}

let api: ReturnType<typeof stubApi>
let live: ReturnType<typeof stubLiveSocket>
beforeEach(() => {
  api = stubApi()
  live = stubLiveSocket()
  const other = buildListRow({
    id: '72',
    name: '六合葛塘 多参数站',
    clientId: 'AT-320116-0008',
    kind: 'air',
    channels: [],
  })
  api.on(deviceEndpoints.list, () => pageOf([buildListRow(), other], 28))
  api.on(deviceEndpoints.statusCounts, () => COUNTS)
  api.on(deviceModel.endpoints.list, () => pageOf([MODEL]))
  api.on(station.endpoints.list, () => pageOf([]))
  api.on(siteEndpoints.settings, () => ({
    networkName: '监测网',
    filingText: '',
    supportText: '',
    captcha: false,
    smsLogin: false,
    registration: false,
    thirdLogins: [],
    filingUrl: null,
    mqttPort: 1883,
    demoLoadPercent: null,
    demoFailed: [],
  }))
  api.on(deviceEndpoints.tree, ({ query }) =>
    (NODES[query.parent ?? ''] ?? []).map(([key, title, kind, total]) => ({
      key,
      title,
      kind,
      total,
      abnormal: 2,
      isLeaf: false,
    })),
  )
})

const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<DeviceListPage />, options)
const lastQuery = () => api.callsOf(deviceEndpoints.list).at(-1)?.query as Record<string, unknown>

describe('device list', () => {
  it('shows devices with status, latest value and age', async () => {
    open()
    const row = (await screen.findByText('江北 2# 氯气探测器')).closest('tr') as HTMLElement
    expect(within(row).getByText('在线')).toBeTruthy()
    expect(within(row).getByText('0.31')).toBeTruthy()
    expect(within(row).getByText(/秒前/)).toBeTruthy()
    expect(screen.getByText(/^全部区域 · 28 台 · /)).toBeTruthy()
    const tabs = screen.getByRole('group', { name: '按状态筛选' })
    expect(
      within(tabs)
        .getByRole('button', { name: /^全部\s*28$/ })
        .getAttribute('aria-pressed'),
    ).toBe('true')
    expect(await within(tabs).findByText('24')).toBeTruthy()
  })

  it('[BZ-04] says that an empty list is one of the own data scope, and offers to create only with the right', async () => {
    api.on(deviceEndpoints.list, () => pageOf([]))
    open({ rights: ['mon:device:view', 'mon:station:view'] })
    expect(await screen.findByText('您的数据范围内没有设备')).toBeTruthy()
    expect(screen.queryByText('还没有设备')).toBeNull()
    expect(screen.queryByRole('button', { name: /新增设备/ })).toBeNull()
  })

  it('[BZ-10] follows values and states of the visible rows', async () => {
    open()
    const row = (await screen.findByText('江北 2# 氯气探测器')).closest('tr') as HTMLElement
    await waitFor(() =>
      expect(
        live
          .subscriptions()
          .map(({ topic }) => topic)
          .toSorted(),
      ).toEqual(['ch', 'dev']),
    )
    expect(live.subscriptions().find(({ topic }) => topic === 'ch')).toMatchObject({ keys: [711] })
    expect(live.subscriptions().find(({ topic }) => topic === 'dev')).toMatchObject({ ids: ['71', '72'] })
    live.sendPoints([[711, Date.now(), 2.31, 0]])
    expect(await within(row).findByText('2.31')).toBeTruthy()
    // A single reading cannot exceed AEGL, which applies to an hour.
    expect(within(row).getByText(/^超过 MAC 0.34/)).toBeTruthy()
    live.sendDevices([{ id: '71', st: 'offline', ls: Date.now() }])
    expect(await within(row).findByText('离线')).toBeTruthy()
  })

  it('filters by status, keyword and region, and shows the filters in its head', async () => {
    const { user } = open()
    await screen.findByText('江北 2# 氯气探测器')
    await user.click(screen.getByRole('button', { name: /^故障/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'fault' }))
    expect(api.callsOf(deviceEndpoints.statusCounts).at(-1)?.query).not.toHaveProperty('status')

    await user.type(screen.getByRole('searchbox', { name: '名称、客户端 ID、站点' }), '江北{Enter}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'fault', keyword: '江北' }))

    await user.click(screen.getByRole('button', { name: /^全部区域$/ }))
    // An expanding node is rendered twice: during the animation, then permanently.
    await waitFor(() => {
      fireEvent.click(screen.getByText('江苏省'))
      expect(lastQuery()).toMatchObject({ region: '32', keyword: '江北' })
    })
    expect(await screen.findByText(/^江苏省 · /)).toBeTruthy()
  })

  it('opens a link with its filters', async () => {
    open({ at: `/?~=${encodeURIComponent('{"filters":{"region":"3201","kind":"gas"},"size":10}')}` })
    await screen.findByText('江北 2# 氯气探测器')
    expect(lastQuery()).toMatchObject({ region: '3201', kind: 'gas', pageSize: 10 })
    expect(screen.getByText(/^南京市 · /)).toBeTruthy()
  })

  it('opens the device of a row by keyboard', async () => {
    const { user } = open({ at: '/mon/device/list', path: '/mon/device/list' })
    const row = (await screen.findByText('江北 2# 氯气探测器')).closest('tr') as HTMLElement
    row.focus()
    await user.keyboard('{ArrowDown} ')
    expect(screen.getByText(/^已选/).textContent).toBe('已选 1 台')
    await user.keyboard('{ArrowUp}{Enter}')
    expect(window.location.pathname).toBe('/mon/device/detail/71')
  })

  it('sorts worst first by default', async () => {
    open()
    await screen.findByText('江北 2# 氯气探测器')
    expect(lastQuery()).toMatchObject({ column: 'attention', order: 'desc' })
  })

  it('tags the selected devices in one call, and shows a refusal', async () => {
    api.on(deviceEndpoints.changeMany, () => null)
    const { user } = open()
    const row = (await screen.findByText('江北 2# 氯气探测器')).closest('tr') as HTMLElement
    await user.click(within(row).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: /批量标签/ }))
    const dialog = await screen.findByRole('dialog', { name: '1 台设备的标签' })
    await user.type(within(dialog).getByLabelText('加上标签'), '夜间{Enter}')
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(api.callsOf(deviceEndpoints.changeMany)[0]?.body).toMatchObject({ ids: ['71'], addTags: ['夜间'] }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '1 台设备的标签' })).toBeNull())
  })

  it('hides moving and tagging without the edit permission', async () => {
    open({ rights: ['mon:device:view', 'mon:device:delete'] })
    const row = (await screen.findByText('江北 2# 氯气探测器')).closest('tr') as HTMLElement
    fireEvent.click(within(row).getByRole('checkbox'))
    expect((await screen.findByText(/^已选/)).textContent).toBe('已选 1 台')
    expect(screen.queryByRole('button', { name: /批量/ })).toBeNull()
  })

  it('keeps the client id of a device that has connected', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '编辑 江北 2# 氯气探测器' }))
    const dialog = await screen.findByRole('dialog', { name: '编辑设备' })
    expect((within(dialog).getByLabelText('客户端 ID') as HTMLInputElement).disabled).toBe(true)
  })

  it('adds a device: model, identity, credential once, then its first message', async () => {
    const created = buildDevice({
      id: '99',
      name: '江北 9#',
      clientId: CREDENTIAL.clientId,
      status: 'inactive',
      lastSeen: null,
    })
    api.on(deviceEndpoints.create, () => ({ id: '99', credential: CREDENTIAL }))
    api.on(deviceEndpoints.overview, () =>
      buildOverview({
        device: created,
        channels: [
          { ...buildChannel({ channelNo: 991, latest: null }), spark: { fromMs: 0, stepMs: 900_000, values: [] } },
        ],
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /新增设备/ }))
    const dialog = await screen.findByRole('dialog', { name: '新增设备' })
    await user.click(await within(dialog).findByRole('radio', { name: /HX-GD600/ }))
    await user.click(within(dialog).getByRole('button', { name: '下一步' }))
    await user.type(within(dialog).getByLabelText('设备名称'), '江北 9#')
    await user.type(within(dialog).getByLabelText('客户端 ID'), 'bad id')
    await user.click(within(dialog).getByRole('button', { name: '创建设备' }))
    expect(await within(dialog).findByText(/客户端ID只能包含/)).toBeTruthy()
    await user.clear(within(dialog).getByLabelText('客户端 ID'))
    await user.type(within(dialog).getByLabelText('客户端 ID'), CREDENTIAL.clientId)
    await user.click(within(dialog).getByRole('button', { name: '创建设备' }))

    expect(await within(dialog).findByText('secret-shown-once')).toBeTruthy()
    expect(api.callsOf(deviceEndpoints.create)[0]?.body).toMatchObject({
      name: '江北 9#',
      clientId: CREDENTIAL.clientId,
      modelId: 'm-gas',
    })
    expect(within(dialog).getByText(/^mosquitto_pub .*-t dt\/GT-320100-0099\/tele -m '/)).toBeTruthy()
    const sign = within(dialog).getByRole('status')
    expect(sign.textContent).toContain('等待首条消息')
    await waitFor(() => expect(live.subscriptions().some((sub) => 'keys' in sub && sub.keys.includes(991))).toBe(true))
    live.sendPoints([[991, Date.now(), 0.42, 0]])
    await waitFor(() => expect(sign.textContent).toContain('已收到首条消息'))
    expect(sign.textContent).toContain('氯气 0.42 ppm')
  })

  it('rotates a secret and shows the new one once', async () => {
    api.on(deviceEndpoints.rotateSecret, () => CREDENTIAL)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '更多操作 江北 2# 氯气探测器' }))
    await user.click(await screen.findByText('更换凭证'))
    await user.click(await screen.findByRole('button', { name: '生成新凭证' }))
    expect(await screen.findByText('secret-shown-once')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '我已保存' }))
    await waitFor(() => expect(screen.queryByText('secret-shown-once')).toBeNull())
  })

  it('hides editing and secrets from read-only users', async () => {
    open({ rights: ['mon:device:view'] })
    await screen.findByText('江北 2# 氯气探测器')
    expect(screen.queryByRole('button', { name: /新增设备|编辑|更多操作|导出/ })).toBeNull()
  })
})
