import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { describe } from 'vitest'

/** The shell is the same engine without the window around it: a third less work for the same pages. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** How long anybody waits for anything: a busy machine is no failure. */
const PATIENCE_MS = 90_000

/**
 * No sandbox for root, no traffic of the browser's own, no process kept ready for a page nobody opens. Pages live for
 * seconds: one process for those of a profile, and no second compiler for their code, save a third of the work; the first
 * one at once, instead of after some runs, and room for what a page throws away, an eighth of the rest.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
]
const NO_COMPILERS = '--js-flags=--no-opt --no-maglev --always-sparkplug --single-threaded-gc --min-semi-space-size=32'
/**
 * WebGL without a graphics card: the processor does the work. All else is drawn as without it, for as an imitated card
 * would it costs twice as much.
 */
const WEBGL = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-accelerated-2d-canvas',
  '--disable-gpu-rasterization',
]
/** Without a graphics card WebGL would be imitated by itself: half the work of a page with a map that no journey looks at. */
const NO_WEBGL = ['--disable-gpu', '--disable-3d-apis']

/** The browser of `CHROMIUM`, else one of Debian's; undefined when there is none. */
function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...CANDIDATES].find((path) => path !== undefined && existsSync(path))
}

/** `describe` where a browser exists; elsewhere the journeys are skipped and the terminal says so. */
export const describeInBrowser = findChromium() ? describe : skipLoudly

function skipLoudly(name: string, factory: () => void): void {
  process.stderr.write(
    `SKIPPED, no Chromium found (apt-get install chromium-headless-shell, or set CHROMIUM): ${name}\n`,
  )
  describe.skip(name, factory)
}

export interface BrowserOptions {
  /** Can draw maps; off by default, where pages with a map say that it cannot be drawn. */
  readonly webgl?: boolean | undefined
  /** Compiles what runs often, as people's browsers do; off by default. For pages that stand for hours. */
  readonly compiles?: boolean | undefined
}

/** @throws Error when there is no browser; guard with {@link describeInBrowser}. */
export function launchBrowser({ webgl = false, compiles = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found')
  const args = [...FLAGS, ...(webgl ? WEBGL : NO_WEBGL), ...(compiles ? [] : [NO_COMPILERS])]
  return chromium.launch({ executablePath, args })
}

export interface Viewport {
  readonly widthPx: number
  readonly heightPx: number
  readonly scheme?: 'light' | 'dark'
  /** What the browser says it is, for instance that of a chat app. */
  readonly userAgent?: string
  /** Code of pages nobody asked for yet comes while the browser is idle; off, for it is work that a journey waits beside. */
  readonly preloads?: boolean
  /** Pixels drawn for each of the page's, one by default. */
  readonly pixelRatio?: number
}

/** Somebody pays for the line: nothing is loaded that nobody asked for. */
export const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    "Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })",
  )

/**
 * A profile with nothing stored, Chinese, Shanghai. Errors of its pages are collected in `problems`.
 *
 * @param kept one that {@link openProfile} made before, cleared
 */
export async function openProfile(
  browser: Browser,
  baseUrl: string,
  view: Viewport = DESKTOP,
  kept?: BrowserContext,
): Promise<Profile> {
  const context = kept ?? (await newContext(browser, baseUrl, view))
  const problems: string[] = []
  const listen = (page: Page) => page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  context.on('page', listen)
  const [blank] = context.pages()
  if (blank !== undefined) listen(blank)
  const page = blank ?? (await context.newPage())
  return { context, page, problems, view }
}

/** The browser does not start under a library that shifts its clock: its pages get what the other programs see. */
function setClockAhead(aheadMs: number): void {
  const RealDate = Date
  window.Date = new Proxy(RealDate, {
    construct: (target, given: []) => (given.length > 0 ? new target(...given) : new target(RealDate.now() + aheadMs)),
    apply: () => new RealDate(RealDate.now() + aheadMs).toString(),
    get: (target, key) => (key === 'now' ? () => RealDate.now() + aheadMs : (Reflect.get(target, key) as unknown)),
  })
}

async function newContext(browser: Browser, baseUrl: string, view: Viewport): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: view.widthPx, height: view.heightPx },
    deviceScaleFactor: view.pixelRatio ?? 1,
    colorScheme: view.scheme ?? 'light',
    // A dialog that still flies in is missed by a hand that does not look.
    reducedMotion: 'reduce',
    ...(view.userAgent === undefined ? {} : { userAgent: view.userAgent }),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const aheadMs = Number(process.env['NATIM_CLOCK_AHEAD_MS'] ?? 0)
  if (aheadMs !== 0) await context.addInitScript(setClockAhead, aheadMs)
  // 外观 «跟随系统», as the setting writes it; the system is the scheme above.
  if (view.scheme) {
    await context.addInitScript(() => {
      // An empty page has no storage.
      if (location.origin === 'null') return
      localStorage.setItem('NATIM_APPEARANCE', JSON.stringify({ value: 'system', expire: null }))
    })
  }
  if (!view.preloads) await saveData(context)
  return context
}

export const DESKTOP: Viewport = { widthPx: 1440, heightPx: 900 }

/** The same, drawn coarsely: each pixel of a map costs time where no graphics card draws it. */
export const COARSE_DESKTOP: Viewport = { ...DESKTOP, pixelRatio: 0.5 }

export interface Profile {
  readonly view: Viewport
  readonly context: BrowserContext
  readonly page: Page
  /** Exceptions nobody caught in the page. A journey ends with none. */
  readonly problems: readonly string[]
}
