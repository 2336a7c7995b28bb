import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ROOT, Trouble } from './checkout.mjs'
import { GO_MEMORY } from './go-memory.mjs'
import { withLock } from './lock.mjs'
import { runQuietly } from './run.mjs'
import { digestOf, forget, isCurrent, whenChanged } from './stamp.mjs'

const OLDEST_NODE = [20, 19]
/** The older of the two LTS lines; older versions still run, but get no fixes. */
const OLDEST_SUPPORTED_MAJOR = 22
const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name)

/**
 * @typedef {object} Build
 * @property {string} title
 * @property {readonly string[]} entries what is there after it
 * @property {readonly string[]} sources
 * @property {string} lock
 * @property {(isWhole: boolean) => readonly [string, ...string[]]} program run in the checkout; are all its entries there?
 */

/** @type {Record<'server' | 'web', Build>} */
const BUILDS = {
  server: {
    title: '构建服务 building the server',
    entries: ['apps/server/dist/main.js', 'apps/simulator/dist/main.js'],
    sources: ['packages', 'apps/server', 'apps/simulator', 'tsconfig.base.json', 'package-lock.json'],
    lock: 'tsc',
    // tsc's build info does not notice that its output was removed. Each additional checker repeats most of the type
    // work: with four of them tsc takes 7 GB instead of 2.3, and twice the work.
    program: (isWhole) => [
      bin('tsc'),
      '-b',
      '--singleThreaded',
      ...(isWhole ? [] : ['--force']),
      'apps/server',
      'apps/simulator',
    ],
  },
  web: {
    title: '构建界面 building the console',
    entries: ['apps/web/dist/index.html'],
    // The manual is part of the console.
    sources: ['packages', 'apps/web', 'docs/manual', 'package-lock.json'],
    lock: 'vite',
    program: () => [bin('vite'), 'build', 'apps/web', '--logLevel', 'warn'],
  },
}

/** @throws {Trouble} if Node is too old */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = OLDEST_NODE
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new Trouble(`Node ${process.versions.node} 版本过旧 is too old: install Node ${OLDEST_NODE.join('.')} or newer`)
}

/** What `npm run doctor` says of a version that runs. @param {string} version */
export function aboutNode(version) {
  if (Number(version.split('.')[0]) >= OLDEST_SUPPORTED_MAJOR) return version
  return `${version} works, but has reached its end of life → install Node ${OLDEST_SUPPORTED_MAJOR} or newer (.nvmrc)`
}

/** Installs the packages if they are missing or their manifests changed. */
export async function ensureInstalled() {
  if (isCurrent('install', digestOf(manifests()))) return
  await withLock('install', () =>
    whenChanged('install', digestOf(manifests()), () => withProgress('安装依赖 installing packages', install)),
  )
}

async function install() {
  // Not `ci`: it rejects a lockfile without the optional packages of other platforms, which are missing when the
  // registry it was written from has none of them. `--no-save` leaves the lockfile unchanged.
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  await runQuietly('npm', [...args, '--loglevel=error', ...cacheArguments()])
}

/** Files that determine which packages are installed. */
export function manifests() {
  const workspaces = ['packages', 'apps'].flatMap((dir) => readdirSync(join(ROOT, dir)).map((name) => `${dir}/${name}`))
  return ['package-lock.json', ...['.', 'e2e', ...workspaces].map((dir) => join(dir, 'package.json'))]
}

/**
 * Builds what changed since it was last built: `server` is server and simulator, `web` the console.
 *
 * @param {readonly (keyof typeof BUILDS)[]} [parts]
 * @param {(title: string, command: string, args: readonly string[]) => Promise<unknown>} [run] throws on failure
 */
export async function ensureBuilt(parts = ['server', 'web'], run = runWithProgress) {
  await Promise.all(parts.map((part) => withLock(BUILDS[part].lock, () => build(part, run))))
}

/** The server built from the current sources; undefined when it is outdated or missing. */
export function currentServer() {
  const { entries, sources } = BUILDS.server
  const paths = entries.map((entry) => join(ROOT, entry))
  return paths.every((path) => existsSync(path)) && isCurrent('build-server', digestOf(sources)) ? paths[0] : undefined
}

/** @param {keyof typeof BUILDS} part @param {typeof runWithProgress} run */
async function build(part, run) {
  const { title, entries, sources, program } = BUILDS[part]
  const isWhole = entries.every((entry) => existsSync(join(ROOT, entry)))
  if (!isWhole) forget(`build-${part}`)
  const [command, ...args] = program(isWhole)
  await whenChanged(`build-${part}`, digestOf(sources), async () => void (await run(title, command, args)))
}

/** @param {string} title @param {string} command @param {readonly string[]} args @returns {Promise<unknown>} */
const runWithProgress = (title, command, args) =>
  withProgress(title, () => runQuietly(command, args, { env: { ...GO_MEMORY, ...process.env } }))

/**
 * Says what takes its time, and how long it took.
 *
 * @param {string} title
 * @param {() => Promise<unknown>} work
 */
async function withProgress(title, work) {
  const startedMs = performance.now()
  console.log(`· ${title} …`)
  await work()
  console.log(`✓ ${title} ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

/** npm caches in the home directory; users without a writable one get a cache inside the checkout. */
function cacheArguments() {
  try {
    accessSync(homedir(), constants.W_OK)
    return []
  } catch {
    return ['--cache', join(ROOT, '.tmp/npm-cache')]
  }
}
