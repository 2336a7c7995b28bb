import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { joinEmbeddedPostgres } from './join-postgres.ts'
import { DataDirInUseError } from './owner-lock.ts'
import { clusterNameOf, findServerProcesses, isRunning } from './processes.ts'
import { makeScratchDir, query, recordingLog, removeScratchDir } from './testing/scratch.ts'

const { log } = recordingLog()
let scratchDir: string
let dataDir: string
let server: EmbeddedPostgres

beforeAll(async () => {
  scratchDir = await makeScratchDir()
  dataDir = join(scratchDir, 'data')
  server = await startEmbeddedPostgres({ dataDir, log })
})
afterAll(async () => {
  await server.stop()
  await removeScratchDir(scratchDir)
})

describe('a fresh server', () => {
  it('is UTF-8, in UTC, and reachable by socket only', async () => {
    const [row] = await query(
      server.connectionString,
      `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
              current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums`,
    )
    expect(row).toEqual({ encoding: 'UTF8', zone: 'UTC', addresses: '', checksums: 'on' })
  })

  it('sorts by code point, and Chinese by pinyin on request', async () => {
    const rows = await query(
      server.connectionString,
      `select string_agg(name, '' order by name) as plain, string_agg(name, '' order by name collate "zh-x-icu") as pinyin
       from unnest(array['张', '李', '王']) as name`,
    )
    expect(rows).toEqual([{ plain: '张李王', pinyin: '李王张' }])
  })

  it('gives the product a role that owns its database without being superuser', async () => {
    const [row] = await query(
      server.connectionString,
      'select current_user as role, rolsuper, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(row).toEqual({ role: 'natim', rolsuper: false, rolcreaterole: false })
    await query(server.connectionString, 'create table owned (id int)')
  })

  it('refuses a wrong or missing password', async () => {
    const wrong = server.connectionString.replace(/:[^:@]+@/, ':wrong@')
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/)
    await expect(query(server.connectionString.replace(/:[^:@]+@/, '@'), 'select 1')).rejects.toThrow()
  })

  it('keeps its passwords in a file readable by the owner only', async () => {
    expect((await stat(join(dataDir, 'postgres.secrets.json'))).mode & 0o777).toBe(0o600)
  })
})

describe('a data directory with one server', () => {
  it('refuses a second start and names the holder', async () => {
    const second = startEmbeddedPostgres({ dataDir, log })
    await expect(second).rejects.toThrow(DataDirInUseError)
    await expect(second).rejects.toThrow(new RegExp(`process ${process.pid}`))
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('has neither process nor lock left after a stop, and keeps the data', async () => {
    await query(server.connectionString, 'create table kept as select 42 as answer')
    const { pid } = server
    await server.stop()
    expect(await isRunning(pid ?? 0)).toBe(false)
    expect(await findServerProcesses(clusterNameOf(join(dataDir, 'postgres')))).toEqual([])
    server = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(server.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('can be stopped twice without releasing the lock of a successor', async () => {
    const first = server
    await first.stop()
    server = await startEmbeddedPostgres({ dataDir, log })
    await first.stop()
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(DataDirInUseError)
  })
})

describe('a program beside the server', () => {
  it('joins the running server, or starts and stops its own', async () => {
    await query(server.connectionString, 'create table seen as select 7 as n')
    const beside = await joinEmbeddedPostgres({ dataDir, log })
    expect(await query(beside.connectionString, 'select n from seen')).toEqual([{ n: 7 }])
    await beside.close()
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])

    await server.stop()
    const alone = await joinEmbeddedPostgres({ dataDir, log })
    expect(await query(alone.connectionString, 'select n from seen')).toEqual([{ n: 7 }])
    await alone.close()
    expect(await findServerProcesses(clusterNameOf(join(dataDir, 'postgres')))).toEqual([])
    server = await startEmbeddedPostgres({ dataDir, log })
  })

  it('does not create a database', async () => {
    const empty = join(scratchDir, 'empty')
    await expect(joinEmbeddedPostgres({ dataDir: empty, log })).rejects.toThrow(/没有数据库/)
    await expect(stat(empty)).rejects.toThrow(/ENOENT/)
  })
})

describe('a server that dies', () => {
  it('is restarted under the same address, and reported', async () => {
    await server.stop()
    const reasons: string[] = []
    let starting = Promise.resolve(server)
    const up = new Promise<void>((resolve) => {
      starting = startEmbeddedPostgres({ dataDir, log, onDown: (reason) => reasons.push(reason), onUp: resolve })
    })
    server = await starting
    const { connectionString, pid } = server
    await query(connectionString, 'create table written as select 1 as n')
    process.kill(pid ?? 0, 'SIGKILL')
    await up
    expect(reasons).toEqual(['SIGKILL'])
    expect(server.pid).not.toBe(pid)
    expect(server.connectionString).toBe(connectionString)
    expect(await query(connectionString, 'select n from written')).toEqual([{ n: 1 }])
  })

  it('is not restarted after a stop', async () => {
    process.kill(server.pid ?? 0, 'SIGKILL')
    await server.stop()
    expect(await findServerProcesses(clusterNameOf(join(dataDir, 'postgres')))).toEqual([])
  })
})

it('uses a short private socket folder when the path is too long, and removes it', async () => {
  await server.stop()
  const longDir = join(scratchDir, 'x'.repeat(90))
  server = await startEmbeddedPostgres({ dataDir: longDir, log })
  const socketDir = new URL(server.connectionString.replace('@/', '@localhost/')).searchParams.get('host') ?? ''
  expect(socketDir.length).toBeLessThan(40)
  expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  await expect(stat(socketDir)).rejects.toThrow(/ENOENT/)
  await rm(longDir, { recursive: true })
})
