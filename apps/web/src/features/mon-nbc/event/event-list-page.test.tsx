import { type NbcDevice, nbcEndpoints } from '@natim/contract/mon/nbc'
import { type NbcDrill, type NbcEventRow, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { sessionEndpoints } from '@natim/contract/system/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { eventTitle } from '../nbc-text.ts'
import EventListPage from './event-list-page.tsx'

const ROW: NbcEventRow = {
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
const PROPOSAL = { to: 'rejected', by: 'heming', name: '何敏', atMs: 0, note: '手持仪阴性', reason: 'false' } as const
const DRILL: NbcDrill = { id: 'x', title: '联合演练', startedName: '何敏', startedMs: 0, untilMs: 9, mayEnd: true }
const DEVICE: NbcDevice = {
  id: 'c1',
  deviceNo: 1,
  clientId: 'CA-330400-0010',
  name: '乍浦 毒剂报警器',
  kind: 'chem',
  status: 'online',
  stationName: '乍浦站',
  regionText: '浙江省嘉兴市',
  severity: null,
  lng: null,
  lat: null,
  latest: null,
}
const RAD: NbcDevice = { ...DEVICE, id: 'r1', clientId: 'RD-1', kind: 'rad', name: '秦山 1#' }

let api: ReturnType<typeof stubApi>
let rows: NbcEventRow[]
let drill: NbcDrill | null
beforeEach(() => {
  rows = [ROW]
  drill = null
  api = stubApi()
  api.on(nbcEventEndpoints.list, () => pageOf(rows))
  api.on(nbcEventEndpoints.counts, () => ({
    states: { detected: 2, local_confirmed: 1, lab_confirmed: 3, rejected: 4 },
    proposed: 1,
    drills: 5,
  }))
  api.on(nbcEventEndpoints.drill, () => drill)
  api.on(nbcEndpoints.devices, () => ({
    counts: { rad: 1, chem: 1, bio: 0 },
    devices: [DEVICE, RAD],
  }))
  api.on(sessionEndpoints.dictItems, () => [])
})
const dialog = async () => within(await screen.findByRole('dialog'))

describe('the list', () => {
  it('shows what was detected, the severity in force and the progress of each event', async () => {
    rows = [
      { ...ROW, proposal: PROPOSAL },
      { ...ROW, id: 'e2', no: 'NBC20261121-004', severity: 1, corroborated: true },
      { ...ROW, id: 'e3', no: 'NBC20261121-005', level: 3, source: 'drill', drill: true },
    ]
    renderPage(<EventListPage />)
    const row = async (no: string) => within(await screen.findByRole('row', { name: new RegExp(no) }))
    const alone = await row('-003')
    expect(alone.getByText('化学探测 · 神经性 G · 4 格')).toBeTruthy()
    expect(alone.getByText('待核实')).toBeTruthy()
    expect(alone.getByText('待同意')).toBeTruthy()
    expect(alone.getByRole('link', { name: 'NBC20261121-003' }).getAttribute('href')).toBe('/mon/nbc/event/e1')
    const agreed = await row('-004')
    expect(agreed.queryByText('待核实')).toBeNull()
    const played = await row('-005')
    expect(played.getByText('演练')).toBeTruthy()
  })

  it('is filtered by tabs, whose counts exclude drills', async () => {
    const { user } = renderPage(<EventListPage />)
    await screen.findByText('NBC20261121-003')
    const tabs = within(screen.getByRole('group', { name: '按状态筛选' }))
    await waitFor(() => expect(tabs.getByRole('button', { name: /全部/ }).textContent).toBe('全部10'))
    await user.click(tabs.getByRole('button', { name: /排除/ }))
    await waitFor(() => expect(api.callsOf(nbcEventEndpoints.list).at(-1)?.query).toMatchObject({ state: 'rejected' }))
  })

  it('retries after a failed load', async () => {
    let isDown = true
    api.on(nbcEventEndpoints.list, () => {
      if (isDown) throw new Refusal('数据库忙')
      return pageOf(rows)
    })
    const { user } = renderPage(<EventListPage />)
    expect(await screen.findByText(/数据库忙/)).toBeTruthy()
    isDown = false
    await user.click(screen.getAllByRole('button', { name: /重\s*试/ })[0] ?? document.body)
    expect(await screen.findByText('NBC20261121-003')).toBeTruthy()
  })

  it('hides drill and export without permission', async () => {
    drill = DRILL
    renderPage(<EventListPage />, { rights: ['mon:nbc:view'] })
    await screen.findByText('NBC20261121-003')
    await screen.findByText(/联合演练 · /)
    expect(screen.queryByRole('switch')).toBeNull()
    for (const name of [/导出/, '发起演练事件', '结束演练']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('a drill', () => {
  it('starts with a name and a duration, after an explanation', async () => {
    api.on(nbcEventEndpoints.startDrill, ({ body: { title } }) => {
      drill = { ...DRILL, title }
      return drill
    })
    const { user } = renderPage(<EventListPage />)
    expect(screen.queryByRole('button', { name: '发起演练事件' })).toBeNull()
    await user.click(await screen.findByRole('switch', { name: '演练' }))
    const asked = await dialog()
    expect(asked.getByText(/演练事件不产生报警、不通知任何人。真实探测照常报警。/)).toBeTruthy()
    const begin = asked.getByRole('button', { name: '开始演练' })
    expect(begin).toHaveProperty('disabled', true)
    fireEvent.change(asked.getByLabelText('演练名称'), { target: { value: ' 港区演练 ' } })
    fireEvent.change(asked.getByLabelText('时长'), { target: { value: '' } })
    expect(begin).toHaveProperty('disabled', true)
    fireEvent.change(asked.getByLabelText('时长'), { target: { value: '90' } })
    await user.click(begin)
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.startDrill)[0]?.body).toEqual({ title: '港区演练', minutes: 90 }),
    )
    expect(await screen.findByText(/港区演练 · 演练事件的处置与报告均不外发/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('button', { name: '发起演练事件' })).toBeTruthy()
  })

  it('keeps the input after a refusal', async () => {
    api.on(nbcEventEndpoints.startDrill, () => {
      throw new Refusal('本部门正在演练“港区演练”，由何敏发起')
    })
    const { user } = renderPage(<EventListPage />)
    await user.click(await screen.findByRole('switch', { name: '演练' }))
    fireEvent.change((await dialog()).getByLabelText('演练名称'), { target: { value: '第二场' } })
    await user.click((await dialog()).getByRole('button', { name: '开始演练' }))
    await waitFor(() => expect(api.callsOf(nbcEventEndpoints.drill).length).toBeGreaterThan(1))
    expect((await dialog()).getByDisplayValue('第二场')).toBeTruthy()
    expect(document.querySelector('[data-watermark]')).toBeNull()
  })

  it('ends after confirmation, which removes the mark', async () => {
    drill = DRILL
    api.on(nbcEventEndpoints.endDrill, () => {
      drill = null
      return null
    })
    const { user } = renderPage(<EventListPage />)
    await screen.findByText(/联合演练 · /)
    await user.click(screen.getByRole('switch', { name: '演练' }))
    const asked = await dialog()
    expect(asked.getByText(/“联合演练”结束后，页面恢复正常/)).toBeTruthy()
    await user.click(asked.getByRole('button', { name: '结束演练' }))
    await waitFor(() => expect(api.callsOf(nbcEventEndpoints.endDrill)[0]?.body).toEqual({ id: 'x' }))
    await waitFor(() => expect(document.querySelector('[data-watermark]')).toBeNull())
  })

  it('of a superior department cannot be ended by a subordinate one', async () => {
    drill = { ...DRILL, mayEnd: false }
    renderPage(<EventListPage />)
    await screen.findByText(/联合演练 · /)
    const turn = screen.getByRole('switch', { name: '演练' })
    expect(turn).toHaveProperty('disabled', true)
    expect(turn.getAttribute('title')).toBe('由上级部门发起，由上级部门结束')
    expect(screen.queryByRole('button', { name: '结束演练' })).toBeNull()
  })
})

describe('an event of a drill', () => {
  const begin = async () => {
    drill = DRILL
    const view = renderPage(<EventListPage />)
    await view.user.click(await screen.findByRole('button', { name: '发起演练事件' }))
    const pick = async (label: string, option: string) => {
      await view.user.click((await dialog()).getByLabelText(label))
      await view.user.click(await screen.findByTitle(option))
    }
    return { ...view, pick }
  }

  it('is simulated at a device with agent and bars, and opens', async () => {
    api.on(nbcEventEndpoints.playEvent, () => ({ id: 'e9', no: 'NBC20261121-009' }))
    const { user, pick } = await begin()
    const asked = await dialog()
    expect(asked.getByRole('button', { name: /发\s*起/ })).toHaveProperty('disabled', true)
    expect(asked.queryByLabelText('毒剂类别')).toBeNull()
    await pick('装备', '乍浦 毒剂报警器（CA-330400-0010）')
    await pick('毒剂类别', '神经性')
    fireEvent.change(asked.getByLabelText('格数'), { target: { value: '5' } })
    fireEvent.change(asked.getByLabelText('科目说明'), { target: { value: '放样 ' } })
    await user.click(asked.getByRole('button', { name: /发\s*起/ }))
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.playEvent)[0]?.body).toEqual({
        deviceId: 'c1',
        level: 2,
        agentClass: 'nerve',
        bars: 5,
        note: '放样',
      }),
    )
    await waitFor(() => expect(window.location.pathname).toBe('/mon/nbc/event/e9'))
  })

  it('of a dose rate has no agent, even if one was selected before', async () => {
    api.on(nbcEventEndpoints.playEvent, () => {
      throw new Refusal('演练已结束')
    })
    const { user, pick } = await begin()
    const asked = await dialog()
    await pick('装备', '乍浦 毒剂报警器（CA-330400-0010）')
    await pick('毒剂类别', '神经性')
    await pick('装备', '秦山 1#（RD-1）')
    expect(asked.queryByLabelText('毒剂类别')).toBeNull()
    fireEvent.change(asked.getByLabelText('科目说明'), { target: { value: '放射源' } })
    await user.click(asked.getByRole('button', { name: /发\s*起/ }))
    await waitFor(() =>
      expect(api.callsOf(nbcEventEndpoints.playEvent)[0]?.body).toEqual({ deviceId: 'r1', level: 2, note: '放射源' }),
    )
    await waitFor(() => expect(asked.getByRole('button', { name: /发\s*起/ }).className).not.toContain('loading'))
    // The input is still there.
    expect((await dialog()).getByDisplayValue('放射源')).toBeTruthy()
  })
})

it.each<[string, Partial<NbcEventRow>]>([
  ['化学探测 · 神经性 G · 4 格', {}],
  ['化学探测 · 4 格', { agentClass_dictText: '', agentName: null }],
  [
    '辐射升高 · 0.21 µSv/h',
    { type: 'rad', agentClass_dictText: '', agentName: null, bars: null, value: 0.21, unit: 'µSv/h' },
  ],
  ['生物探测 · 350', { type: 'bio', agentClass_dictText: '', agentName: null, bars: null, value: 350, unit: null }],
])('an event in one line: %s', (text, given) => {
  expect(eventTitle({ ...ROW, ...given })).toBe(text)
})
