import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ROOT, Trouble } from './checkout.mjs'
import { runQuietly } from './run.mjs'
import { digestOf, forget, whenChanged } from './stamp.mjs'

const OLDEST_NODE = [20, 19]
const SERVER_SOURCES = ['packages', 'apps/server', 'apps/simulator', 'tsconfig.base.json', 'package-lock.json']
const WEB_SOURCES = ['packages', 'apps/web', 'package-lock.json']
const SERVER_ENTRY = 'apps/server/dist/main.js'
const WEB_ENTRY = 'apps/web/dist/index.html'

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

/** Builds server, simulator and console when a source of theirs changed since. */
export async function ensureBuilt() {
  await Promise.all([
    build('server', SERVER_ENTRY, SERVER_SOURCES, () =>
      runQuietly(join(ROOT, 'node_modules/.bin/tsc'), [
        '-b',
        // Its own record does not notice that somebody removed what it wrote.
        ...(existsSync(join(ROOT, SERVER_ENTRY)) ? [] : ['--force']),
        'apps/server',
        'apps/simulator',
      ]),
    ),
    build('web', WEB_ENTRY, WEB_SOURCES, () =>
      runQuietly(join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], {
        cwd: join(ROOT, 'apps/web'),
      }),
    ),
  ])
}

/**
 * @param {string} name
 * @param {string} entry what must exist afterwards
 * @param {readonly string[]} sources
 * @param {() => Promise<unknown>} work
 */
async function build(name, entry, sources, work) {
  if (!existsSync(join(ROOT, entry))) forget(`build-${name}`)
  const title = name === 'web' ? '构建界面 building the console' : '构建服务 building the server'
  await whenChanged(`build-${name}`, digestOf(sources), () => withProgress(title, work))
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
