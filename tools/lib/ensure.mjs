import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ROOT, Trouble } from './checkout.mjs'
import { runQuietly } from './run.mjs'
import { digestOf, forget, whenChanged } from './stamp.mjs'

const OLDEST_NODE = [20, 19]
const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name)
const BUILDS = {
  server: {
    title: '构建服务 building the server',
    entries: ['apps/server/dist/main.js', 'apps/simulator/dist/main.js'],
    sources: ['packages', 'apps/server', 'apps/simulator', 'tsconfig.base.json', 'package-lock.json'],
    /** @param {boolean} isWhole tsc's own record does not notice that somebody removed what it wrote */
    work: (isWhole) => runQuietly(bin('tsc'), ['-b', ...(isWhole ? [] : ['--force']), 'apps/server', 'apps/simulator']),
  },
  web: {
    title: '构建界面 building the console',
    entries: ['apps/web/dist/index.html'],
    sources: ['packages', 'apps/web', 'package-lock.json'],
    work: () => runQuietly(bin('vite'), ['build', '--logLevel', 'warn'], { cwd: join(ROOT, 'apps/web') }),
  },
}

/** @throws {Trouble} when Node is too old for what we use */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = OLDEST_NODE
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new Trouble(`Node ${process.versions.node} 版本过旧 is too old: install Node ${OLDEST_NODE.join('.')} or newer`)
}

/** Installs the packages when they are absent or what they are read from changed since. */
export async function ensureInstalled() {
  await whenChanged('install', digestOf(manifests()), () =>
    withProgress('安装依赖 installing packages', async () => {
      // Not `ci`: it refuses a lockfile without the optional packages of other platforms, which are left out when
      // the registry it was written from has none of them. `--no-save` leaves the lockfile as it is.
      const args = ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
      await runQuietly('npm', [...args, '--loglevel=error', ...cacheArguments()])
    }),
  )
}

/** What decides which packages are installed. */
export function manifests() {
  const workspaces = ['packages', 'apps'].flatMap((dir) => readdirSync(join(ROOT, dir)).map((name) => `${dir}/${name}`))
  return ['package-lock.json', ...['.', 'e2e', ...workspaces].map((dir) => join(dir, 'package.json'))]
}

/**
 * Builds what changed since it was last built: `server` is server and simulator, `web` the console.
 *
 * @param {readonly (keyof typeof BUILDS)[]} [parts]
 */
export async function ensureBuilt(parts = ['server', 'web']) {
  await Promise.all(parts.map(build))
}

/** @param {keyof typeof BUILDS} part */
async function build(part) {
  const { title, entries, sources, work } = BUILDS[part]
  const isWhole = entries.every((entry) => existsSync(join(ROOT, entry)))
  if (!isWhole) forget(`build-${part}`)
  await whenChanged(`build-${part}`, digestOf(sources), () => withProgress(title, () => work(isWhole)))
}

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

/** npm keeps a cache in the home directory; users without a writable one get it inside the checkout. */
function cacheArguments() {
  try {
    accessSync(homedir(), constants.W_OK)
    return []
  } catch {
    return ['--cache', join(ROOT, '.tmp/npm-cache')]
  }
}
