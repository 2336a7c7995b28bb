import { type DeviceEvent, deviceEndpoints, EVENTS_PER_CALL } from '@natim/contract/mon/device'
import { QUALITY } from '@natim/domain/quality'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildOverview } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { EventsTab } from './events-tab.tsx'

const TS = 1_795_234_800_000
const event = (given: Partial<DeviceEvent> = {}): DeviceEvent => ({
  kind: 'event',
  tsMs: TS,
  rxMs: TS,
  type: 'nbc.chem',
  level: 2,
  data: { agent: 'H' },
  q: 0,
  channelNo: null,
  bytes: null,
  key: 'ab',
  ...given,
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(deviceEndpoints.rejects, () => [])
})

const rowOf = async (text: string) => within((await screen.findByText(text)).closest('[role="row"], tr') as HTMLElement)

it('lists events, replies and blobs, and marks arrival times as such', async () => {
  api.on(deviceEndpoints.events, () => [
    event(),
    event({ type: 'dump', data: { omittedBytes: 9_216 } }),
    event({ kind: 'ack', type: 'c123', level: null, data: { ok: true }, q: QUALITY.timeCorrected }),
    event({ kind: 'blob', type: 'spectrum', level: null, channelNo: 711, bytes: 2_048, data: { bins: 1024 } }),
  ])
  renderPage(<EventsTab overview={buildOverview()} />)
  const chem = await rowOf('nbc.chem')
  expect(chem.getByText('{"agent":"H"}')).toBeTruthy()
  expect(chem.queryByText('接收时间')).toBeNull()
  expect((await rowOf('dump')).getByText('内容过长，未列出（9.0 KB）')).toBeTruthy()
  expect((await rowOf('c123')).getByText('接收时间')).toBeTruthy()
  const blob = await rowOf('能谱')
  expect(blob.getByText('氯气')).toBeTruthy()
  expect(blob.getByText('下载（2.0 KB）')).toBeTruthy()
})

it('goes back in time and returns', async () => {
  const calls: (number | undefined)[] = []
  api.on(deviceEndpoints.events, ({ query }) => {
    calls.push(query.beforeMs)
    return query.beforeMs === undefined
      ? Array.from({ length: EVENTS_PER_CALL }, (_, i) => event({ tsMs: TS - i, type: `door-${i}`, key: String(i) }))
      : [event({ type: 'older' })]
  })
  const { user } = renderPage(<EventsTab overview={buildOverview()} />)
  await screen.findByText('door-0')
  await user.click(screen.getByRole('button', { name: '更早' }))
  await screen.findByText('older')
  expect(calls).toEqual([undefined, TS - EVENTS_PER_CALL + 2])
  expect(screen.queryByRole('button', { name: '更早' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '回到最新' }))
  await screen.findByText('door-0')
})

it('shows rejections in words', async () => {
  api.on(deviceEndpoints.events, () => [])
  api.on(deviceEndpoints.rejects, () => [{ code: 'E_TYPE' as const, day: 3, week: 1_700, lastHourMs: TS }])
  renderPage(<EventsTab overview={buildOverview()} />)
  const row = await rowOf('值不是数字，或单位不能换算')
  expect(row.getByText('1,700')).toBeTruthy()
})

it('says that there are none, or why none are shown', async () => {
  let isDown = true
  api.on(deviceEndpoints.events, () => {
    if (isDown) throw new Refusal('数据库不可用', 500)
    return []
  })
  const { user } = renderPage(<EventsTab overview={buildOverview()} />)
  await screen.findByText(/加载失败/)
  isDown = false
  await user.click(screen.getByRole('button', { name: /重试|重 试/ }))
  await screen.findByText('没有事件')
})
