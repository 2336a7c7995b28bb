import { spawn } from 'node:child_process'
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseAccount } from './account.ts'
import { preparePostgresBinaries } from './binaries.ts'
import { clusterPaths } from './cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createLauncher } from './launcher.ts'
import { startPostmaster } from './postmaster.ts'
import { clusterNameOf, isRunning } from './processes.ts'
import { SETTINGS } from './settings.ts'
import {
  canRead,
  isRoot,
  makeScratchDir,
  query,
  recordingLog,
  removeScratchDir,
  startInChild,
} from './testing/scratch.ts'

let scratchDir: string
let dataDir: string
let server: EmbeddedPostgres | undefined
const { log, text } = recordingLog()

beforeEach(async () => {
  scratchDir = await makeScratchDir()
  dataDir = join(scratchDir, 'data')
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await removeScratchDir(scratchDir)
})

describe('after kill -9', () => {
  it('of the Node process, the next start takes over and finds every committed row', async () => {
    const child = await startInChild(dataDir)
    await query(child.connectionString, 'create table written as select generate_series(1, 1000) as n')
    await child.kill('SIGKILL')
    server = await startEmbeddedPostgres({ dataDir, log })
    expect(await isRunning(child.postmasterPid)).toBe(false)
    expect(server.connectionString).toBe(child.connectionString)
    expect(await query(server.connectionString, 'select count(*)::int as rows from written')).toEqual([{ rows: 1000 }])
  })

  it('of both Node and server, the next start recovers', async () => {
    const child = await startInChild(dataDir)
    await query(child.connectionString, 'create table written as select 1 as n')
    const gone = child.kill('SIGKILL')
    process.kill(child.postmasterPid, 'SIGKILL')
    await gone
    server = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(server.connectionString, 'select n from written')).toEqual([{ n: 1 }])
  })
})

it('stops an orphaned server of ours', async () => {
  await (await startEmbeddedPostgres({ dataDir, log })).stop()
  const { clusterDir, spareLinksDir } = clusterPaths(dataDir)
  const binaries = await preparePostgresBinaries(spareLinksDir)
  const launcher = await createLauncher(await chooseAccount(clusterDir), binaries, clusterDir)
  const settings = { ...SETTINGS, unix_socket_directories: clusterDir, cluster_name: clusterNameOf(clusterDir) }
  const orphan = await startPostmaster({ launcher, binaries, clusterDir, settings, log }, new AbortController().signal)
  server = await startEmbeddedPostgres({ dataDir, log })
  expect(await orphan.exited).toMatchObject({ code: 0 })
  expect(server.pid).not.toBe(orphan.pid)
  expect(text()).toContain('terminating orphaned PostgreSQL processes')
})

it('does not mistake a foreign process for the server of a stale postmaster.pid', async () => {
  await (await startEmbeddedPostgres({ dataDir, log })).stop()
  const { clusterDir } = clusterPaths(dataDir)
  const account = await chooseAccount(clusterDir)
  // Same account as the server: the case in which PostgreSQL itself trusts the number.
  const stranger = spawn('sleep', ['60'], account ? { uid: account.uid, gid: account.gid } : {})
  const pidFile = join(clusterDir, 'postmaster.pid')
  await writeFile(pidFile, `${stranger.pid}\n${clusterDir}\n1\n5432\n${clusterDir}\n\n  1  1\nready   \n`)
  if (account) await chown(pidFile, account.uid, account.gid)
  try {
    server = await startEmbeddedPostgres({ dataDir, log })
    expect(await isRunning(stranger.pid ?? 0)).toBe(true)
    expect(await readFile(pidFile, 'utf8')).toMatch(new RegExp(`^${server.pid}\n`))
  } finally {
    stranger.kill()
  }
})

it('starts over when the first start was interrupted', async () => {
  const { draftDir } = clusterPaths(dataDir)
  await mkdir(join(draftDir, 'cluster', 'base'), { recursive: true })
  server = await startEmbeddedPostgres({ dataDir, log })
  await expect(stat(draftDir)).rejects.toThrow(/ENOENT/)
})

it('refuses files of another major version and says what to do', async () => {
  const { clusterDir } = clusterPaths(dataDir)
  await mkdir(clusterDir, { recursive: true })
  await writeFile(join(clusterDir, 'PG_VERSION'), '15\n')
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/written by PostgreSQL 15.*DATA_DIR/)
})

describe.runIf(isRoot)('as root', () => {
  it('runs the server under an ordinary account', async () => {
    server = await startEmbeddedPostgres({ dataDir, log })
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    expect(status).not.toMatch(/^Uid:\s+0\b/m)
    // At most the two that let it read below a closed folder (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH).
    const capabilities = Number.parseInt(/^CapEff:\s+(\w+)$/m.exec(status)?.[1] ?? '', 16)
    expect(capabilities & ~0b110).toBe(0)
  })

  it('works below a folder closed to others, and logs it', async () => {
    const closedDir = join(scratchDir, 'closed')
    await mkdir(closedDir, { mode: 0o700 })
    server = await startEmbeddedPostgres({ dataDir: join(closedDir, 'data'), log })
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(text()).toContain('is closed to user')
    expect((await stat(closedDir)).mode & 0o777).toBe(0o700)
  })

  it('lets an ordinary user do the same without extra rights', async ({ skip }) => {
    const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups']
    skip(!canRead(asNobody, import.meta.filename), 'the checkout lies below a folder closed to others')
    await mkdir(dataDir)
    await chown(dataDir, 65_534, 65_534)
    const child = await startInChild(dataDir, asNobody)
    expect(await query(child.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await child.kill('SIGTERM')
    expect(await isRunning(child.postmasterPid)).toBe(false)
  })
})
