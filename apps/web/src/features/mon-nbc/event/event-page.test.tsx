import { type NbcEventDetail, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '@/lib/session/session-store.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import EventPage from './event-page.tsx'
import { stepsOf } from './stepper.tsx'

const STEP = {
  seq: 1,
  tsMs: 0,
  actorName: '系统',
  action: 'detect',
  from: null,
  to: 'detected',
  note: '设备上报 nbc.chem',
} as const
const EVENT: NbcEventDetail['event'] = {
  id: 'e1',
  no: 'NBC20261121-003',
  type: 'chem',
  type_dictText: '化',
  source: 'device',
  state: 'detected',
  state_dictText: '探测到',
  severity: 3,
  level: 1,
  corroborated: false,
  drill: false,
  deviceId: 'd1',
  deviceName: '乍浦 毒剂报警器',
  clientId: 'CA-1',
  stationName: '乍浦站',
  regionCode: '330400',
  regionCode_dictText: '浙江省嘉兴市',
  tsMs: 0,
  agentClass: 'nerve',
  agentClass_dictText: '神经性',
  agentName: 'G',
  agentConfidence: 0.62,
  bars: 4,
  value: null,
  unit: null,
  alarmId: null,
  alarmNo: null,
  proposal: null,
  version: 1,
}
const DETAIL: NbcEventDetail = {
  event: EVENT,
  deviceStatus: 'online',
  lng: 120.95,
  lat: 30.44,
  isotopes: [],
  rejectReason: null,
  wind: null,
  steps: [STEP],
  reports: [],
  mayLeave: false,
  nearby: [],
}
const PROPOSAL = { to: 'rejected', by: 'heming', name: '何敏', atMs: 0, note: '手持仪阴性', reason: 'false' } as const

let api: ReturnType<typeof stubApi>
let detail: NbcEventDetail
beforeEach(() => {
  detail = DETAIL
  api = stubApi()
  api.on(nbcEventEndpoints.detail, () => detail)
  api.on(nbcEventEndpoints.drill, () => null)
  api.on(nbcEventEndpoints.hazardArea, () => ({
    area: null,
    wind: null,
    text: '30 km 内没有 20 分钟以内的风，不画危害区',
    banner: '仅供参考，非扩散模型结果',
  }))
})
const open = (rights?: Parameters<typeof renderPage>[1]) =>
  renderPage(<EventPage />, { at: '/e/e1', path: '/e/:id', ...rights })

describe('an event', () => {
  it('shows what was detected, that one detector alone is not enough, and why no area is drawn', async () => {
    open()
    expect(await screen.findByText('NBC20261121-003')).toBeTruthy()
    expect(screen.getByText('单台未核实，不升 1 级，不对外发布。')).toBeTruthy()
    expect(await screen.findByText('30 km 内没有 20 分钟以内的风，不画危害区')).toBeTruthy()
    expect(screen.getByText('仅供参考，非扩散模型结果')).toBeTruthy()
  })

  it('is excluded only with a reason and a text', async () => {
    api.on(nbcEventEndpoints.verify, () => ({ state: 'detected' as const, version: 2 }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /排\s*除/ }))
    const dialog = await screen.findByRole('dialog')
    const submit = within(dialog).getByRole('button', { name: /提\s*交/ })
    expect(within(dialog).getByText('1 级事件须两人处理：提交后由另一人同意才生效。')).toBeTruthy()
    fireEvent.change(within(dialog).getByRole('textbox', { name: '说明' }), { target: { value: '农药喷洒' } })
    expect(submit).toHaveProperty('disabled', true)
    await user.click(within(dialog).getByRole('radio', { name: '误报' }))
    await user.click(submit)
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.verify)[0]?.body).toEqual({
        id: 'e1',
        version: 1,
        to: 'rejected',
        note: '农药喷洒',
        reason: 'false',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps the text after a refusal', async () => {
    api.on(nbcEventEndpoints.verify, () => {
      throw new Refusal('数据已被他人修改，请刷新后重试！')
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '提交复核' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox', { name: '说明' }), { target: { value: '阳性' } })
    await user.click(within(dialog).getByRole('button', { name: /提\s*交/ }))
    await waitFor(() => expect(api.callsOf(nbcEventEndpoints.verify)).toHaveLength(1))
    expect(within(await screen.findByRole('dialog')).getByDisplayValue('阳性')).toBeTruthy()
  })

  it('offers the decision to the second person, and tells the proposer why it is not theirs', async () => {
    detail = { ...DETAIL, event: { ...EVENT, proposal: PROPOSAL } }
    api.on(nbcEventEndpoints.agree, () => ({ state: 'rejected' as const, version: 3 }))
    const { user, unmount } = open()
    await user.click(await screen.findByRole('button', { name: /同\s*意/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /提\s*交/ }))
    await waitFor(() => expect(api.callsOf(nbcEventEndpoints.agree)).toHaveLength(1))
    unmount()
    useSession.setState({ user: { username: 'heming' } as never })
    open()
    expect(await screen.findByText('须由另一人处理')).toBeTruthy()
    expect(screen.getByRole('button', { name: /同\s*意/ })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: /撤\s*回/ })).toBeTruthy()
    useSession.setState({ user: undefined })
  })

  it('is read-only without permission', async () => {
    open({ rights: ['mon:nbc:view'] })
    await screen.findByText('NBC20261121-003')
    for (const name of ['提交复核', /排\s*除/, /起草/]) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('of a drill is marked throughout, and says that nothing is sent', async () => {
    detail = { ...DETAIL, event: { ...EVENT, source: 'drill', drill: true } }
    open()
    expect(await screen.findByText('演练事件，不是真实探测，不外发，不计入统计')).toBeTruthy()
    expect(document.querySelector('[data-watermark]')).toBeTruthy()
  })

  it('that is real stays unmarked while a drill runs, and says so', async () => {
    api.on(nbcEventEndpoints.drill, () => ({
      id: 'x',
      title: '联合演练',
      startedName: '何敏',
      startedMs: 0,
      untilMs: 9,
      mayEnd: true,
    }))
    open()
    expect(await screen.findByText(/本事件是真实事件，不属于演练/)).toBeTruthy()
    expect(document.querySelector('[data-watermark]')).toBeNull()
  })

  it('drafts a report, and holds an assessment back until verified', async () => {
    const report = {
      id: 'r',
      kind: 2,
      seq: 1,
      body: { basis: '检测管' },
      status: 'draft',
      authorName: '何敏',
      createMs: 0,
      sentName: null,
      sentMs: null,
      version: 1,
    } as const
    detail = { ...DETAIL, reports: [report] }
    api.on(nbcEventEndpoints.saveReport, () => report)
    const { user } = open()
    expect(await screen.findByText('单台未核实，不能发出')).toBeTruthy()
    expect(screen.getByRole('button', { name: /发\s*出/ })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: '起草观测初报' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox', { name: '观测人' }), { target: { value: '一组' } })
    await user.click(within(dialog).getByRole('button', { name: '保存草稿' }))
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.saveReport)[0]?.body).toMatchObject({
        eventId: 'e1',
        kind: 1,
        body: { observer: '一组' },
      }),
    )
  })
})

describe('the stepper', () => {
  const labels = (given: Partial<NbcEventDetail>) =>
    stepsOf({ ...DETAIL, ...given }).map(({ label, state }) => [label, state])

  it('shows done, next and remaining steps', () => {
    expect(labels({})).toEqual([
      ['探测到', 'done'],
      ['现场复核', 'current'],
      ['实验室确证', 'future'],
    ])
  })

  it('an exclusion replaces the step not reached; a proposal does not yet', () => {
    const event = { ...EVENT, state: 'rejected' } as const
    const out = { ...STEP, seq: 2, action: 'decide', to: 'rejected' } as const
    expect(labels({ event, rejectReason: 'weather', steps: [STEP, out] })).toEqual([
      ['探测到', 'done'],
      ['排除（气象干扰）', 'out'],
    ])
    expect(labels({ steps: [STEP, { ...out, action: 'propose', to: 'local_confirmed' }] })[1]).toEqual([
      '现场复核',
      'current',
    ])
  })
})
