import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { notifyEndpoints } from '@natim/contract/mon/notify'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { STATE_KEY } from '@/lib/list-state.ts'
import { buildAlarm, buildAlarmDetail, buildCounts } from '@/testing/build-alarm.ts'
import { buildChannel, buildListRow, buildOverview } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import AlarmListPage from '../alarm-list-page.tsx'

const DRILL = buildAlarm({ drill: true, drillUntilMs: Date.now() + 60_000, title: '【演练】氯气模拟报警', no: 'A-9' })

let api: ReturnType<typeof stubApi>
let row: AlarmRow
beforeEach(() => {
  api = stubApi()
  stubLiveSocket()
  row = DRILL
  api.on(alarmEndpoints.list, () => pageOf([row]))
  api.on(alarmEndpoints.counts, () => buildCounts({ drills: { unacked: [0, 1, 0, 0, 0], open: 1 } }))
  api.on(alarmEndpoints.detail, () => buildAlarmDetail(row))
  api.on(alarmEndpoints.similar, () => [])
  api.on(alarmEndpoints.surroundings, () => ({ neighbours: [], wind: null, rainMm6h: null, lng: null, lat: null }))
  api.on(notifyEndpoints.ofAlarm, () => [])
  api.on(deviceEndpoints.list, () => pageOf([buildListRow({ id: '71', name: '江北 2#', clientId: 'GT-71' })]))
  const channel = buildChannel({ channelNo: 711, name: '氯气', unit: 'ppm' })
  api.on(deviceEndpoints.overview, () =>
    buildOverview({ channels: [{ ...channel, spark: { fromMs: 0, stepMs: 1, values: [] } }] }),
  )
})

it('a drill starts on a channel with a reason, keeps the input after a refusal, and then opens its record', async () => {
  api.on(alarmEndpoints.drill, () => {
    throw new Refusal('该通道正在演练，由何静发起')
  })
  const { user } = renderPage(<AlarmListPage />)
  expect(await screen.findByText(/另有演练 1 起$/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '发起演练' }))
  const dialog = within(await screen.findByRole('dialog', { name: '发起演练' }))
  const choose = async (name: string, option: string) => {
    const box = dialog.getByRole<HTMLInputElement>('combobox', { name })
    await waitFor(() => expect(box.disabled).toBe(false))
    await user.click(box)
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
  }
  await user.click(dialog.getByRole('button', { name: '开始演练' }))
  expect(await dialog.findByText('请填写演练原因')).toBeDefined()
  await choose('设备', '江北 2#（GT-71）')
  await choose('通道', '氯气（711）')
  await user.type(dialog.getByRole('spinbutton', { name: '模拟读数' }), '2.3')
  await user.type(dialog.getByRole('textbox', { name: '演练原因' }), '月度演练')
  await user.click(dialog.getByRole('button', { name: '开始演练' }))
  expect(await dialog.findByText('该通道正在演练，由何静发起')).toBeDefined()
  api.on(alarmEndpoints.drill, () => ({ id: '123', no: 'A-9' }))
  await user.click(dialog.getByRole('button', { name: '开始演练' }))
  expect(await screen.findByRole('heading', { name: '为什么报警' })).toBeDefined()
  expect(api.callsOf(alarmEndpoints.drill).at(-1)?.body).toEqual({
    deviceId: '71',
    channelNo: 711,
    value: 2.3,
    severity: 2,
    minutes: 30,
    reason: '月度演练',
  })
})

it('a drill is marked on its record and ended after confirmation; others see no buttons', async () => {
  api.on(alarmEndpoints.endDrill, () => {
    row = buildAlarm({ ...DRILL, active: false, state: 'closed', closedMs: Date.now(), version: 9 })
    return null
  })
  const at = `/mon/alarm/list?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ alarm: '123' }))}`
  const { user, unmount } = renderPage(<AlarmListPage />, { at })
  await user.click(await screen.findByRole('button', { name: '结束演练' }))
  const question = within(
    (await screen.findByText('将以“演练”关闭', { exact: false })).closest('[role=dialog]') as HTMLElement,
  )
  expect(api.callsOf(alarmEndpoints.endDrill)).toEqual([])
  await user.click(question.getByRole('button', { name: '结束演练' }))
  await waitFor(() => expect(api.callsOf(alarmEndpoints.endDrill)[0]?.body).toEqual({ id: '123', note: '' }))
  expect(await screen.findByText('演练已结束，不外发，不计入统计')).toBeDefined()
  expect(screen.queryByRole('button', { name: '结束演练' })).toBeNull()
  unmount()
  row = DRILL
  renderPage(<AlarmListPage />, { at, rights: ['mon:alarm:view'] })
  expect(await screen.findByText('不是真实报警，不外发，不计入统计')).toBeDefined()
  expect(screen.queryByRole('button', { name: '结束演练' })).toBeNull()
  expect(screen.queryByRole('button', { name: '发起演练' })).toBeNull()
})
