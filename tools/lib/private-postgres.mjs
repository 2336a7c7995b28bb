import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Trouble } from './checkout.mjs'
import { runQuietly, untilExit } from './run.mjs'

const START_WITHIN_MS = 30_000

/**
 * A throw-away cluster of an installed PostgreSQL, on a Unix socket in its own folder.
 *
 * @param {string} bin folder of initdb and postgres
 * @param {string} base folder for temporary files
 * @param {readonly string[]} [further] settings, `name=value`
 * @returns {Promise<{ url: string, dir: string, stop: () => Promise<void> }>} `dir` holds the socket and the data
 */
export async function startPrivatePostgres(bin, base, further = []) {
  const dir = mkdtempSync(join(base, 'pg-'))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  try {
    const account = postgresAccount()
    const password = randomBytes(12).toString('hex')
    const passwordFile = join(dir, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (account) for (const path of [passwordFile, dir]) chownSync(path, account.uid, account.gid)
    const options = { cwd: dir, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' }, ...account }
    const data = join(dir, 'data')
    await runQuietly(
      join(bin, 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=natim',
        `--pwfile=${passwordFile}`,
        // Only this account can access the socket's folder, and cluster nodes have no passwords for each other.
        `--auth=${further.length > 0 ? 'trust' : 'scram-sha-256'}`,
        '--encoding=UTF8',
        '--no-sync',
      ],
      options,
    )
    const settings = [
      `unix_socket_directories=${dir}`,
      'listen_addresses=',
      'fsync=off',
      'full_page_writes=off',
      ...further,
    ]
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    let lastWords = ''
    server.stderr.on('data', (chunk) => {
      lastWords = `${lastWords}${chunk}`.slice(-4_000)
    })
    const exited = untilExit(server)
    await untilReady(join(data, 'postmaster.pid'), server, () => lastWords)
    return {
      dir,
      url: `postgresql://natim:${password}@/postgres?host=${encodeURIComponent(dir)}`,
      async stop() {
        server.kill('SIGINT')
        await exited
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * @param {string} pidFile
 * @param {import('node:child_process').ChildProcess} server
 * @param {() => string} lastWords
 */
async function untilReady(pidFile, server, lastWords) {
  const deadlineMs = performance.now() + START_WITHIN_MS
  while (performance.now() < deadlineMs && server.exitCode === null && server.signalCode === null) {
    // The eighth line is the server's state.
    if (existsSync(pidFile) && readFileSync(pidFile, 'utf8').split('\n')[7]?.trim() === 'ready') return
    await sleep(50)
  }
  server.kill('SIGKILL')
  throw new Trouble(`PostgreSQL did not start:\n${lastWords()}`)
}

/** PostgreSQL refuses to run as root: Debian's postgres account, otherwise nobody. */
function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (!row) throw new Trouble('PostgreSQL needs a user "postgres" or "nobody": useradd --system postgres')
  return { uid: Number(row[2]), gid: Number(row[3]) }
}
