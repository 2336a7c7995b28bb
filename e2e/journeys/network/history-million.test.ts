import { DEFAULT_MAX_POINTS } from '@natim/contract/constants'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ChartDesk } from '../../drivers/chart-desk.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { type FilledChannels, fillSamples } from '../../drivers/samples.ts'
import { setStage } from '../../drivers/stage.ts'

const HOUR_MS = 3_600_000
const QUERY = '/mon/ts/query'

describeInBrowser('a million samples in one chart', () => {
  const stage = setStage({ env: { KEEP_RAW_DAYS: '90' } })
  let filled: FilledChannels | undefined
  beforeAll(async () => {
    const toMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    filled = await fillSamples(stage.server.dataDir, { toMs, perChannel: 57_600 })
  })

  it('[BZ-07] is moved as a picture, and redrawn once a gesture ends and finer data has arrived', async () => {
    if (!filled) throw new Error('nothing was filled in')
    const { channelNos, samples, fromMs, toMs } = filled
    expect(samples).toBeGreaterThan(1_000_000)
    const state = JSON.stringify({ channels: channelNos, range: 'custom', from: fromMs, to: toMs })
    const operator = await stage.enter(ADMIN)
    const open = () => operator.load(`/mon/history?~=${encodeURIComponent(state)}`)
    const { result } = (await operator.wire.answerTo(open, QUERY)) as { result: { series: TsSeries[] } }
    expect(result.series.reduce((sum, { stats }) => sum + stats.n, 0)).toBe(samples)
    expect(Math.max(...result.series.map(({ timesMs }) => timesMs.length))).toBeLessThanOrEqual(DEFAULT_MAX_POINTS)
    await operator.words('实为小时').appears()
    const chart = new ChartDesk(operator)
    expect(await chart.hasLines()).toBe(true)

    // One query for all turns of the wheel; its response is held.
    const asked = operator.wire.watch(QUERY)
    const held = await operator.wire.hold(QUERY)
    const zoomed = await chart.turn(16, 'in')
    expect(zoomed.places).toBeGreaterThan(8)
    expect(zoomed.drawings).toBeLessThan(8)
    await expect.poll(held.count).toBeGreaterThan(0)
    expect(await chart.hasLines()).toBe(true)
    await operator.words('实为小时').appears()
    held.release()
    await operator.words('实为原始').appears()
    expect(await chart.hasLines()).toBe(true)

    await operator.wire.restore(QUERY)
    const before = asked.length
    const panned = await chart.turn(12, 'earlier')
    expect(panned.places).toBeGreaterThan(6)
    expect(panned.drawings).toBeLessThan(6)
    await expect.poll(() => asked.length).toBeGreaterThan(before)
    expect(asked.length - before).toBeLessThan(6)
  })
})
