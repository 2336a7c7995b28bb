import { launchBrowser, openProfile } from './drivers/browser.ts'
import { Operator } from './drivers/operator.ts'
import { ADMIN } from './drivers/console-server.ts'
const url = process.argv[2]!
const browser = await launchBrowser()
const { context, page } = await openProfile(browser, url, { widthPx: 1440, heightPx: 900, preloads: true } as never)
await context.addInitScript('globalThis.__name ??= (w) => w')
const op = new Operator(page)
await op.signIn(ADMIN)
const state = await context.storageState()
await context.close()
const shot = async (
  name: string,
  w: number,
  h: number,
  store: Record<string, unknown>,
  act?: (p: import('playwright-core').Page) => Promise<void>,
) => {
  const c = await browser.newContext({ baseURL: url, storageState: state, viewport: { width: w, height: h } })
  await c.addInitScript('globalThis.__name ??= (w) => w')
  await c.addInitScript((s) => {
    for (const [k, v] of Object.entries(s)) localStorage.setItem(k, JSON.stringify(v))
  }, store)
  const p = await c.newPage()
  p.on('pageerror', (e) => console.log(name, 'PAGEERROR', e.message))
  await p.goto('/dashboard/analysis')
  await p.waitForSelector('[aria-label="全网指标"]')
  await p.waitForTimeout(1500)
  if (act) await act(p)
  await p.screenshot({ path: `/tmp/wk/s-${name}.png` })
  await c.close()
}
const dark = { NATIM_APPEARANCE: 'dark' }
await shot('home', 1440, 900, {}, async (p) => {
  await p.locator('nav[aria-label=主菜单] button').first().hover()
  await p.waitForTimeout(300)
})
await shot('home-dark', 1440, 900, dark, async (p) => {
  await p.locator('button[aria-haspopup=menu]').click()
  await p.waitForTimeout(300)
})
await shot('side', 1440, 900, { SIDEBAR_TYPE: true, DEFAULT_LAYOUT_MODE: 'sidemenu' }, async (p) => {
  await p.locator('nav[aria-label=主菜单] button').first().click()
  await p.waitForTimeout(300)
})
await shot('phone', 375, 800, {}, async (p) => {
  await p.locator('[aria-label="打开菜单"]').click()
  await p.waitForTimeout(900)
})
await shot('bell', 1100, 800, {}, async (p) => {
  await p.locator('button[aria-haspopup=dialog]').click()
  await p.waitForTimeout(900)
})
await shot('region', 1440, 900, {}, async (p) => {
  await p.locator('[aria-label="区域"]').click()
  await p.waitForTimeout(1500)
})
await browser.close()
