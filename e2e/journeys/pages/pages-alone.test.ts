import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addPeopleOfPages, pagesOfMenu } from '../../drivers/database.ts'
import { isDone } from '../../drivers/is-done.ts'
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
/** Walls have no shell, so they have no tab to stay in. */
const isBusiness = ({ component, path }: MenuEntry) =>
  /^(?:mon\/|SensorData)/.test(component) && component !== 'mon/wall/Wall' && !path.includes(':')

/** A page open to everyone, which shows only what the user may see. */
const OPEN_TO_ALL = '/sensordata'

describeInBrowser('every page of the menu', () => {
  const stage = setStage()

  it('[BZ-23] opens with its own permission alone and makes no refused call; without its menu item a business page is refused, hidden it still opens, and kept alive it stays unchanged', async () => {
    const { dataDir } = stage.server
    const { operator } = stage
    const shell = new Shell(operator)
    const business = new Map<string, string>()
    await operator.wire.change<{ result: { menu: MenuEntry[] } }>(RIGHTS, ({ result }) => {
      for (const entry of leavesOf(result.menu).filter(isBusiness)) {
        business.set(entry.path, entry.meta.title)
        entry.hidden = true
        entry.meta.keepAlive = true
      }
    })
    await operator.signIn(ADMIN)
    const offered = await shell.menu().read()
    expect(business.size).toBeGreaterThan(30)
    expect([...business.values()].filter((title) => offered.includes(title))).toEqual([])

    const pages = await pagesOfMenu(dataDir)
    const ownerOf = (pageId: string) => `only-${pageId}`
    await addPeopleOfPages(dataDir, new Map(pages.map(({ id }) => [id, ownerOf(id)])))
    const next = await stage.openWindow()
    const paths = operator.wire.answeredWith(403)
    const refused: Record<string, readonly string[]> = {}
    const [shut, unkept, unguarded]: [string[], string[], string[]] = [[], [], []]
    for (const [n, { id, name, url }] of pages.entries()) {
      const before = paths.length
      // The open console follows: it discards its state, and loads menu and rights of the new user.
      const person = { ...ADMIN, username: ownerOf(id) }
      await operator.wire.answerTo(() => next.bringSession(person), RIGHTS)
      await operator.open(url)
      if (await operator.words('没有访问该页面的权限，请联系管理员授权').isThere()) shut.push(name)
      if (business.has(url)) {
        await shell.activeTab().shows(business.get(url) ?? '')
        await shell.markPage(id)
      }
      const another = pages.at(n - 1)?.url ?? ''
      await operator.open(another)
      if (business.has(another) && another !== OPEN_TO_ALL && !(await isDone(operator.arrivesAt('/403'))))
        unguarded.push(another)
      if (business.has(url) && !(await shell.marks()).includes(id)) unkept.push(url)
      const own = new Set(paths.slice(before))
      if (own.size > 0) refused[`${name} ${url}`] = [...own]
    }
    expect({ refused, shut: shut.sort(), unkept, unguarded }).toEqual({
      refused: {},
      // These are opened by an action that changes data: it is granted automatically, and the page says so.
      shut: ['在线报表', '我的部门'],
      unkept: [],
      unguarded: [],
    })
  }, 600_000)
})
