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

/** What the tests of one file stand on: one server, one browser, and for each test a profile that has nothing stored. */
export interface Stage {
  readonly server: ConsoleServer
  readonly operator: Operator
  /** The person of the stage stands signed in before a page, by default the dashboard. */
  enter(account: Account, path?: string): Promise<Operator>
  /** A further window of the same person. */
  openWindow(): Promise<Operator>
  /** A further person at another machine. */
  openMachine(view?: Viewport): Promise<Operator>
  /** A second pair of hands, by the API; the administrator's unless told otherwise. */
  colleague(account?: Account): Promise<Colleague>
  /**
   * An account with a role, made at its first mention. Names are told apart from file to file: files share a server.
   * @param regions prefixes of what the person watches over; the whole country by default
   */
  person(username: string, roleCode: string, regions?: readonly string[]): Promise<Account>
}

interface FrontOptions {
  /** Makes an address in front of the console, which people use in its place. */
  readonly front?: (server: ConsoleServer) => Promise<string>
}

/**
 * Call inside a `describe`. Without options of its own the file shares the console of the run with others, in any
 * order: it counts on nothing but what it makes, and leaves accounts, roles and settings of others alone.
 * A failed test leaves a picture and a trace in e2e/.artifacts; a test during which a page threw fails.
 */
export function setStage(options: ConsoleOptions & BrowserOptions & FrontOptions = {}): Stage {
  const { webgl = false, front, ...ofConsole } = options
  let server: ConsoleServer | undefined
  let profiles: Profiles | undefined
  let people: Profile[] = []
  let operator: Operator | undefined
  const accounts = new Map<string, Promise<Account>>()

  beforeAll(async () => {
    // Options may be filled in by a `beforeAll` before this one: whether there are any says the object's keys.
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
    // No limit here: a server that does not come up is given up by whoever starts it.
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

/** What was done and sent, without pictures of every step: those would cost more than the journey. */
const TRACED = { snapshots: false, screenshots: false, sources: false } as const

/** One browser of a kind for all files of the run; it ends with the process. */
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
  // Workers are numbered from one.
  return present(inject('sharedConsoles')[Number(process.env['VITEST_POOL_ID']) - 1])
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The stage is set before the tests of a describe run')
  return value
}

const fileName = (title: string) => title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)

/** Ends the trace; with a name it is kept, and so is what each window shows. */
async function keep(context: BrowserContext, name: string | undefined): Promise<void> {
  if (name === undefined) {
    await isDone(context.tracing.stop())
    return
  }
  mkdirSync(ARTIFACTS, { recursive: true })
  const path = (suffix: string) => join(ARTIFACTS, `${name}${suffix}`)
  rmSync(path('.trace.zip'), { force: true })
  // A page that hangs must not hide the failure of the test.
  for (const [n, page] of context.pages().entries())
    await isDone(page.screenshot({ path: path(n === 0 ? '.png' : `-${n}.png`) }))
  await isDone(context.tracing.stop({ path: path('.trace.zip') }))
}
