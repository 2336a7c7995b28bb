import type { Locator, Page, Route } from 'playwright-core'
import type { Operator } from './operator.ts'

/** What a menu row needs for a page of its own. */
export interface ExtraEntry {
  readonly path: string
  readonly title: string
  readonly component?: string
  readonly url?: string
  readonly isNewWindow?: boolean
  /** Whether the page stays alive in its tab; so by default. */
  readonly isKept?: boolean
  readonly children?: readonly ExtraEntry[]
}

/** What stands around a page, and what a user does with it. */
export class Shell {
  readonly page: Page

  constructor(operator: Operator) {
    this.page = operator.page
  }

  header(): Locator {
    return this.page.getByRole('banner')
  }

  /** Sider, header or drawer, whichever holds the menu now. */
  menu(): Locator {
    return this.page.getByRole('navigation', { name: '主菜单' })
  }

  sider(): Locator {
    return this.page.locator('aside').filter({ has: this.menu() })
  }

  /** Entries and groups marked as current, top down. */
  highlighted(): Promise<string[]> {
    return this.menu()
      .locator('.ant-menu-item-selected, .ant-menu-submenu-selected > .ant-menu-submenu-title')
      .allInnerTexts()
  }

  async choose(title: string): Promise<void> {
    await this.menu().getByRole('link', { name: title, exact: true }).click()
  }

  async openGroup(title: string): Promise<void> {
    await this.menu().getByRole('menuitem', { name: title }).click()
  }

  trigger(): Locator {
    return this.header().getByRole('button', { name: /菜单$/ }).first()
  }

  tabs(): Locator {
    return this.page.getByRole('navigation', { name: '打开的页面' })
  }

  tab(title: string): Locator {
    return this.tabs().getByRole('link', { name: title, exact: true })
  }

  tabTitles(): Promise<string[]> {
    return this.tabs().getByRole('link').allInnerTexts()
  }

  activeTab(): Promise<string> {
    return this.tabs().locator('[aria-current=page]').innerText()
  }

  async fromTabMenu(tab: string, entry: string): Promise<void> {
    await this.tab(tab).click({ button: 'right' })
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  breadcrumb(): Locator {
    return this.page.getByRole('navigation', { name: '位置' })
  }

  /** The drawer 系统设置, opened by the user menu. */
  async openSettings(): Promise<Locator> {
    await this.header()
      .getByRole('button', { name: /的菜单$/ })
      .click()
    await this.page.getByRole('menuitem', { name: '系统设置' }).click()
    const drawer = this.page.getByRole('dialog').filter({ hasText: '系统设置' })
    await drawer.getByText('恢复默认').waitFor()
    return drawer
  }

  async closeLayer(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  async resize(widthPx: number): Promise<void> {
    await this.page.setViewportSize({ width: widthPx, height: 900 })
  }

  async width(part: Locator): Promise<number> {
    return Math.round((await part.boundingBox())?.width ?? 0)
  }

  scrollTop(): Promise<number> {
    return this.page.evaluate(() => Math.round(window.scrollY))
  }

  async scrollTo(topPx: number): Promise<void> {
    // Pages of a new network are short: give the window something to scroll.
    await this.page.evaluate((top) => {
      document.querySelector<HTMLElement>('main')?.style.setProperty('min-height', '3000px')
      window.scrollTo({ top, behavior: 'instant' })
    }, topPx)
  }

  /** What a setting was stored as. */
  stored(key: string): Promise<unknown> {
    return this.page.evaluate(
      (name) => (JSON.parse(localStorage.getItem(name) ?? 'null') as { value: unknown } | null)?.value,
      key,
    )
  }

  /** The menu of the server with more rows behind its first, as another installation might have it: a narrow menu folds its end. */
  async withMenu(entries: readonly ExtraEntry[]): Promise<void> {
    await this.page.route('**/sys/permission/getUserPermissionByToken*', async (route: Route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { result: { menu: unknown[] } }
      answer.result.menu.splice(1, 0, ...entries.map(toNode))
      await route.fulfill({ response, json: answer })
    })
  }
}

function toNode({
  path,
  title,
  component = 'layouts/RouteView',
  url,
  isNewWindow = false,
  isKept = true,
  children,
}: ExtraEntry): object {
  return {
    id: path,
    path,
    name: path,
    component,
    route: '1',
    meta: {
      title,
      keepAlive: isKept,
      internalOrExternal: isNewWindow,
      componentName: title,
      ...(url === undefined ? {} : { url }),
    },
    ...(children === undefined ? {} : { children: children.map(toNode) }),
  }
}
