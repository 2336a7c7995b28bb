import { homeEndpoints } from '@natim/contract/mon/home'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { lookAt } from '../../drivers/picture.ts'
import { setStage } from '../../drivers/stage.ts'

const CHINA = { bbox: '73,3,136,54', zoom: 3 }
const WITHIN_30_S = { timeout: 30_000, interval: 500 }

describeInBrowser('the national network of npm start', () => {
  const stage = setStage({ demo: true, webgl: true })

  it('[BZ-01] moves on the dashboard while nobody touches it', async () => {
    const { operator } = stage
    await operator.signIn(ADMIN)
    const before = await operator.keyFigure('今日样本')
    expect(before).toMatch(/^[\d,.]+$/)
    await operator.markPage()
    await expect.poll(() => operator.keyFigure('今日样本'), WITHIN_30_S).not.toBe(before)
    expect(await operator.isSamePage()).toBe(true)
    await operator.page
      .getByText(/在线率 \d+\.\d %/)
      .first()
      .waitFor()
  })

  it('[BZ-02] is drawn in clusters on the map', async () => {
    const { operator, server } = stage
    const colleague = await Colleague.signIn(server.url, ADMIN)
    const { items, byStatus } = await colleague.call(homeEndpoints.map, { query: CHINA })
    expect(items.filter(({ type }) => type === 'cluster').length).toBeGreaterThan(10)
    expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1_200)
    await operator.signIn(ADMIN)
    await operator.open('/mon/homemap')
    await operator.untilMapIsDrawn()
    await expect.poll(async () => (await lookAt(operator.map())).colours, WITHIN_30_S).toBeGreaterThan(60)
  })

  it('[BZ-18] runs through the live matrix, and stands still when paused', async () => {
    const { operator, server } = stage
    await operator.signIn(ADMIN)
    await operator.open('/sensordata')
    // An empty matrix is no value to compare with.
    await operator.untilQuiet()
    const before = await operator.matrixValues()
    await expect.poll(() => operator.matrixValues(), WITHIN_30_S).not.toBe(before)
    await operator.press('暂停刷新')
    const paused = await operator.matrixValues()
    const colleague = await Colleague.signIn(server.url, ADMIN)
    const newest = async () => JSON.stringify(await colleague.call(homeEndpoints.matrix, { query: { kind: 'gas' } }))
    const known = await newest()
    await expect.poll(newest, WITHIN_30_S).not.toBe(known)
    expect(await operator.matrixValues()).toBe(paused)
  })
})
