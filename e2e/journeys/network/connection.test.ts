import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('a connection that is lost', () => {
  // It is stopped: not one for others.
  const stage = setStage({ env: {} })

  it('says so, and comes back by itself with everything where it was', async () => {
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
    // The session is a row of the database, so the next call works too.
    await operator.find('区域', '浙江')
    await operator.arrivesAt(/"region":"33"/)
    expect(await operator.notification().isThere()).toBe(false)
  })
})
