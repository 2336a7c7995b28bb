import { STORAGE_KEYS } from '@natim/contract/constants'
import { sessionEndpoints } from '@natim/contract/system/session'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { expireSessions } from '../../drivers/database.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('the end of a session', () => {
  const stage = setStage()
  const enter = async (path?: string) => {
    const officer = await stage.person('leaving-officer', 'analyst')
    return { officer, operator: await stage.enter(officer, path) }
  }

  it('forced logout by a colleague leads to the login page at once, without a click', async () => {
    const { officer, operator } = await enter()
    const admin = await stage.colleague()
    const { records } = await admin.call(sessionEndpoints.onlineList, {
      query: { username: officer.username, pageNo: 1, pageSize: 10 },
    })
    const token = records[0]?.token
    expect(token).toBeDefined()
    // An opaque id, not the token, with which the administrator could act as the officer.
    expect(token).not.toBe(await operator.storedToken())
    await admin.call(sessionEndpoints.forceLogout, { body: { token: token ?? '' } })
    await operator.waitUntilOnLogin()
    await expect.poll(() => operator.storedToken()).toBeUndefined()
  })

  it('[SS-32] an expired token is reported at the next call, and the return path is kept', async () => {
    const { officer, operator } = await enter('/sensordata')
    await expireSessions(stage.server.dataDir, officer.username)
    await operator.reload()
    await operator.arrivesAt('/user/login?redirect=/sensordata')
    await operator.waitUntilOnLogin()
    await expect.poll(() => operator.storedToken()).toBeUndefined()
  })

  it('a forged token grants no access', async () => {
    const { operator } = await enter('/sensordata')
    await operator.store(STORAGE_KEYS.token, 'A'.repeat(43))
    await operator.reload()
    await operator.waitUntilOnLogin()
  })

  it('[SS-45] signing out in one tab signs out the other, and signing in signs it in', async () => {
    const { officer, operator } = await enter('/sensordata')
    const second = await stage.openWindow()
    await second.load('/sensordata')
    await second.part('navigation', '主菜单').appears()
    await operator.signOut()
    await operator.waitUntilOnLogin()
    await second.waitUntilOnLogin()
    await operator.submitSignIn(officer)
    await second.part('navigation', '主菜单').appears()
    expect(await second.storedToken()).toBe(await operator.storedToken())
  })
})
