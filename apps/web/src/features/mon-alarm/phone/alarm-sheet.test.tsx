import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { notifyEndpoints } from '@natim/contract/mon/notify'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useOrderQueue } from '@/lib/alarm/order-queue.ts'
import { OrderBar } from '@/shell/alarm-strip/order-bar.tsx'
import { ackedBy, buildAlarm, buildAlarmDetail, buildCounts } from '@/testing/build-alarm.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import AlarmListPage from '../alarm-list-page.tsx'

let api: ReturnType<typeof stubApi>
let live: ReturnType<typeof stubLiveSocket>
let row: AlarmRow
beforeEach(() => {
  stubPhone()
  api = stubApi()
  live = stubLiveSocket()
  row = buildAlarm()
  useOrderQueue.setState({ orders: [] })
  api.on(alarmEndpoints.list, () => pageOf([row]))
  api.on(alarmEndpoints.counts, () => buildCounts())
  api.on(alarmEndpoints.detail, () => buildAlarmDetail(row))
  api.on(alarmEndpoints.similar, () => [])
  api.on(alarmEndpoints.surroundings, () => ({ neighbours: [], wind: null, rainMm6h: null, lng: null, lat: null }))
  api.on(notifyEndpoints.ofAlarm, () => [])
  for (const endpoint of [alarmEndpoints.ack, alarmEndpoints.close, alarmEndpoints.shelve, alarmEndpoints.comment])
    api.on(endpoint, () => null)
})

const show = () =>
  renderPage(
    <>
      <OrderBar />
      <AlarmListPage />
    </>,
  )
const sheetOf = async (user: ReturnType<typeof show>['user']) => {
  await user.click(await screen.findByRole('button', { name: '确认' }))
  return within(await screen.findByRole('dialog', { name: '处置报警' }))
}
/** The last button with this name: the switch above it has the same text. */
const press = (sheet: Awaited<ReturnType<typeof sheetOf>>, name: string) => sheet.getByRole('button', { name })

it('shows the key figures, requires a note where needed, and sends reason and time', async () => {
  const { user } = show()
  const sheet = await sheetOf(user)
  expect(await sheet.findByText(/后升级国家值班$/)).toBeDefined()
  expect(sheet.getByText('2.46')).toBeDefined()
  await user.click(press(sheet, '确认'))
  expect(sheet.getByText('请填写确认说明')).toBeDefined()
  expect(api.callsOf(alarmEndpoints.ack)).toEqual([])
  await user.click(sheet.getByText('搁置'))
  await user.click(sheet.getByRole('button', { name: '2 小时' }))
  await user.click(sheet.getByRole('button', { name: '检修放空' }))
  await user.click(press(sheet, '搁置'))
  await waitFor(() =>
    expect(api.callsOf(alarmEndpoints.shelve)[0]?.body).toMatchObject({
      ids: ['123'],
      minutes: 120,
      reason: '检修放空',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '处置报警' })).toBeNull())
})

it('[BZ-20] queues an order while offline, does not show it as done, and sends it once under its number when online', async () => {
  const { user } = show()
  const sheet = await sheetOf(user)
  await user.click(sheet.getByRole('button', { name: '已电话核实' }))
  api.on(alarmEndpoints.ack, () => {
    throw new TypeError('Failed to fetch')
  })
  await user.click(press(sheet, '确认'))
  expect(await screen.findByText('待发送：确认')).toBeDefined()
  expect(screen.getByText(/1 项操作待发送/).textContent).toContain('确认 A20261121-000123')
  expect(screen.queryByText('处置中')).toBeNull()
  const [queued] = useOrderQueue.getState().orders
  // A reloaded page knows it, too.
  expect(localStorage.getItem(Object.keys(localStorage).find((key) => key.includes('ALARM_ORDERS')) ?? '')).toContain(
    queued?.orderId,
  )
  api.on(alarmEndpoints.ack, () => {
    row = ackedBy('周海宁')
    return null
  })
  const before = api.callsOf(alarmEndpoints.ack).length
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/待发送/)).toBeNull())
  expect(await screen.findByText('处置中')).toBeDefined()
  act(() => void window.dispatchEvent(new Event('online')))
  const sent = api.callsOf(alarmEndpoints.ack)
  expect(sent).toHaveLength(before + 1)
  expect(new Set(sent.map(({ body }) => body.orderId))).toEqual(new Set([queued?.orderId]))
  expect(sent.at(-1)?.body).toMatchObject({ ids: ['123'], version: 3, note: '已电话核实' })
})

it('[BZ-20] a late order shows who acted first, is not sent again, and is dropped once read', async () => {
  const { user } = show()
  const sheet = await sheetOf(user)
  await user.click(sheet.getByRole('button', { name: '已电话核实' }))
  api.on(alarmEndpoints.ack, () => {
    throw new TypeError('Failed to fetch')
  })
  await user.click(press(sheet, '确认'))
  await screen.findByText('待发送：确认')
  api.on(alarmEndpoints.ack, () => {
    throw new Refusal('该报警已被何静处理，请刷新后重试')
  })
  act(() => void window.dispatchEvent(new Event('online')))
  expect((await screen.findByText(/该报警已被何静处理/)).textContent).toContain('A20261121-000123')
  const count = api.callsOf(alarmEndpoints.ack).length
  act(() => void window.dispatchEvent(new Event('online')))
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByText(/该报警已被何静处理/)).toBeNull())
  expect(api.callsOf(alarmEndpoints.ack)).toHaveLength(count)
})

it('shows the name of a colleague who acted first; the note can still be sent as a comment', async () => {
  const { user } = show()
  const sheet = await sheetOf(user)
  await user.type(sheet.getByRole('textbox', { name: '确认说明' }), '正在核实')
  row = ackedBy('何静')
  live.sendAlarms([{ eid: 9, ev: 'ack', a: row }])
  expect(await sheet.findByText(/^何静 \d\d:\d\d:\d\d 已确认$/)).toBeDefined()
  await user.click(sheet.getByRole('button', { name: '作为评论发送' }))
  await waitFor(() => expect(api.callsOf(alarmEndpoints.comment)[0]?.body).toEqual({ id: '123', note: '正在核实' }))
  vi.unstubAllGlobals()
})
