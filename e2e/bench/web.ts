import { parseArgs } from 'node:util'
import { type MenuNode, sessionEndpoints } from '@natim/contract/system/session'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { Colleague } from '../drivers/api.ts'
import { DESKTOP, launchBrowser, openProfile, saveData } from '../drivers/browser.ts'
import { ADMIN, type ConsoleServer, startConsole } from '../drivers/console-server.ts'
import { Operator } from '../drivers/operator.ts'
import {
  type CodeBytes,
  clickUntilPainted,
  countCode,
  liveHeapBytes,
  type Load,
  type Sight,
  usableLoad,
  watchFor,
} from './in-page.ts'

const USAGE = 'Usage: npm run bench:web -- [--rounds 5] [--simulator] [--json]'

const CLICKS = 20
const KEPT_TABS = 20
const CYCLED_TABS = 50
/** Warm-up before the heap is measured: one-time caches are not leaks. */
const WARM_TABS = 5
const LIST = '/mon/device/list'
const HOME = '/dashboard/analysis'
const LIST_TITLE = '设备列表'
const DESKTOP_PX = { width: DESKTOP.widthPx, height: DESKTOP.heightPx }
const LOGIN_FORM: readonly Sight[] = [{ selector: 'button', text: '^登 ?录$' }]
/** The strip of figures, or the text for an empty network. */
const FIGURES: readonly Sight[] = [
  { selector: '[aria-label="全网指标"]', text: '' },
  { selector: 'main p, main div', text: '^网络中还没有设备' },
]
/** tsx wraps functions in `__name`; functions that run in the page need that helper there. */
const WRAPPER = 'globalThis.__name ??= (wrapped) => wrapped'
/** Time for the console's idle preloading to finish. */
const UNTIL_PRELOADED_MS = 8_000

interface Loads {
  readonly slowdown: number
  /** Navigation until the login form is clickable, cold cache. */
  readonly login: readonly Load[]
  /** Navigation until the dashboard shows its figures, cold cache, signed in. */
  readonly home: readonly Load[]
}

interface Report {
  readonly entry: CodeBytes
  readonly loads: readonly Loads[]
  readonly routes: readonly { readonly title: string; readonly code: CodeBytes; readonly firstMs: number }[]
  readonly menuMs: readonly number[]
  readonly tabSwitchMs: readonly number[]
  readonly heap: { readonly beforeMb: number; readonly afterMb: number; readonly growth: number }
}

async function throttle(page: Page, slowdown: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function loadLogin(browser: Browser, url: string, slowdown: number): Promise<{ load: Load; code: CodeBytes }> {
  const { context, page } = await openProfile(browser, url)
  await context.addInitScript(WRAPPER)
  await watchFor(context, LOGIN_FORM)
  const code = await countCode(page)
  await throttle(page, slowdown)
  await page.goto('/user/login', { waitUntil: 'commit' })
  const load = await usableLoad(page)
  const answer = { load, code: code() }
  await context.close()
  return answer
}

/** Signed in through stored browser state, with an empty cache. */
async function loadHome(browser: Browser, url: string, slowdown: number, state: StorageState): Promise<Load> {
  const context = await browser.newContext({
    baseURL: url,
    storageState: state,
    viewport: DESKTOP_PX,
  })
  await context.addInitScript(WRAPPER)
  await watchFor(context, FIGURES)
  const page = await context.newPage()
  await throttle(page, slowdown)
  await page.goto(HOME, { waitUntil: 'commit' })
  const load = await usableLoad(page)
  await context.close()
  return load
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Entry {
  readonly href: string
  readonly title: string
  /** Title of its menu group. */
  readonly group: string | undefined
}

/** Visible menu entries that lead to a page of the console. */
function entriesOf(nodes: readonly MenuNode[], group?: string): Entry[] {
  return nodes.flatMap(({ hidden, children, path, meta: { title, url } }) => {
    if (hidden || url !== undefined) return []
    return children ? entriesOf(children, title) : [{ href: path, title, group }]
  })
}

const menuLink = (href: string) => `:is(nav[aria-label="主菜单"], [role=group]) a[href="${href}"]`
const tabLink = (href: string) => `nav[aria-label="打开的页面"] a[href="${href}"]`

/** Client-side navigation, like a link in a page: no page load. */
async function openByLink(page: Page, href: string, title: string): Promise<number> {
  await page.evaluate((path) => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, href)
  return clickUntilPainted(page, tabLink(href), title)
}

/** Entries of a group are rendered while the pointer is over it; collapsed groups are under 更多. */
async function unfold(page: Page, { href, group }: Entry): Promise<void> {
  const bar = page.locator('nav[aria-label="主菜单"]')
  const button = (name: string) => bar.getByRole('button', { name, exact: true })
  if (group === undefined && (await bar.locator(`a[href="${href}"]`).count()) > 0) return
  await page.mouse.move(0, 0)
  // Moves within one frame are merged, so the pointer would not have left.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  const isInBar = group !== undefined && (await button(group).count()) > 0
  await button(isInBar ? group : '更多').hover()
}

/** Code size per page, in a context without preloading, so that code is loaded with its page. */
async function weighRoutes(browser: Browser, url: string, state: StorageState, entries: readonly Entry[]) {
  const context = await browser.newContext({ baseURL: url, storageState: state, viewport: DESKTOP_PX })
  await context.addInitScript(WRAPPER)
  await saveData(context)
  const page = await context.newPage()
  await page.goto(HOME)
  await page.waitForLoadState('networkidle')
  const codes: CodeBytes[] = []
  for (const entry of entries) {
    await unfold(page, entry)
    const code = await countCode(page)
    await clickUntilPainted(page, menuLink(entry.href), entry.title)
    codes.push(code())
  }
  await context.close()
  return codes
}

async function openMenu(page: Page, entries: readonly Entry[]): Promise<{ firstMs: number[]; menuMs: number[] }> {
  const firstMs: number[] = []
  for (const entry of entries) {
    await unfold(page, entry)
    firstMs.push(await clickUntilPainted(page, menuLink(entry.href), entry.title))
  }
  const menuMs: number[] = []
  for (let click = 0; click < CLICKS; click++) {
    const entry = entries[click % entries.length] ?? { href: HOME, title: '首页', group: undefined }
    await unfold(page, entry)
    menuMs.push(await clickUntilPainted(page, menuLink(entry.href), entry.title))
  }
  return { firstMs, menuMs }
}

async function switchTabs(page: Page): Promise<number[]> {
  const hrefs = Array.from({ length: KEPT_TABS }, (_, n) => `${LIST}?bench=${n}`)
  for (const href of hrefs) await openByLink(page, href, LIST_TITLE)
  const times: number[] = []
  for (const href of hrefs) times.push(await clickUntilPainted(page, tabLink(href), LIST_TITLE))
  return times
}

async function closeTab(page: Page): Promise<void> {
  await page.locator('nav[aria-label="打开的页面"] [aria-current="page"]').focus()
  await page.keyboard.press('Delete')
}

async function cycleTabs(page: Page): Promise<Report['heap']> {
  const cycle = async (count: number, from: number) => {
    for (let n = from; n < from + count; n++) {
      await openByLink(page, `${LIST}?cycle=${n}`, LIST_TITLE)
      await closeTab(page)
    }
    await page.locator(tabLink(HOME)).click()
  }
  await cycle(WARM_TABS, 0)
  const before = await liveHeapBytes(page)
  await cycle(CYCLED_TABS, WARM_TABS)
  const after = await liveHeapBytes(page)
  return { beforeMb: before / 2 ** 20, afterMb: after / 2 ** 20, growth: after / before - 1 }
}

async function measure(browser: Browser, server: ConsoleServer, rounds: number): Promise<Report> {
  const { context, page } = await openProfile(browser, server.url, { ...DESKTOP, preloads: true })
  await context.addInitScript(WRAPPER)
  const operator = new Operator(page)
  await operator.signIn(ADMIN)
  const state = await context.storageState()
  const loads: Loads[] = []
  let entry: CodeBytes = { bytes: 0, files: 0 }
  for (const slowdown of [1, 4]) {
    const logins: Load[] = []
    const homes: Load[] = []
    for (let round = 0; round < rounds; round++) {
      const login = await loadLogin(browser, server.url, slowdown)
      entry = login.code
      logins.push(login.load)
      homes.push(await loadHome(browser, server.url, slowdown, state))
    }
    loads.push({ slowdown, login: logins, home: homes })
  }
  const colleague = await Colleague.signIn(server.url, ADMIN)
  const { menu: nodes } = await colleague.call(sessionEndpoints.permissions, {})
  const entries = entriesOf(nodes)
  const codes = await weighRoutes(browser, server.url, state, entries)
  await page.waitForTimeout(UNTIL_PRELOADED_MS)
  const { firstMs, menuMs } = await openMenu(page, entries)
  const routes = entries.map(({ title }, n) => ({ title, code: codes[n] ?? entry, firstMs: firstMs[n] ?? Number.NaN }))
  await page.goto(HOME)
  await page.waitForTimeout(UNTIL_PRELOADED_MS)
  const tabSwitchMs = await switchTabs(page)
  await page.goto(HOME)
  await page.waitForTimeout(UNTIL_PRELOADED_MS)
  const heap = await cycleTabs(page)
  return { entry, loads, routes, menuMs, tabSwitchMs, heap }
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN
const median = (values: readonly number[]) => Math.round(quantile(values, 0.5))
const kb = ({ bytes }: CodeBytes) => Math.round(bytes / 1_000)

function print(report: Report): void {
  console.log(`entry (login): ${kb(report.entry)} KB of script and style as sent, ${report.entry.files} files`)
  console.table(
    report.loads.flatMap(({ slowdown, login, home }) =>
      Object.entries({ login, home }).map(([page, loads]) => ({
        'from cold': page,
        'CPU slowdown': slowdown,
        'usable, median ms': median(loads.map(({ ms }) => ms)),
        'blocked, median ms': median(loads.map(({ blockedMs }) => blockedMs)),
        requests: median(loads.map(({ requests }) => requests)),
        'KB as sent': Math.round(median(loads.map(({ bytes }) => bytes)) / 1_000),
      })),
    ),
  )
  console.table(
    report.routes.map(({ title, code, firstMs }) => ({
      page: title,
      'own KB': kb(code),
      'first open ms': Math.round(firstMs),
    })),
  )
  console.table([
    {
      what: 'menu click to painted page',
      'median ms': median(report.menuMs),
      'p95 ms': Math.round(quantile(report.menuMs, 0.95)),
    },
    {
      what: `switch among ${KEPT_TABS} kept tabs`,
      'median ms': median(report.tabSwitchMs),
      'p95 ms': Math.round(quantile(report.tabSwitchMs, 0.95)),
    },
  ])
  const { beforeMb, afterMb, growth } = report.heap
  console.log(
    `heap before and after ${CYCLED_TABS} tabs: ${beforeMb.toFixed(1)} → ${afterMb.toFixed(1)} MB (${(growth * 100).toFixed(1)} %)`,
  )
}

/** The demonstration network; without its simulator, whose 1 200 devices would compete with the browser for the CPU. */
async function startNetwork(hasSimulator: boolean): Promise<ConsoleServer> {
  const server = await startConsole({ demo: true })
  if (hasSimulator) return server
  await server.stop()
  const still = await startConsole({ copyOf: server.dataDir })
  await server.dispose()
  return still
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      simulator: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const server = await startNetwork(values.simulator)
  // Without a graphics card, drawing maps would slow every page down: maps are not drawn here.
  const browser = await launchBrowser()
  try {
    const report = await measure(browser, server, Number(values.rounds))
    if (values.json) console.log(JSON.stringify(report))
    else print(report)
  } finally {
    await browser.close()
    await server.dispose()
  }
}

await main()
