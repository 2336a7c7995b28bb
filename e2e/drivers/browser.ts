import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { describe } from 'vitest'

/** The headless shell is the same engine without the browser UI: a third less work for the same pages. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Timeout of every wait: a busy machine must not fail a test. */
const PATIENCE_MS = 90_000

/**
 * No sandbox for root, no background traffic, no spare renderer. Pages are short-lived: one process per profile and no
 * optimising compiler save a third of the work; eager baseline compilation and a larger young generation save an eighth
 * of the rest.
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
/** WebGL in software, on the CPU. Everything else is drawn without GPU emulation, which would cost twice as much. */
const WEBGL = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-accelerated-2d-canvas',
  '--disable-gpu-rasterization',
]
/**
 * Without a graphics card Chromium would emulate WebGL by default: half the work of a page whose map no journey looks
 * at.
 */
const NO_WEBGL = ['--disable-gpu', '--disable-3d-apis']

/** The browser in `CHROMIUM`, otherwise one of Debian's; undefined if there is none. */
function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...CANDIDATES].find((path) => path !== undefined && existsSync(path))
}

/** `describe` if a browser exists; otherwise the journeys are skipped with a message in the terminal. */
export const describeInBrowser = findChromium() ? describe : skipLoudly

function skipLoudly(name: string, factory: () => void): void {
  process.stderr.write(
    `SKIPPED, no Chromium found (apt-get install chromium-headless-shell, or set CHROMIUM): ${name}\n`,
  )
  describe.skip(name, factory)
}

export interface BrowserOptions {
  /** Can draw maps; off by default, where pages with a map show that it cannot be drawn. */
  readonly webgl?: boolean | undefined
  /** Enables the optimising compiler, as in a normal browser; off by default. For long-lived pages. */
  readonly compiles?: boolean | undefined
}

/** @throws Error if there is no browser; guard with {@link describeInBrowser} */
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
  /** User agent, for instance that of a chat app. */
  readonly userAgent?: string
  /** Preloads page code while idle; off by default, since it competes with the journey. */
  readonly preloads?: boolean
  /** Device pixel ratio, 1 by default. */
  readonly pixelRatio?: number
}

/** Simulates data saver mode: no preloading. */
export const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    "Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })",
  )

/**
 * A profile with empty storage, Chinese locale, Shanghai time zone. Page errors are collected in `problems`.
 *
 * @param kept a cleared profile from an earlier {@link openProfile}
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

/** Shifts the clock in the page: the browser does not start under libfaketime, unlike the other programs. */
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
    // A click could miss a dialog that is still animating.
    reducedMotion: 'reduce',
    ...(view.userAgent === undefined ? {} : { userAgent: view.userAgent }),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const aheadMs = Number(process.env['NATIM_CLOCK_AHEAD_MS'] ?? 0)
  if (aheadMs !== 0) await context.addInitScript(setClockAhead, aheadMs)
  // 外观 «跟随系统», as stored by the setting; the system scheme is the one above.
  if (view.scheme) {
    await context.addInitScript(() => {
      // A blank page has no storage.
      if (location.origin === 'null') return
      localStorage.setItem('NATIM_APPEARANCE', JSON.stringify({ value: 'system', expire: null }))
    })
  }
  if (!view.preloads) await saveData(context)
  return context
}

export const DESKTOP: Viewport = { widthPx: 1440, heightPx: 900 }

/** The same at low resolution: without a graphics card every map pixel costs time. */
export const COARSE_DESKTOP: Viewport = { ...DESKTOP, pixelRatio: 0.5 }

export interface Profile {
  readonly view: Viewport
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught exceptions of the page. A journey must end with none. */
  readonly problems: readonly string[]
}
