import type { Browser, BrowserContext } from 'playwright-core'
import { DESKTOP, openProfile, type Profile, type Viewport } from './browser.ts'
import { isDone } from './is-done.ts'

/**
 * Profiles of one browser, used again: what a browser keeps of the console's code is a third of the work of opening
 * it. Nothing else is left in one that is given back.
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

  /** A profile with nothing stored and one empty page. */
  async take(view: Viewport = this.#usual): Promise<Profile> {
    // A browser that calls itself something else, or loads what nobody asked for, is made for the occasion.
    if (view !== this.#usual) return openProfile(this.#browser, this.#baseUrl, view)
    return openProfile(this.#browser, this.#baseUrl, view, this.#idle.pop())
  }

  async giveBack({ context, view }: Profile): Promise<void> {
    // One that cannot be cleared is not used again.
    if (view === this.#usual && (await isDone(clear(context, new URL(this.#baseUrl).origin)))) this.#idle.push(context)
    else await isDone(context.close())
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((context) => context.close()))
  }
}

/**
 * Not by `setStorageState`: that empties the cache of files too, and every test would load the console's code anew.
 *
 * @throws Error when anything might be left
 */
async function clear(context: BrowserContext, home: string): Promise<void> {
  context.removeAllListeners('page')
  const used = context.pages()
  const origins = new Set([home, ...used.flatMap((page) => page.frames()).map((frame) => originOf(frame.url()))])
  const next = await context.newPage()
  // Whoever is closed may write once more: storage comes after.
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

/** That of an empty page, which stores nothing. */
const NO_ORIGIN = 'null'

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : NO_ORIGIN)
