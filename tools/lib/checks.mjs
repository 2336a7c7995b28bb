import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ROOT, Trouble } from './checkout.mjs'
import { aboutNode, ensureNode, manifests } from './ensure.mjs'
import { runQuietly } from './run.mjs'
import { digestOf, isCurrent } from './stamp.mjs'
import { missingPackages } from './system-packages.mjs'

const LEAST_FREE_BYTES = 5 * 1024 ** 3
/** @typedef {{ port: number, host: string, mqttPort: number, mqttHost: string, mqttUrl?: string, dataDir: string, isExternal: boolean }} Settings */

/**
 * What `npm run doctor` looks at. A check returns what it found, or throws what is wrong and, after →, what mends it.
 *
 * @type {readonly { name: string, check: () => string | Promise<string> }[]}
 */
export const CHECKS = [
  { name: 'node', check: checkNode },
  { name: 'packages', check: checkPackages },
  { name: 'settings', check: checkSettings },
  { name: 'database', check: checkDatabase },
  { name: 'ports', check: checkPorts },
  { name: 'disk', check: checkDisk },
  { name: 'test tools', check: checkTestTools },
]

function checkNode() {
  ensureNode()
  return aboutNode(process.versions.node)
}

function checkPackages() {
  if (isCurrent('install', digestOf(manifests()))) return 'as in package-lock.json'
  throw new Trouble('absent or older than package-lock.json → npm start')
}

async function checkSettings() {
  const { ok, problem } = await probe('settings')
  if (problem) throw new Trouble(`${problem} → edit .env or the environment`)
  return `http://${ok.host}:${ok.port}, data in ${ok.dataDir}`
}

async function checkDatabase() {
  const { isExternal } = await readSettings()
  if (!isExternal) return checkEmbedded()
  const { ok, problem } = await probe('database')
  if (problem)
    throw new Trouble(`DATABASE_URL: ${problem} → psql "$DATABASE_URL", or leave it empty for the embedded one`)
  if (ok.number < 150_000) throw new Trouble(`PostgreSQL ${ok.text} is too old → a server of version 15 or newer`)
  const audit = ok.isAuditKept ? '' : ', its audit tables not kept from the role of the server (docs/adr/0034)'
  return `PostgreSQL ${ok.text} by DATABASE_URL${audit}`
}

async function checkEmbedded() {
  const { ok, problem } = await probe('embedded')
  if (problem) throw new Trouble(`${problem} → npm install`)
  const env = { ...process.env, ...(ok.libraryPath ? { LD_LIBRARY_PATH: ok.libraryPath } : {}) }
  return `embedded ${(await runQuietly(ok.postgres, ['--version'], { env })).trim()}`
}

async function checkPorts() {
  const settings = await readSettings()
  const running = readRunning(settings.dataDir)
  if (running) return `in use by our own server, ${running.url}`
  await assertFree('PORT', settings.host, settings.port)
  if (!settings.mqttUrl) await assertFree('MQTT_PORT', settings.mqttHost, settings.mqttPort)
  return `${settings.port} and ${settings.mqttPort} are free`
}

async function checkDisk() {
  const { dataDir } = await readSettings()
  const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : ROOT)
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free`
  if (bavail * bsize < LEAST_FREE_BYTES)
    throw new Trouble(`${free}, the demonstration needs 5 → DATA_DIR on another disk`)
  return free
}

function checkTestTools() {
  const missing = missingPackages()
  if (missing.length === 0) return 'browser, fonts, PostgreSQL and MQTT client for npm test'
  throw new Trouble(`npm test leaves parts out → sudo apt-get install ${missing.join(' ')}`)
}

/** @returns {Promise<Settings>} */
async function readSettings() {
  const { ok } = await probe('settings')
  if (!ok) throw new Trouble('not looked at → mend the settings first')
  return ok
}

/** @param {'settings' | 'embedded' | 'database'} name @returns {Promise<{ ok?: any, problem?: string }>} */
async function probe(name) {
  if (!existsSync(join(ROOT, 'node_modules/tsx'))) return { problem: 'the packages are not installed' }
  const program = join(ROOT, 'tools/probe.ts')
  return JSON.parse(await runQuietly(process.execPath, ['--conditions=source', '--import', 'tsx', program, name]))
}

/** @param {string} dataDir @returns {{ pid: number, url: string } | undefined} */
function readRunning(dataDir) {
  const path = join(dataDir, 'runtime.json')
  if (!existsSync(path)) return undefined
  const info = JSON.parse(readFileSync(path, 'utf8'))
  try {
    process.kill(info.pid, 0)
    return info
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? info : undefined
  }
}

/** @param {string} name @param {string} host @param {number} port */
async function assertFree(name, host, port) {
  await new Promise((resolve, reject) => {
    const listener = createServer()
    listener.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      reject(
        new Trouble(
          `${host}:${port} cannot be used (${code}) → ${name}=0 npm start, or stop what listens there: ss -ltnp`,
        ),
      ),
    )
    listener.listen(port, host, () => listener.close(resolve))
  })
}
