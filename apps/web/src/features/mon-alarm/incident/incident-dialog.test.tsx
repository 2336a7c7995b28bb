import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import { notifyEndpoints } from '@natim/contract/mon/notify'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { STATE_KEY } from '@/lib/list-state.ts'
import { buildAlarm, buildAlarmDetail, buildCounts } from '@/testing/build-alarm.ts'
import { buildIncident } from '@/testing/build-incident.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import AlarmListPage from '../alarm-list-page.tsx'

const TAKEN = { incidentId: 'i1', incidentNo: 'INC20261121-03' }

let api: ReturnType<typeof stubApi>
let rows: AlarmRow[]
beforeEach(() => {
  api = stubApi()
  stubLiveSocket()
  rows = [buildAlarm(), buildAlarm({ id: '124', no: 'A20261121-000124', title: '氨气超 AEGL-1', severity: 3 })]
  api.on(alarmEndpoints.list, () => pageOf(rows))
  api.on(alarmEndpoints.counts, () => buildCounts())
  api.on(alarmEndpoints.detail, ({ query }) => buildAlarmDetail(rows.find(({ id }) => id === query.id) ?? buildAlarm()))
  api.on(alarmEndpoints.similar, () => [])
  api.on(alarmEndpoints.surroundings, () => ({ neighbours: [], wind: null, rainMm6h: null, lng: null, lat: null }))
  api.on(notifyEndpoints.ofAlarm, () => [])
  api.on(incidentEndpoints.list, () =>
    pageOf([buildIncident(), buildIncident({ id: 'i2', no: 'INC20261121-04', title: '桌面推演', drill: true })]),
  )
  api.on(incidentEndpoints.add, () => ({ id: 'i1', no: 'INC20261121-03' }))
  api.on(incidentEndpoints.link, () => ({ id: 'i1', no: 'INC20261121-03' }))
})

const open = (alarm: string, rights?: NonNullable<Parameters<typeof renderPage>[1]>['rights']) =>
  renderPage(<AlarmListPage />, {
    at: `/mon/alarm/list?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ alarm }))}`,
    ...(rights && { rights }),
  })
const record = async (...given: Parameters<typeof open>) => {
  const view = open(...given)
  await screen.findByRole('heading', { name: '为什么报警' })
  return view
}

describe('转事件', () => {
  it('[BZ-20] creates an incident by its key, with the typed note and values suggested by the alarm', async () => {
    const { user } = await record('123')
    await user.type(screen.getByRole('textbox', { name: '确认说明' }), '园区已疏散')
    await user.click(screen.getByRole('heading', { name: '为什么报警' }))
    await user.keyboard('i')
    const dialog = within(await screen.findByRole('dialog', { name: '转事件' }))
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '说明' }).value).toBe('园区已疏散')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Ⅱ 级' }).checked).toBe(true)
    const title = dialog.getByRole('textbox', { name: '事件名称' })
    await user.clear(title)
    await user.click(dialog.getByRole('button', { name: '新建事件' }))
    expect(await dialog.findByText('请填写事件名称')).toBeDefined()
    await user.type(title, '加氯间泄漏')
    await user.click(dialog.getByRole('button', { name: '新建事件' }))
    await waitFor(() =>
      expect(api.callsOf(incidentEndpoints.add)[0]?.body).toEqual({
        ids: ['123'],
        title: '加氯间泄漏',
        type: 'chem',
        level: 2,
        note: '园区已疏散',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '转事件' })).toBeNull())
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '确认说明' }).value).toBe('')
  })

  it('adds several alarms to an existing incident; drills are not offered to real alarms', async () => {
    const { user } = open('')
    await user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
    await user.click(screen.getByRole('button', { name: '转事件' }))
    const dialog = within(await screen.findByRole('dialog', { name: '2 起报警转事件' }))
    await user.click(dialog.getByRole('radio', { name: '并入已有事件' }))
    await user.click(await dialog.findByRole('combobox', { name: '事件' }))
    await user.click(await screen.findByTitle('INC20261121-03 江北新区化工园区氯气泄漏'))
    expect(screen.queryByTitle('INC20261121-04 桌面推演')).toBeNull()
    await user.click(dialog.getByRole('button', { name: '并入事件' }))
    await waitFor(() =>
      expect(api.callsOf(incidentEndpoints.link)[0]?.body).toEqual({ id: 'i1', ids: ['123', '124'], note: '' }),
    )
  })

  it('keeps the form with the refusal when a colleague acted first', async () => {
    const message = '该报警已由何静转入事件 INC20261121-03，请刷新后重试'
    api.on(incidentEndpoints.add, () => {
      throw new Refusal(message)
    })
    const { user } = await record('123')
    await user.click(screen.getByRole('button', { name: /^转事件/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '转事件' }))
    await user.click(dialog.getByRole('button', { name: '新建事件' }))
    expect(await dialog.findByText(message)).toBeDefined()
  })

  it('is disabled for alarms already in an incident, which the record links to, and for mixed drills', async () => {
    rows = [buildAlarm(TAKEN), buildAlarm({ id: '124', drill: true })]
    const { user } = await record('123')
    const link = screen.getByRole('link', { name: 'INC20261121-03' })
    expect(link.getAttribute('href')).toBe('/mon/incident/room/i1')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /^转事件/ })
    expect(button.disabled).toBe(true)
    await user.keyboard('i')
    expect(screen.queryByRole('dialog', { name: '转事件' })).toBeNull()
  })

  it('is hidden without permission; the incident is then not a link', async () => {
    rows = [buildAlarm(TAKEN)]
    await record('123', ['mon:alarm:view', 'mon:alarm:ack'])
    expect(screen.queryByRole('button', { name: /^转事件/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'INC20261121-03' })).toBeNull()
    expect(screen.getByText(/事件 INC20261121-03/)).toBeDefined()
  })
})
