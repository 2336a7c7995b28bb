import { sessionEndpoints } from '@natim/contract/system/session'
import { beforeAll, expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount, expireSessions } from '../../drivers/database.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('the end of a session', () => {
  const stage = setStage()
  beforeAll(async () => {
    await addAccount(stage.server.dataDir, 'duty-officer', 'analyst')
  })

  const officer = { username: 'duty-officer', password: ADMIN.password }

  it('forced logout by a colleague ends on the login page at once, without a click', async () => {
    const { operator, server } = stage
    await operator.signIn(officer)
    const admin = await Colleague.signIn(server.url, ADMIN)
    const { records } = await admin.call(sessionEndpoints.onlineList, {
      query: { username: officer.username, pageNo: 1, pageSize: 10 },
    })
    const token = records[0]?.token
    expect(token).toBeDefined()
    // An opaque id, not the token that would let the administrator act as the officer.
    expect(token).not.toBe(await operator.storedToken())
    await admin.call(sessionEndpoints.forceLogout, { body: { token: token ?? '' } })
    await operator.waitUntilOnLogin()
    expect(await operator.storedToken()).toBeUndefined()
  })

  it('[SS-32] an expired token is told in words at the next call, and the way back is kept', async () => {
    const { operator, server } = stage
    await operator.signIn(officer)
    await operator.open('/sensordata')
    await operator.header().waitFor()
    await expireSessions(server.dataDir)
    await operator.page.reload()
    await operator.waitUntilOnLogin()
    expect(operator.path()).toBe('/user/login?redirect=/sensordata')
    expect(await operator.storedToken()).toBeUndefined()
  })

  it('a token of somebody’s invention opens nothing', async () => {
    const { operator } = stage
    await operator.signIn(officer)
    await operator.page.evaluate(() => {
      const entry = JSON.parse(localStorage.getItem('Access-Token') ?? '{}') as object
      localStorage.setItem('Access-Token', JSON.stringify({ ...entry, value: 'A'.repeat(43) }))
    })
    await operator.page.reload()
    await operator.waitUntilOnLogin()
  })

  it('[SS-45] signing out in one tab signs out the other, signing in lets it in', async () => {
    const { operator } = stage
    await operator.signInByForm(officer)
    const second = await stage.openWindow()
    await second.open('/dashboard/analysis')
    await second.header().waitFor()
    await operator.signOut()
    await operator.waitUntilOnLogin()
    await second.waitUntilOnLogin()
    await operator.submitSignIn(officer)
    await second.header().waitFor()
    expect(await second.storedToken()).toBe(await operator.storedToken())
  })
})
