import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildStation } from '../../drivers/network.ts'
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
    const operator = await stage.enter(ADMIN, '/sensordata')
    const shell = new Shell(operator)
    const code = await operator.wire.hold('/assets/position.resource-')
    await shell.isLoading(false)
    await operator.open('/isystem/position')
    await shell.isLoading(true)
    const bar = await shell.progress().box()
    expect([bar.y, bar.height]).toEqual([0, 2])
    expect(bar.width).toBeGreaterThan(1_000)
    expect(await shell.spinner().isThere()).toBe(false)
    await expect.poll(code.count).toBe(1)
    code.release()
    await operator.seesPage('职务管理')
    await shell.isLoading(false)
    await shell.footer().shows(`全国空气毒性与感染监测网络 · NATIM Console © ${new Date().getFullYear()}`)
    await operator.resize(375)
    expect(await shell.fits(shell.footer())).toBe(true)
  })

  it.each(['light', 'dark'] as const)(
    'prints the page without the shell and controls, dark on white, from the %s theme',
    async (scheme) => {
      const station = fresh('纸上站')
      await buildStation(await stage.colleague(), station)
      const operator = await stage.openMachine({ ...DESKTOP, scheme })
      const shell = new Shell(operator)
      await shell.prefers('DEFAULT_LAYOUT_MODE', 'sidemenu')
      await operator.signIn(ADMIN, '/mon/station/list')
      const around = {
        header: shell.header(),
        sider: shell.sider(),
        tabs: shell.tabs(),
        footer: shell.footer(),
        filters: operator.filters(),
        tools: operator.button(/^列 /),
        box: operator.row(station).part('checkbox'),
        links: operator.row(station).button(`编辑 ${station}`),
      }
      const shown = async () => {
        const isThere = await Promise.all(Object.values(around).map((part) => part.isThere()))
        return Object.keys(around).filter((_, index) => isThere[index])
      }
      await expect.poll(shown).toEqual(Object.keys(around))
      expect((await shell.grounds()).words > 0.5).toBe(scheme === 'dark')

      await operator.layOut('paper')
      await expect.poll(shown).toEqual([])
      await operator.row(station).appears()
      await expect
        .poll(() => shell.grounds())
        .toMatchObject({ darkest: expect.toSatisfy((light: number) => light > 0.9) })
      expect((await shell.grounds()).words).toBeLessThan(0.6)
      // No space is left where the shell was.
      expect((await shell.content().box()).x).toBeLessThan(30)
      // A portrait sheet: no column exceeds its edge.
      await operator.resize(794)
      const { x, width } = await operator.part('table').box()
      expect(x + width).toBeLessThanOrEqual(794)
      await operator.resize(DESKTOP.widthPx)

      await operator.layOut('screen')
      await expect.poll(shown).toEqual(Object.keys(around))
      await expect.poll(() => operator.appearance()).toBe(scheme)
    },
  )

  it('[SH-63] a fixed sider scrolls separately below the logo; otherwise it scrolls with the page', async () => {
    const { operator } = stage
    const shell = new Shell(operator)
    await shell.withMenu(MANY)
    await shell.prefers('DEFAULT_LAYOUT_MODE', 'sidemenu')
    await stage.enter(ADMIN, '/mon/station/list')
    const top = async () => (await shell.sider().box()).y
    const logoTop = async () => (await shell.sider().part('link', /NATIM/).box()).y
    await shell.scrollTo(300)
    await expect.poll(top).toBe(-300)
    await operator.store('DEFAULT_FIXED_SIDEMENU', true)
    await operator.reload()
    const before = await logoTop()
    await shell.turnWheelOver(shell.menu(), 400)
    await expect.poll(() => shell.scrollTop(shell.menu())).toBeGreaterThan(100)
    expect(await logoTop()).toBe(before)
    await shell.scrollTo(300)
    expect(await shell.scrollTop()).toBe(300)
    expect(await top()).toBe(0)
  })

  it('[SS-48] [CO-31] the build contains neither single sign-on nor a micro-frontend, which are disabled in it', () => {
    const files = readdirSync(ASSETS)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => /^(?:sso|cas|qiankun|micro)/i.test(file))).toEqual([])
  })
})
