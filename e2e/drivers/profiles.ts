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
  readonly #idle: BrowserContext[] = []

  constructor(browser: Browser, baseUrl: string) {
    this.#browser = browser
    this.#baseUrl = baseUrl
  }

  /** A profile with nothing stored and one empty page. */
  async take(view: Viewport = DESKTOP): Promise<Profile> {
    // A browser that calls itself something else, or loads what nobody asked for, is made for the occasion.
    if (view !== DESKTOP) return openProfile(this.#browser, this.#baseUrl, view)
    return openProfile(this.#browser, this.#baseUrl, view, this.#idle.pop())
  }

  async giveBack({ context, view }: Profile): Promise<void> {
    // One that cannot be cleared is not used again.
    if (view === DESKTOP && (await isDone(clear(context)))) this.#idle.push(context)
    else await isDone(context.close())
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((context) => context.close()))
  }
}

/** @throws Error when anything might be left */
async function clear(context: BrowserContext): Promise<void> {
  context.removeAllListeners('page')
  const used = context.pages()
  const [page, ...others] = used
  await Promise.all(others.map((other) => other.close()))
  await context.newPage()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.setStorageState({ cookies: [], origins: [] })
  await page?.close()
}
