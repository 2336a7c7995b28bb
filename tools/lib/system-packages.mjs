import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run.mjs'

const CREATE_CLUSTER_CONF = '/etc/postgresql-common/createcluster.conf'
/** Shifts the clock of the programs that load it. */
export const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const FONT_DIRS = ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto-cjk']

/** System packages that tests need: Debian's name, and how to detect it. */
const NEEDED = [
  { packageName: 'chromium-headless-shell', isPresent: () => findBrowser() !== undefined },
  {
    packageName: 'fonts-noto-cjk',
    isPresent: () => FONT_DIRS.some((dir) => existsSync(dir) && readdirSync(dir).some((name) => name.includes('CJK'))),
  },
  { packageName: 'mosquitto-clients', isPresent: () => onPath('mosquitto_pub') !== undefined },
  { packageName: 'mosquitto', isPresent: () => onPath('mosquitto') !== undefined },
  { packageName: 'nats-server', isPresent: () => onPath('nats-server') !== undefined },
  { packageName: 'postgresql', isPresent: () => findPostgresBin() !== undefined },
]

/**
 * Installs what is missing when we are root on Debian, and says in one line what to install when we are not.
 *
 * @param {{ withClock?: boolean }} [options] also what shows programs another time
 * @returns {Promise<string[]>} names of the Debian packages that are still missing
 */
export async function ensureSystemPackages({ withClock = false } = {}) {
  const missing = [...missingPackages(), ...(withClock && !existsSync(FAKETIME) ? ['faketime'] : [])]
  if (missing.length === 0) return missing
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) {
    console.log(`! Not installed, so not everything can be tested: sudo apt-get install ${missing.join(' ')}`)
    return missing
  }
  console.log(`· 安装系统软件 installing ${missing.join(' ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', ['update'], { env })
  if (missing.includes('postgresql')) preventSystemCluster()
  const options = ['--yes', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  await runQuietly('apt-get', ['install', ...options, ...missing], { env })
  for (const service of ['nats-server', 'mosquitto']) if (missing.includes(service)) await stopService(service, env)
  return missingPackages()
}

/** Falls back to the full browser if the headless shell is not available. */
export function findBrowser() {
  return onPath('chromium-headless-shell') ?? (process.getuid?.() === 0 ? undefined : onPath('chromium'))
}

/** The programs of the oldest installed PostgreSQL that we support, 15 or newer; undefined = none. */
export function findPostgresBin() {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const versions = readdirSync(root)
    .map(Number)
    .filter((version) => version >= 15)
  const bins = versions.sort((a, b) => a - b).map((version) => join(root, String(version), 'bin'))
  return bins.find((bin) => existsSync(join(bin, 'initdb')))
}

/** Names of the missing Debian packages. */
export function missingPackages() {
  return NEEDED.filter((need) => !need.isPresent()).map((need) => need.packageName)
}

/** The tests run a private cluster; Debian's own one would only occupy port 5432. */
function preventSystemCluster() {
  if (existsSync(CREATE_CLUSTER_CONF)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(CREATE_CLUSTER_CONF, 'create_main_cluster = false\n')
}

/**
 * Tests start their own; Debian's would keep the usual port.
 *
 * @param {string} service @param {NodeJS.ProcessEnv} env
 */
async function stopService(service, env) {
  if (onPath('systemctl') === undefined) return
  await runQuietly('systemctl', ['disable', '--now', service], { env }).catch(() => undefined)
}

/** @param {string} program */
function onPath(program) {
  const dirs = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/sbin', '/usr/games']
  return dirs.map((dir) => join(dir, program)).find((path) => existsSync(path))
}
