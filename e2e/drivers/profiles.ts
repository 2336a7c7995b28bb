import type { Browser, BrowserContext } from 'playwright-core'
import { DESKTOP, openProfile, type Profile, type Viewport } from './browser.ts'
import { isDone } from './is-done.ts'

/**
 * Reuses the profiles of one browser: the cached code saves a third of the work of opening the console. Everything else
 * is cleared when a profile is returned.
 */
export class Profiles {
  readonly #browser: Browser
  readonly #baseUrl: string
  readonly #usual: Viewport
  readonly #idle: BrowserContext[] = []

  constructor(browser: Browser, baseUrl: string, usual: Viewport = DESKTOP) {
    this.#browser = browser
    this.#baseUrl = baseUrl
    this.#usual = usual
  }

  /** A profile with empty storage and one blank page. */
  async take(view: Viewport = this.#usual): Promise<Profile> {
    // A non-default view gets a new profile.
    if (view !== this.#usual) return openProfile(this.#browser, this.#baseUrl, view)
    return openProfile(this.#browser, this.#baseUrl, view, this.#idle.pop())
  }

  async giveBack({ context, view }: Profile): Promise<void> {
    // A profile that cannot be cleared is discarded.
    if (view === this.#usual && (await isDone(clear(context, new URL(this.#baseUrl).origin)))) this.#idle.push(context)
    else await isDone(context.close())
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((context) => context.close()))
  }
}

/**
 * Not with `setStorageState`: that also empties the file cache, and every test would load the console's code again.
 *
 * @throws Error if anything might be left
 */
async function clear(context: BrowserContext, home: string): Promise<void> {
  context.removeAllListeners('page')
  const used = context.pages()
  const origins = new Set([home, ...used.flatMap((page) => page.frames()).map((frame) => originOf(frame.url()))])
  const next = await context.newPage()
  // A closing page may write again, so storage is cleared afterwards.
  await Promise.all(used.map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  const storage = await context.newCDPSession(next)
  for (const origin of origins)
    if (origin !== NO_ORIGIN) await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await storage.detach()
}

/** Origin of a blank page, which stores nothing. */
const NO_ORIGIN = 'null'

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : NO_ORIGIN)
