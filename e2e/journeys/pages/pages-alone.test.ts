import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addRoleOfPage, pagesOfMenu } from '../../drivers/database.ts'
import { RIGHTS, Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

interface MenuEntry {
  readonly path: string
  readonly component: string
  hidden?: boolean
  readonly meta: { readonly title: string; keepAlive: boolean }
  readonly children?: readonly MenuEntry[]
}

const leavesOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children?.length ? leavesOf(entry.children) : [entry]))
/** Walls have no frame, and so no tab to stay in. */
const isBusiness = ({ component, path }: MenuEntry) =>
  /^(?:mon\/|SensorData)/.test(component) && component !== 'mon/wall/Wall' && !path.includes(':')

describeInBrowser('every page of the menu', () => {
  const stage = setStage()

  it('opens for whoever was granted it alone, without a call that is refused', async () => {
    const { dataDir } = stage.server
    const refused: Record<string, readonly string[]> = {}
    const shut: string[] = []
    const pages = await pagesOfMenu(dataDir)
    const { operator } = stage
    const paths = operator.wire.answeredWith(403)
    expect(pages.length).toBeGreaterThan(30)
    for (const { id, name, url } of pages) {
      await addRoleOfPage(dataDir, `only-${id}`, id)
      const person = await stage.person(`only-${id}`, `only-${id}`)
      const before = paths.length
      await operator.makesRoom()
      await operator.signIn(person, url)
      if (await operator.words('没有访问该页面的权限，请联系管理员授权').isThere()) shut.push(name)
      const own = new Set(paths.slice(before))
      if (own.size > 0) refused[`${name} ${url}`] = [...own]
    }
    expect(refused).toEqual({})
    // What opens them changes something: that is ticked by itself, and the page says so.
    expect(shut.sort()).toEqual(['在线报表', '我的部门'])
  }, 600_000)

  it('[BZ-23] each business page comes by the menu: without its item it is refused, hidden it opens unoffered, kept it stays as it was left', async () => {
    const { operator } = stage
    const shell = new Shell(operator)
    const business: MenuEntry[] = []
    const changeAll = (change: (entry: MenuEntry) => void) =>
      operator.wire.change<{ result: { menu: MenuEntry[] } }>(RIGHTS, ({ result }) => {
        business.length = 0
        for (const entry of leavesOf(result.menu)) {
          if (!isBusiness(entry)) continue
          business.push(entry)
          change(entry)
        }
      })
    await changeAll((entry) => {
      entry.hidden = true
      entry.meta.keepAlive = true
    })
    await operator.signIn(ADMIN)
    const offered = await shell.menu().read()
    expect(business.length).toBeGreaterThan(30)
    expect(business.filter(({ meta }) => offered.includes(meta.title))).toEqual([])
    for (const [n, { path }] of business.entries()) {
      await operator.open(path)
      await operator.arrivesAt(new RegExp(`^${path}(?:\\?|$)`))
      await shell.markPage(`${n}`)
    }
    expect(await shell.marks()).toHaveLength(business.length)

    // Somebody to whom the server gives no such item.
    const { dataDir } = stage.server
    await addRoleOfPage(dataDir, 'only-messages', 'm-notice')
    const stranger = await stage.openMachine()
    await stranger.signIn(await stage.person('only-messages', 'only-messages'), business[0]?.path ?? '')
    await stranger.arrivesAt(/^\/403/)
  }, 300_000)
})
