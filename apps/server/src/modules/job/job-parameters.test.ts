import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/id.ts'
import { createLogger } from '../../platform/logger.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { HANDLERS } from './handlers.ts'
import { startJobRunner } from './job-runner.ts'
import { readJob } from './read-job.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 21, 8, 4, 5)
const log = createLogger({ logLevel: 'silent' }).of('jobs')
// No run in this file uses the audit log.
const AUDIT = { dataDir: '/nowhere', key: () => Buffer.alloc(32) }
const FORM = { jobClassName: 'sample', cronExpression: '0 0 * * * ? *', parameter: '' }

let server: TestApp
let token: string
const runners: ReturnType<typeof startJobRunner>[] = []

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('sysQuartzJob').execute())
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
})

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.call(method, `/sys/quartzJob/${path}`, { token, ...(body && { body }) })
const stored = () => server.db.selectFrom('sysQuartzJob').selectAll().execute()
const runsOf = async (id: string) => (await call('GET', `runs?jobId=${id}`)).body.result.records

/** A process that polls once at an instant and stops. */
async function look(atMs: number): Promise<void> {
  const runner = startJobRunner({ db: server.db, bus: server.bus, log, audit: AUDIT, clock: createManualClock(atMs) })
  runners.push(runner)
  await runner.tick()
  await runner.tick()
  await runner.idle()
  await runner.stop()
}

describe('a timetable', () => {
  it.each([
    '',
    '* * * *',
    '0 0 0 0 0 0 0 0',
    '60 * * * * ?',
    '0 60 * * * ?',
    '0 0 24 * * ?',
    '0 0 0 32 * ?',
    '0 0 0 * 13 ?',
    '0/0 * * * * ?',
    '0 0 0 ? * 9',
    '0 0 0 30 2 ?',
    '*/5 * * * * ? 1999',
    '@daily',
    '0 0 0 * * ?; rm -rf /',
    '0 '.repeat(200),
  ])('"%s" is refused when adding and editing', async (cronExpression) => {
    const id = (await call('POST', 'add', FORM)).body.result.id as string
    const before = await stored()
    for (const answer of [
      await call('POST', 'add', { ...FORM, cronExpression }),
      await call('PUT', 'edit', { id, cronExpression }),
    ]) {
      expect(answer.status).toBeLessThan(500)
      expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
    }
    expect(await stored()).toEqual(before)
  })

  it('that cannot be parsed does not affect other jobs', async () => {
    const id = (await call('POST', 'add', FORM)).body.result.id as string
    await server.db.updateTable('sysQuartzJob').set({ cronExpression: 'broken' }).execute()
    const other = (await call('POST', 'add', FORM)).body.result.id as string
    await look(NOW)
    await look(NOW + DAY_MS / 24)
    expect(await runsOf(id)).toEqual([])
    expect(await runsOf(other)).toMatchObject([{ status: 1, cause: 'schedule' }])
  })
})

describe('parameters', () => {
  it.each([
    ['runHistoryCleanup', '{"keepDays":0}'],
    ['runHistoryCleanup', '{"keepDays":3651}'],
    ['runHistoryCleanup', '{"keepDays":1.5}'],
    ['runHistoryCleanup', '{"keepDays":"soon"}'],
    ['runHistoryCleanup', '{"keepDays":1e999}'],
    ['runHistoryCleanup', '{"keepDays":null}'],
    ['sample', `{"text":"${'x'.repeat(201)}"}`],
    ['sample', '{"text":7}'],
    ['sample', '{"text":"\\u0000"}'],
    ['sample', '{"text":'],
    ['sample', 'null'],
    ['sample', '"text"'],
    ['sessionCleanup', '[]'],
    ['__proto__', '{}'],
    ['constructor', '{}'],
  ])('of %s cannot be %s', async (jobClassName, parameter) => {
    const { status, body } = await call('POST', 'add', { ...FORM, jobClassName, parameter })
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
    expect(await stored()).toEqual([])
  })

  it.each(HANDLERS.map(({ name }) => name))('may be omitted for %s in every form', (name) => {
    for (const parameter of [undefined, null, '', '  ', '{}'])
      expect(readJob({ jobClassName: name, parameter })).not.toHaveProperty('text')
  })

  it('determine how much history a clean-up keeps; runs in progress are never deleted', async () => {
    const id = (await call('POST', 'add', { ...FORM, status: -1 })).body.result.id as string
    const run = (ageDays: number, status: number) =>
      server.db
        .insertInto('sysJobRun')
        .values({
          id: newId(),
          jobId: id,
          jobClassName: 'sample',
          cause: 'schedule',
          status,
          startTime: new Date(NOW - ageDays * DAY_MS),
        })
        .execute()
    for (const [age, status] of [
      [1, 1],
      [3, 1],
      [40, 2],
      [50, 0],
    ] as const) {
      await run(age, status)
    }
    const cleanup = { ...FORM, jobClassName: 'runHistoryCleanup', parameter: '{"keepDays":"2"}', status: -1 }
    const cleaner = (await call('POST', 'add', cleanup)).body.result.id as string
    await call('GET', `execute?id=${cleaner}`)
    await look(NOW)
    expect(await runsOf(cleaner)).toMatchObject([{ status: 1, message: '删除 2 条执行记录' }])
    expect((await runsOf(id)).map((row: { status: number }) => row.status)).toEqual([1, 0])
  })

  it('no longer accepted by the handler fail the run with a message, and change nothing', async () => {
    const id = (await call('POST', 'add', FORM)).body.result.id as string
    await server.db.updateTable('sysQuartzJob').set({ parameter: '{"text":[]}' }).where('id', '=', id).execute()
    await call('GET', `execute?id=${id}`)
    await look(NOW)
    expect(await runsOf(id)).toMatchObject([{ status: 2, message: expect.stringContaining('text') }])
  })
})

it('a job paused after it fell due does not run in the next process, even when paused twice', async () => {
  const id = (await call('POST', 'add', FORM)).body.result.id as string
  await look(NOW)
  await call('GET', `pause?id=${id}`)
  await call('GET', `pause?id=${id}`)
  for (const days of [1, 2]) await look(NOW + days * DAY_MS)
  expect(await runsOf(id)).toEqual([])
  await call('GET', `resume?id=${id}`)
  await look(NOW + 2 * DAY_MS)
  await look(NOW + 3 * DAY_MS)
  expect(await runsOf(id)).toHaveLength(1)
})
