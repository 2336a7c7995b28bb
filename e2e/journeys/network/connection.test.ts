import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('a lost connection', () => {
  // A console of its own, since the test stops it.
  const stage = setStage({ env: {} })

  it('is reported, and recovers automatically with the page unchanged', async () => {
    const { server } = stage
    const operator = await stage.enter(ADMIN)
    await operator.find('区域', '江苏')
    await operator.arrivesAt(/"region":"32"/)
    const before = operator.path()
    await operator.markPage()

    await server.stop()
    await operator.connectionBar().appears()
    await server.startAgain()
    await expect.poll(() => operator.connectionBar().isThere()).toBe(false)

    expect(await operator.isSamePage()).toBe(true)
    expect(operator.path()).toBe(before)
    // The session is stored in the database, so the next call works, too.
    await operator.find('区域', '浙江')
    await operator.arrivesAt(/"region":"33"/)
    expect(await operator.notification().isThere()).toBe(false)
  })
})
