import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type BrowserOptions, launchBrowser, openProfile, type Profile, type Viewport } from './browser.ts'
import { type ConsoleOptions, type ConsoleServer, startConsole } from './console-server.ts'
import { type Account, Operator } from './operator.ts'

const ARTIFACTS = fileURLToPath(new URL('../.artifacts/', import.meta.url))

/** What the tests of one file stand on: one server, one browser, and for each test a fresh profile at its login page. */
export interface Stage {
  readonly server: ConsoleServer
  readonly browser: Browser
  readonly operator: Operator
  /** The person of the stage signs in: he, and the page he looks at. */
  enter(account: Account): Promise<{ readonly operator: Operator; readonly page: Page }>
  /** A further window of the same person. */
  openWindow(): Promise<Operator>
  /** A further person at another machine. */
  openMachine(view?: Viewport): Promise<Operator>
}

/**
 * Call inside a `describe`. A failed test leaves a picture in e2e/.artifacts; a test during which a page threw fails.
 */
export function setStage(options: ConsoleOptions & BrowserOptions = {}): Stage {
  let server: ConsoleServer | undefined
  let browser: Browser | undefined
  let profiles: Profile[] = []
  let operator: Operator | undefined

  beforeAll(async () => {
    server = await startConsole({ ...options, copyOf: options.demo ? undefined : inject('emptyConsole') })
    browser = await launchBrowser(options)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.dispose()
  })

  const openMachine = async (view?: Viewport) => {
    const profile = await openProfile(present(browser), present(server).url, view)
    profiles.push(profile)
    return new Operator(profile.page)
  }
  beforeEach(async () => {
    operator = await openMachine()
  })
  afterEach(async ({ task }) => {
    const problems = profiles.flatMap((profile) => profile.problems)
    if (task.result?.state === 'fail')
      await Promise.all(profiles.map(({ page }, n) => picture(page, `${task.name}-${n}`)))
    for (const { context } of profiles) await context.close()
    profiles = []
    expect(problems).toEqual([])
  })
  return {
    get server() {
      return present(server)
    },
    get browser() {
      return present(browser)
    },
    get operator() {
      return present(operator)
    },
    async enter(account) {
      const entered = present(operator)
      await entered.signIn(account)
      return { operator: entered, page: entered.page }
    },
    openMachine,
    openWindow: async () => new Operator(await present(operator).page.context().newPage()),
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The stage is set before the tests of a describe run')
  return value
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true })
  // A page that hangs must not hide the failure of the test.
  await page
    .screenshot({ path: join(ARTIFACTS, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`) })
    .catch(() => undefined)
}
