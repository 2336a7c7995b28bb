import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { Colleague } from './api.ts'
import { type BrowserOptions, COARSE_DESKTOP, DESKTOP, launchBrowser, type Profile, type Viewport } from './browser.ts'
import { ADMIN, attachConsole, type ConsoleOptions, type ConsoleServer, startConsole } from './console-server.ts'
import { addAccount } from './database.ts'
import { isDone } from './is-done.ts'
import { type Account, Operator } from './operator.ts'
import { Profiles } from './profiles.ts'

const ARTIFACTS = fileURLToPath(new URL('../.artifacts/', import.meta.url))

/** Environment of one test file: one server, one browser, and a clean profile for each test. */
export interface Stage {
  readonly server: ConsoleServer
  readonly operator: Operator
  /** Opens a page, by default the dashboard, with the stage's user signed in. */
  enter(account: Account, path?: string): Promise<Operator>
  /** Another window of the same user. */
  openWindow(): Promise<Operator>
  /** Another user at another machine. */
  openMachine(view?: Viewport): Promise<Operator>
  /** A second user acting through the API; the administrator by default. */
  colleague(account?: Account): Promise<Colleague>
  /**
   * An account with a role, created on first use. Names are unique per file, since files share a server.
   * @param regions region prefixes of the user; by default the whole country
   */
  person(username: string, roleCode: string, regions?: readonly string[]): Promise<Account>
}

interface FrontOptions {
  /** Creates an address in front of the console, which users open instead. */
  readonly front?: (server: ConsoleServer) => Promise<string>
}

/**
 * Call inside a `describe`. Without options the file shares the run's console with other files, in any order: it may
 * rely only on what it creates, and must not change accounts, roles and settings of others. A failed test leaves a
 * picture and a trace in e2e/.artifacts; a test during which a page threw fails.
 */
export function setStage(options: ConsoleOptions & BrowserOptions & FrontOptions = {}): Stage {
  const { webgl = false, front, ...ofConsole } = options
  let server: ConsoleServer | undefined
  let profiles: Profiles | undefined
  let people: Profile[] = []
  let operator: Operator | undefined
  const accounts = new Map<string, Promise<Account>>()

  beforeAll(async () => {
    // Options may be filled in by an earlier `beforeAll`, so the object's keys are checked here.
    const isOwn = Object.keys(ofConsole).length > 0
    server = isOwn
      ? await startConsole({ copyOf: inject('emptyConsole'), ...ofConsole })
      : attachConsole(consoleOfWorker())
    profiles = isOwn
      ? await newProfiles(webgl, (await front?.(server)) ?? server.url)
      : await sharedProfiles(webgl, server.url)
    return async () => {
      if (!isOwn) return
      await profiles?.close()
      await server?.dispose()
    }
    // No limit here: the starter gives up on a server that does not come up.
  }, 0)

  const openMachine = async (view?: Viewport) => {
    const profile = await present(profiles).take(view)
    people.push(profile)
    await profile.context.tracing.start(TRACED)
    return new Operator(profile.page)
  }
  beforeEach(async () => {
    operator = await openMachine()
  })
  afterEach(async ({ task }) => {
    const problems = people.flatMap((profile) => profile.problems)
    const hasFailed = task.result?.state === 'fail' || problems.length > 0
    for (const [n, profile] of people.entries()) {
      await keep(profile.context, hasFailed ? `${fileName(task.name)}-${n}` : undefined)
      await present(profiles).giveBack(profile)
    }
    people = []
    expect(problems).toEqual([])
  })
  return {
    get server() {
      return present(server)
    },
    get operator() {
      return present(operator)
    },
    async enter(account, path) {
      await present(operator).signIn(account, path)
      return present(operator)
    },
    openMachine,
    openWindow: async () => new Operator(await present(people[0]).context.newPage()),
    colleague: (account = ADMIN) => Colleague.signIn(present(server).url, account),
    person(username, roleCode, regions) {
      const known = accounts.get(username)
      if (known !== undefined) return known
      const account = { username, password: ADMIN.password }
      const made = addAccount(present(server).dataDir, username, roleCode, regions).then(() => account)
      accounts.set(username, made)
      return made
    },
  }
}

/** Actions and requests only: screenshots of every step would cost more than the journey. */
const TRACED = { snapshots: false, screenshots: false, sources: false } as const

/** One browser per kind for all files of the run; it ends with the process. */
const browsers = new Map<boolean, Promise<Browser>>()
function browserOf(webgl: boolean): Promise<Browser> {
  const known = browsers.get(webgl)
  if (known !== undefined) return known
  const launched = launchBrowser({ webgl })
  browsers.set(webgl, launched)
  return launched
}

const newProfiles = async (webgl: boolean, url: string) =>
  new Profiles(await browserOf(webgl), url, webgl ? COARSE_DESKTOP : DESKTOP)

const shared = new Map<boolean, Profiles>()
async function sharedProfiles(webgl: boolean, url: string): Promise<Profiles> {
  const known = shared.get(webgl)
  if (known !== undefined) return known
  const profiles = await newProfiles(webgl, url)
  shared.set(webgl, profiles)
  return profiles
}

function consoleOfWorker() {
  // Worker ids start at 1.
  return present(inject('sharedConsoles')[Number(process.env['VITEST_POOL_ID']) - 1])
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The stage is set before the tests of a describe run')
  return value
}

const fileName = (title: string) => title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)

/** Ends the trace; with a name it is saved, together with a picture of each window. */
async function keep(context: BrowserContext, name: string | undefined): Promise<void> {
  if (name === undefined) {
    await isDone(context.tracing.stop())
    return
  }
  mkdirSync(ARTIFACTS, { recursive: true })
  const path = (suffix: string) => join(ARTIFACTS, `${name}${suffix}`)
  rmSync(path('.trace.zip'), { force: true })
  // A hanging page must not hide the test's failure.
  for (const [n, page] of context.pages().entries())
    await isDone(page.screenshot({ path: path(n === 0 ? '.png' : `-${n}.png`) }))
  await isDone(context.tracing.stop({ path: path('.trace.zip') }))
}
