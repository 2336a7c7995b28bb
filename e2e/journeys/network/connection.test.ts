import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('a connection that is lost', () => {
  const stage = setStage()

  it('says so, and comes back by itself with everything where it was', async () => {
    const { operator, server } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await operator.pick('区域', '江苏')
    await operator.untilQuiet()
    const before = operator.path()
    expect(before).toContain('"region":"32"')
    await operator.markPage()

    await server.stop()
    await operator.connectionBar().waitFor()
    await server.startAgain()
    await operator.connectionBar().waitFor({ state: 'detached', timeout: 40_000 })

    expect(await operator.isSamePage()).toBe(true)
    expect(operator.path()).toBe(before)
    // The session is a row of the database, so the next call works too.
    await operator.pick('区域', '浙江')
    await page.waitForURL((url) => decodeURIComponent(url.search).includes('"region":"33"'))
    await operator.untilQuiet()
    expect(await operator.notification().count()).toBe(0)
  })
})
