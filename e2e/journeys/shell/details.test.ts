import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

const ASSETS = fileURLToPath(new URL('../../../apps/web/dist/assets/', import.meta.url))

/** A menu longer than any window. */
const MANY = Array.from({ length: 40 }, (_, n) => ({
  path: `/many/${n}`,
  title: `第 ${n} 页`,
  component: 'mon/StationList',
}))

describeInBrowser('the edges of the layout', () => {
  const stage = setStage()

  it('[SH-29] [SH-60] a bar along the top edge runs while a page loads, without a spinner; the footer names the product', async () => {
    const { operator } = stage
    const { page } = operator
    const shell = new Shell(operator)
    await operator.signIn(ADMIN)
    const held: (() => void)[] = []
    await page.route('**/assets/station-list-page*', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    const bar = page.locator('[data-progress]')
    await page.locator('[data-progress][data-loading=false]').waitFor({ state: 'attached' })
    await page.evaluate(() => {
      window.history.pushState(null, '', '/mon/station/list')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.locator('[data-progress][data-loading=true]').waitFor()
    const box = await bar.boundingBox()
    expect([box?.y, box?.height]).toEqual([0, 2])
    expect(box?.width).toBeGreaterThan(1_000)
    expect(await page.locator('.ant-spin').count()).toBe(0)
    await expect.poll(() => held.length).toBe(1)
    held[0]?.()
    await page.getByRole('heading', { name: '站点管理' }).waitFor()
    await page.locator('[data-progress][data-loading=false]').waitFor({ state: 'attached' })
    const footer = page.locator('footer:visible')
    expect(await footer.innerText()).toContain(
      `全国空气毒性与感染监测网络 · NATIM Console © ${new Date().getFullYear()}`,
    )
    await shell.resize(375)
    expect(await footer.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true)
  })

  it('[SH-63] a fixed sider scrolls by itself below the logo; one that is not goes with the page', async () => {
    const { operator } = stage
    const { page } = operator
    const shell = new Shell(operator)
    await shell.withMenu(MANY)
    await page.addInitScript(() =>
      localStorage.setItem('DEFAULT_LAYOUT_MODE', JSON.stringify({ value: 'sidemenu', expire: null })),
    )
    await operator.signIn(ADMIN)
    const top = async () => Math.round((await shell.sider().boundingBox())?.y ?? 0)
    const logoTop = async () => Math.round((await shell.sider().getByRole('link').first().boundingBox())?.y ?? 0)
    await shell.scrollTo(300)
    await expect.poll(top).toBe(-300)
    await page.evaluate(() =>
      localStorage.setItem('DEFAULT_FIXED_SIDEMENU', JSON.stringify({ value: true, expire: null })),
    )
    await page.reload()
    await shell.sider().waitFor()
    const before = await logoTop()
    await shell.menu().hover()
    await page.mouse.wheel(0, 400)
    await expect.poll(() => shell.menu().evaluate((menu) => menu.scrollTop)).toBeGreaterThan(100)
    expect(await logoTop()).toBe(before)
    await shell.scrollTo(300)
    expect(await top()).toBe(0)
  })

  it('[SS-48] the build holds neither single sign-on nor a micro-frontend, which are off in it', () => {
    const files = readdirSync(ASSETS)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => /^(?:sso|cas|qiankun|micro)/i.test(file))).toEqual([])
  })
})
