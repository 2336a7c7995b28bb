import { type NbcEventDetail, type NbcHazard, type NbcReport, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import EventPage from './event-page.tsx'

const STEP: NbcEventDetail['steps'][number] = {
  seq: 1,
  tsMs: 0,
  actorName: '系统',
  action: 'detect',
  from: null,
  to: 'detected',
  note: '设备上报 nbc.rad',
}
const EVENT: NbcEventDetail['event'] = {
  id: 'e1',
  no: 'NBC20261121-007',
  type: 'rad',
  type_dictText: '核',
  source: 'device',
  state: 'local_confirmed',
  state_dictText: '现场复核',
  severity: 2,
  level: 2,
  corroborated: true,
  drill: false,
  deviceId: 'd1',
  deviceName: '秦山 1#',
  clientId: 'RD-1',
  stationName: '秦山站',
  regionCode: '330400',
  regionCode_dictText: '浙江省嘉兴市',
  tsMs: 0,
  agentClass: null,
  agentClass_dictText: '',
  agentName: null,
  agentConfidence: null,
  bars: null,
  value: 0.42,
  unit: 'µSv/h',
  alarmId: 'a1',
  alarmNo: 'A-1',
  proposal: null,
  version: 2,
}
const DETAIL: NbcEventDetail = {
  event: EVENT,
  deviceStatus: 'online',
  lng: 120.95,
  lat: 30.44,
  isotopes: [{ nuclide: 'Cs-137', conf: 0.9 }],
  rejectReason: null,
  wind: { stationName: '秦山气象站', distanceKm: 2.8, fromDeg: 270.4, speedMs: 4, tsMs: 0 },
  steps: [STEP],
  reports: [],
  mayLeave: true,
  nearby: [{ ...EVENT, id: 'e2', deviceName: '秦山 2#' }],
}
const WEDGE: NbcHazard = {
  area: {
    kind: 'wedge',
    corners: [
      { lng: 120.9, lat: 30.44 },
      { lng: 121, lat: 30.4 },
      { lng: 121, lat: 30.48 },
    ],
    radiusKm: 10,
    towardsDeg: 90,
  },
  wind: DETAIL.wind,
  text: '秦山气象站（2.8 km）风速 4.0 m/s，风向 270°：下风 10 km、60° 扇形，起点在装备上风侧',
  banner: '仅供参考，非扩散模型结果',
}
const DRAFT: NbcReport = {
  id: 'r',
  kind: 2,
  seq: 1,
  body: { basis: '检测管', agentClass: 'nerve', confidencePct: 80 },
  status: 'draft',
  authorName: '何敏',
  createMs: 0,
  sentName: null,
  sentMs: null,
  version: 3,
}

let api: ReturnType<typeof stubApi>
let detail: NbcEventDetail
beforeEach(() => {
  detail = DETAIL
  api = stubApi()
  api.on(nbcEventEndpoints.detail, () => detail)
  api.on(nbcEventEndpoints.drill, () => null)
  api.on(nbcEventEndpoints.hazardArea, () => WEDGE)
})
async function open() {
  const view = renderPage(<EventPage />, { at: '/e/e1', path: '/e/:id' })
  await screen.findByText('NBC20261121-007')
  return view
}
const dialog = async () => within(await screen.findByRole('dialog'))

describe('the evidence', () => {
  it('shows figure, nuclides, wind, alarm and nearby devices', async () => {
    await open()
    for (const text of ['Cs-137 90 %', '秦山气象站 270° 4.0', 'A-1']) expect(screen.getByText(text)).toBeTruthy()
    const near = screen.getByRole('link', { name: /秦山 2#/ })
    expect(near.getAttribute('href')).toBe('/mon/nbc/event/e2')
    expect(screen.queryByText('单台未核实，不升 1 级，不对外发布。')).toBeNull()
  })

  it('of an excluded event shows the reason, and offers no decision', async () => {
    detail = {
      ...DETAIL,
      event: { ...EVENT, state: 'rejected', state_dictText: '排除' },
      rejectReason: 'weather',
      wind: null,
    }
    await open()
    expect(screen.getByText('气象干扰')).toBeTruthy()
    expect(screen.getByText('30 km、20 min 内无')).toBeTruthy()
    for (const name of [/提交/, /^排\s*除$/]) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('is printed on demand', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /打\s*印/ }))
    expect(print).toHaveBeenCalledOnce()
  })

  it('retries after a failed load', async () => {
    let isDown = true
    api.on(nbcEventEndpoints.detail, () => {
      if (isDown) throw new Refusal('未找到对应数据')
      return DETAIL
    })
    const { user } = renderPage(<EventPage />, { at: '/e/e1', path: '/e/:id' })
    expect(await screen.findByText('未找到对应数据')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: /重\s*试/ }))
    expect(await screen.findByText('NBC20261121-007')).toBeTruthy()
  })
})

it('a rejected proposal stays in the record, struck through', async () => {
  const propose = { ...STEP, seq: 2, actorName: '何敏', action: 'propose', to: 'rejected', note: '阴性' } as const
  detail = {
    ...DETAIL,
    steps: [STEP, propose, { ...propose, seq: 3, actorName: '刘洋', action: 'decline', note: '再测' }],
  }
  await open()
  const line = (text: RegExp) => screen.getByText(text, { selector: 'li span' }).closest('li')
  expect(line(/提交 排除：阴性/)?.dataset['struck']).toBe('true')
  expect(line(/退回 排除：再测/)?.dataset['struck']).toBeUndefined()
})

describe('a decision', () => {
  it('to send to the laboratory is submitted with Ctrl+Enter, never without a text', async () => {
    api.on(nbcEventEndpoints.verify, () => ({ state: 'lab_confirmed' as const, version: 3 }))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: '提交确证' }))
    const words = (await dialog()).getByRole('textbox', { name: '说明' })
    fireEvent.change(words, { target: { value: '  ' } })
    fireEvent.keyDown(words, { key: 'Enter', ctrlKey: true })
    fireEvent.change(words, { target: { value: 'γ 谱确认' } })
    fireEvent.keyDown(words, { key: 'Enter' })
    expect(api.callsOf(nbcEventEndpoints.verify)).toHaveLength(0)
    fireEvent.keyDown(words, { key: 'Enter', ctrlKey: true })
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.verify).map(({ body }) => body)).toEqual([
        { id: 'e1', version: 2, to: 'lab_confirmed', note: 'γ 谱确认' },
      ]),
    )
  })

  it('of a colleague is rejected only with a text', async () => {
    const proposal = { to: 'rejected', by: 'heming', name: '何敏', atMs: 0, note: '阴性', reason: 'false' } as const
    detail = { ...DETAIL, event: { ...EVENT, level: 1, proposal } }
    api.on(nbcEventEndpoints.decline, () => ({ state: 'local_confirmed' as const, version: 3 }))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /退\s*回/ }))
    const asked = await dialog()
    expect(asked.getByText('何敏提交排除：阴性')).toBeTruthy()
    const submit = asked.getByRole('button', { name: /提\s*交/ })
    expect(submit).toHaveProperty('disabled', true)
    fireEvent.change(asked.getByRole('textbox', { name: '说明' }), { target: { value: '再测一次' } })
    await user.click(submit)
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.decline)[0]?.body).toEqual({ id: 'e1', version: 2, note: '再测一次' }),
    )
  })
})

describe('the hazard area', () => {
  it('is drawn with wind text and banner, and again for other radii', async () => {
    const { user } = await open()
    expect(await screen.findByRole('img', { name: `危害区示意：${WEDGE.text}` })).toBeTruthy()
    expect(screen.getByText('仅供参考，非扩散模型结果')).toBeTruthy()
    const downwind = screen.getByRole('spinbutton', { name: '下风距离' })
    await user.clear(downwind)
    await user.type(downwind, '6')
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.hazardArea).at(-1)?.query).toEqual({ closeKm: 1, downwindKm: 6 }),
    )
  })

  it('that cannot be computed keeps its banner and can be retried', async () => {
    let isDown = true
    api.on(nbcEventEndpoints.hazardArea, () => {
      if (isDown) throw new Refusal('查询超时')
      return WEDGE
    })
    const { user } = await open()
    expect(await screen.findByText('查询超时')).toBeTruthy()
    expect(screen.getByText('仅供参考，非扩散模型结果')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: /重\s*试/ }))
    expect(await screen.findByRole('img', { name: /危害区示意/ })).toBeTruthy()
  })
})

describe('a report', () => {
  it('shows its values with display names, and is sent after confirmation', async () => {
    detail = { ...DETAIL, reports: [DRAFT] }
    api.on(nbcEventEndpoints.sendReport, () => ({ ...DRAFT, status: 'sent' as const, version: 4 }))
    const { user } = await open()
    expect(screen.getByText('神经性')).toBeTruthy()
    expect(screen.getByText('80 %')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^发\s*出$/ }))
    const asked = await dialog()
    expect(asked.getByText('发出后不能修改。')).toBeTruthy()
    expect(api.callsOf(nbcEventEndpoints.sendReport)).toHaveLength(0)
    await user.click(asked.getByRole('button', { name: /发\s*出/ }))
    await waitFor(() => expect(api.callsOf(nbcEventEndpoints.sendReport)[0]?.body).toEqual({ id: 'r', version: 3 }))
  })

  it('cannot be changed once sent', async () => {
    detail = { ...DETAIL, reports: [{ ...DRAFT, status: 'sent', sentName: '刘洋', sentMs: 0 }] }
    await open()
    expect(screen.getByText('已发出')).toBeTruthy()
    for (const name of [/^编\s*辑$/, /^发\s*出$/]) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('keeps the input after a refusal, and saves under its own version', async () => {
    detail = { ...DETAIL, reports: [DRAFT] }
    api.on(nbcEventEndpoints.saveReport, () => {
      throw new Refusal('数据已被他人修改，请刷新后重试！')
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^编\s*辑$/ }))
    const form = await dialog()
    fireEvent.change(form.getByRole('spinbutton', { name: '置信度' }), { target: { value: '95' } })
    await user.click(form.getByRole('button', { name: '保存草稿' }))
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.saveReport)[0]?.body).toMatchObject({
        id: 'r',
        version: 3,
        kind: 2,
        body: { basis: '检测管', confidencePct: 95 },
      }),
    )
    await waitFor(() => expect(api.callsOf(nbcEventEndpoints.detail).length).toBeGreaterThan(1))
    expect((await dialog()).getByDisplayValue('95')).toBeTruthy()
  })
})
