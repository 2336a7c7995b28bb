import { type DeviceTrack, deviceEndpoints } from '@natim/contract/mon/device'
import { formatGmt8 } from '@natim/domain/time'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildOverview } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { trackCsv } from './track-csv.ts'
import { TrackTab } from './track-tab.tsx'

const T0 = 1_795_234_800_000
const TRACK: DeviceTrack = {
  tsMs: [T0, T0 + 60_000, T0 + 3 * 3_600_000],
  lng: [120, 120.01, 120.02],
  lat: [31, 31, 31],
  alt: [null, 8, null],
  total: 3,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
})

it('draws the track with gaps, and reads the last place out', async () => {
  api.on(deviceEndpoints.track, () => TRACK)
  renderPage(<TrackTab overview={buildOverview({ hasTrack: true })} />)
  const plot = await screen.findByRole('img', { name: '3 个位置的轨迹，起点空心，终点实心' })
  const [dashed, solid] = [...plot.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '')
  expect(solid?.match(/L/g)).toHaveLength(1)
  expect(dashed?.match(/L/g)).toHaveLength(1)
  expect(screen.getByText(formatGmt8(T0 + 3 * 3_600_000))).toBeTruthy()
  expect(screen.getByText('120.020000')).toBeTruthy()
  expect(screen.getByText('1.91')).toBeTruthy()
})

it('reads another place out by the slider', async () => {
  api.on(deviceEndpoints.track, () => TRACK)
  renderPage(<TrackTab overview={buildOverview({ hasTrack: true })} />)
  const slider = await screen.findByRole('slider', { name: '时刻' })
  fireEvent.keyDown(slider, { keyCode: 37, which: 37 })
  expect(await screen.findByText('120.010000')).toBeTruthy()
  expect(screen.getByText('海拔')).toBeTruthy()
})

it('says when only a part is drawn', async () => {
  api.on(deviceEndpoints.track, () => ({ ...TRACK, total: 5_000 }))
  renderPage(<TrackTab overview={buildOverview({ hasTrack: true })} />)
  expect(await screen.findByText(/均匀抽取 3 个/)).toBeTruthy()
  expect(screen.getByText('路程（约）')).toBeTruthy()
})

it('says that there is nothing, or why nothing is shown', async () => {
  let isDown = true
  api.on(deviceEndpoints.track, () => {
    if (isDown) throw new Refusal('数据库不可用', 500)
    return { tsMs: [], lng: [], lat: [], alt: [], total: 0 }
  })
  const { user } = renderPage(<TrackTab overview={buildOverview({ hasTrack: true })} />)
  await screen.findByText(/加载失败/)
  isDown = false
  await user.click(screen.getByRole('button', { name: /重试|重 试/ }))
  await screen.findByText('这段时间没有位置')
})

it('exports CSV with its reference system', () => {
  expect(
    trackCsv(TRACK, { fromMs: T0, toMs: T0 + 1 })
      .split('\r\n')
      .slice(1, 4),
  ).toEqual([
    '时间,经度（°，WGS-84）,纬度（°，WGS-84）,海拔（m）',
    `${formatGmt8(T0)},120,31,`,
    `${formatGmt8(T0 + 60_000)},120.01,31,8`,
  ])
})
