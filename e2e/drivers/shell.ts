import { expect } from 'vitest'
import { Operator } from './operator.ts'
import type { Name, Part } from './part.ts'

/** Fields of a menu row with its own page. */
export interface ExtraEntry {
  readonly path: string
  readonly title: string
  readonly component?: string
  readonly url?: string
  readonly isNewWindow?: boolean
  /** Whether the page is kept alive in its tab; the default. */
  readonly isKept?: boolean
  readonly children?: readonly ExtraEntry[]
}

/** The call that returns the menu. */
export const RIGHTS = '/sys/permission/getUserPermissionByToken'

/** The shell around a page. */
export class Shell {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  header(): Part {
    return this.#operator.part('banner')
  }

  logo(): Part {
    return this.header().part('link', /^NATIM/)
  }

  footer(): Part {
    return find(this.#operator, 'footer')
  }

  /** Search, bell and user menu at the right end of the header. */
  tools(): Part {
    return this.header().within(this.header().button('退出登录').locator.locator('xpath=../..'))
  }

  content(): Part {
    return this.#operator.part('main')
  }

  /** The breadcrumb. */
  breadcrumb(): Part {
    return this.#operator.part('navigation', '位置')
  }

  // Menu

  /** Sider, header or drawer, whichever currently contains the menu. */
  menu(): Part {
    return this.#operator.part('navigation', '主菜单')
  }

  sider(): Part {
    return find(this.#operator, 'aside:has(nav)')
  }

  drawer(): Part {
    return this.#operator.dialog('主菜单')
  }

  async choose(title: string): Promise<void> {
    await this.menu().follow(title)
  }

  /** Chooses an entry of a top bar group, which opens on hover; 更多 contains the groups that do not fit. */
  async chooseBelow(group: Name, title: string): Promise<void> {
    await this.menu().button(group).hover()
    await this.#operator.part('group', group).follow(title)
  }

  /** Entries and groups marked as current, top to bottom. */
  async highlighted(): Promise<readonly string[]> {
    const texts = await find(this.menu(), '[data-selected=true]').readAll()
    return texts.map((text) => text.trim())
  }

  /** Adds rows after the first one of the server's menu, as in another installation: a narrow menu folds its end. */
  async withMenu(entries: readonly ExtraEntry[]): Promise<void> {
    await this.#operator.wire.change<{ result: { menu: unknown[] } }>(RIGHTS, ({ result }) =>
      result.menu.splice(1, 0, ...entries.map(toNode)),
    )
  }

  // Tabs

  tabs(): Part {
    return this.#operator.part('navigation', '打开的页面')
  }

  tab(title: string): Part {
    return this.tabs().part('link', title)
  }

  tabTitles(): Promise<readonly string[]> {
    return this.tabs().part('link').readAll()
  }

  activeTab(): Part {
    return find(this.tabs(), '[data-active=true]')
  }

  async openTabMenu(tab: string): Promise<void> {
    const { locator, pulse } = this.tab(tab)
    await pulse.settled()
    await locator.click({ button: 'right' })
  }

  tabMenu(entry: string): Part {
    return this.#operator.part('menuitem', entry)
  }

  /** The lamp that shows whether values are live. */
  lamp(): Part {
    return this.header().part('status')
  }

  // User menu and settings

  userMenu(): Part {
    return this.header().button(/的菜单$/)
  }

  /** Entries of the open menu. */
  async entries(): Promise<readonly string[]> {
    return this.#operator.part('menu', '用户菜单').part('menuitem').readAll()
  }

  async chooseInUserMenu(entry: string): Promise<void> {
    await this.userMenu().click()
    await this.#operator.part('menuitem', entry).click()
  }

  /**
   * Moves down the open menu by key until an entry has the focus. @throws Error if it wraps around without finding it
   */
  async walkTo(entry: string): Promise<void> {
    // A menu takes the focus once it is open.
    await find(this.#operator, '[role=menuitem]:focus').appears()
    const first = await this.focused()
    for (let now = first; now !== entry; ) {
      await this.#operator.pressKey('ArrowDown')
      await expect.poll(() => this.focused(), { message: `the focus leaves ${now}` }).not.toBe(now)
      now = await this.focused()
      if (now === first) throw new Error(`No entry ${entry} in the menu`)
    }
  }

  /** The drawer 系统设置, opened from the user menu. */
  async openSettings(): Promise<Part> {
    await this.chooseInUserMenu('系统设置')
    return this.#operator.dialog('系统设置').appears()
  }

  /** Chooses pictures or colours in the settings. */
  async chooseLook(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const radio = this.#operator.dialog('系统设置').part('radio', name)
      await radio.within(radio.locator.locator('xpath=ancestor::label')).click()
    }
  }

  /** Closes the topmost layer by key. */
  async closeLayer(): Promise<void> {
    await this.#operator.pressKey('Escape')
    await this.#operator.part('dialog').disappears()
  }

  /** Stores a setting, as kept from an earlier visit. */
  async prefers(key: string, value: unknown): Promise<void> {
    await this.#operator.page.addInitScript(
      ([name, kept]) => localStorage.setItem(name, JSON.stringify({ value: kept, expire: null })),
      [key, value] as const,
    )
  }

  /** From the next start on, records the page's appearance at first paint. */
  async watchFirstPaint(): Promise<void> {
    await this.#operator.page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const { accent, weak } = document.documentElement.dataset
        document.documentElement.dataset['first'] = JSON.stringify({ accent, weak })
      })
    })
  }

  /** Colour and colour-weak mode at first paint. */
  async firstPaint(): Promise<unknown> {
    const { page, pulse } = this.#operator
    await pulse.settled()
    return page.evaluate(() => JSON.parse(document.documentElement.dataset['first'] ?? 'null') as unknown)
  }

  // Window

  title(): Promise<string> {
    return this.#operator.page.title()
  }

  /** Lightness, 0 black to 1 white: the darkest large background, and the lightest text of a page. */
  async grounds(): Promise<{ readonly darkest: number; readonly words: number }> {
    const { page, pulse } = this.#operator
    await pulse.settled()
    return page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const lightness = (colour: string): { readonly light: number; readonly alpha: number } => {
        if (!canvas) throw new Error('No canvas')
        canvas.clearRect(0, 0, 1, 1)
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
        return { light: (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255, alpha: alpha / 255 }
      }
      const isDrawn = (element: Element) => element.checkVisibility({ visibilityProperty: true })
      const grounds = [...document.querySelectorAll('*')].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        if (width < 200 || height < 20 || !isDrawn(element)) return []
        const { light, alpha } = lightness(getComputedStyle(element).backgroundColor)
        return alpha > 0.5 ? [light] : []
      })
      const words = [...document.querySelectorAll('main h1, main th, main td')]
        .filter((element) => isDrawn(element) && element.textContent.trim() !== '')
        .map((element) => lightness(getComputedStyle(element).color).light)
      return { darkest: Math.min(1, ...grounds), words: Math.max(0, ...words) }
    })
  }

  language(): Promise<string> {
    return this.#operator.page.evaluate(() => document.documentElement.lang)
  }

  /** An external page embedded in a page of the console. */
  frame(title: string): Part {
    const { page } = this.#operator
    return this.#operator.within(page.frameLocator(`iframe[title="${title}"]`).locator('body'))
  }

  /** The window that an action opens, and whether it has an opener. */
  async opens(act: () => Promise<unknown>): Promise<{ readonly window: Operator; readonly hasOpener: boolean }> {
    const [page] = await Promise.all([this.#operator.page.context().waitForEvent('page'), act()])
    await page.waitForLoadState()
    return { window: new Operator(page), hasOpener: await page.evaluate(() => window.opener !== null) }
  }

  // While a page comes

  /** The progress bar along the top edge. */
  progress(): Part {
    return find(this.#operator, '[data-progress]')
  }

  async isLoading(isIt: boolean): Promise<void> {
    await this.#operator.page.locator(`[data-progress][data-loading=${isIt}]`).waitFor({ state: 'attached' })
  }

  spinner(): Part {
    return find(this.#operator, '.ant-spin')
  }

  /** The focused element. */
  focus(): Part {
    return find(this.#operator, ':focus')
  }

  /** Text of the focused element. */
  async focused(): Promise<string> {
    return (await this.focus().read()).trim()
  }

  /** Whether the focus is inside a part. */
  async holdsFocus({ locator, pulse }: Part): Promise<boolean> {
    await pulse.settled()
    return locator.evaluate((element) => element.contains(document.activeElement))
  }

  /** Removes the focus. */
  async dropFocus(): Promise<void> {
    await this.#operator.pulse.settled()
    await this.#operator.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  }

  /** The title bar by which a dialog is dragged. */
  titleOf(dialog: Part): Part {
    return find(dialog, '.ant-modal-title')
  }

  /** Whether a part has an outline. */
  isOutlined({ locator }: Part): Promise<boolean> {
    return locator.evaluate((element) => getComputedStyle(element).outlineStyle === 'solid')
  }

  /** Whether no content of a part overflows sideways. */
  fits({ locator }: Part): Promise<boolean> {
    return locator.evaluate((element) => element.scrollWidth <= element.clientWidth)
  }

  /** Scroll position of the window, or of a scrollable part, px. */
  scrollTop(part?: Part): Promise<number> {
    if (part !== undefined) return part.locator.evaluate((element) => Math.round(element.scrollTop))
    return this.#operator.page.evaluate(() => Math.round(window.scrollY))
  }

  /** Scrolls the window. Pages of an empty network are short, so the content is made taller. */
  async scrollTo(topPx: number): Promise<void> {
    await this.#operator.pulse.settled()
    await this.#operator.page.evaluate((top) => {
      document.querySelector<HTMLElement>('main')?.style.setProperty('min-height', '3000px')
      window.scrollTo({ top, behavior: 'instant' })
    }, topPx)
  }

  /** Scrolls a part with a scrollbar of its own. */
  async scrollInside({ locator, pulse }: Part, topPx: number): Promise<void> {
    await pulse.settled()
    await locator.evaluate((element, top) => element.scrollTo({ top, behavior: 'instant' }), topPx)
  }

  async turnWheelOver(part: Part, byPx: number): Promise<void> {
    await part.hover()
    await this.#operator.page.mouse.wheel(0, byPx)
  }

  async clickAt(x: number, y: number): Promise<void> {
    await this.#operator.pulse.settled()
    await this.#operator.page.mouse.click(x, y)
  }

  /** Sets a mark on the current page, which is removed with it. */
  async markPage(mark: string): Promise<void> {
    const { locator, pulse } = this.content()
    await pulse.settled()
    const page = locator.locator(':scope > div').filter({ visible: true }).first()
    await page.evaluate((element: HTMLElement, text) => (element.dataset['mark'] ??= text), mark)
  }

  /** Marks of all mounted pages, visible or not. */
  marks(): Promise<string[]> {
    return this.content().locator.evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('[data-mark]')].map((page) => page.dataset['mark'] ?? ''),
    )
  }

  /** Makes the current page a box with its own scrollbar. */
  async makeBox(): Promise<Part> {
    const { locator, pulse } = this.content()
    await pulse.settled()
    await locator.evaluate((main) => {
      const page = [...main.querySelectorAll<HTMLElement>('.page')].find((each) => each.checkVisibility())
      if (page === undefined) throw new Error('There is no page in front')
      page.style.cssText = 'display: block; flex: none; height: 120px; overflow: auto'
      page.dataset['box'] = ''
    })
    return find(this.content(), '[data-box]')
  }
}

/** For elements with neither role nor name. */
function find(part: Part, selector: string): Part {
  return part.within(part.locator.locator(selector))
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
