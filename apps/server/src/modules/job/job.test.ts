import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createManualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf } from '../import/testing/sheet.ts'
import { defineHandler, type Handler, JobFailure } from './handler.ts'
import { startJobRunner } from './job-runner.ts'

const BASE = '/sys/quartzJob'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
// 2026-11-21 16:04:05 in China.
const NOW = Date.UTC(2026, 10, 21, 8, 4, 5)
const log = createLogger({ logLevel: 'silent' }).of('jobs')
// No run in this file uses the audit log.
const AUDIT = { dataDir: '/nowhere', key: () => Buffer.alloc(32) }

let server: TestApp
let token: string
let clock = createManualClock(NOW)
const runners: ReturnType<typeof startJobRunner>[] = []

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('plain')
  token = await server.signIn('keeper')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysQuartzJob').execute()
})
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by = token) =>
  (await server.call(method, `${BASE}/${path}`, { token: by, ...(body && { body }) })).body
const row = async (id: string) => (await call('GET', `queryById?id=${id}`)).result
const runsOf = async (id: string) => (await call('GET', `runs?jobId=${id}`)).result.records
const FORM = {
  jobClassName: 'sample',
  cronExpression: '0 0 * * * ? *',
  parameter: '{"text":"好"}',
  description: '整点',
}
const add = async (form: object = {}) => (await call('POST', 'add', { ...FORM, ...form })).result.id as string

/** A process that runs jobs, with its own clock at the given instant. */
function startProcess(atMs: number, handlers?: readonly Handler[]) {
  clock = createManualClock(atMs)
  const own = clock
  const runner = startJobRunner({
    db: server.db,
    bus: server.bus,
    log,
    audit: AUDIT,
    clock: own,
    ...(handlers && { handlers }),
  })
  runners.push(runner)
  return {
    runner,
    async at(ms: number) {
      own.advance(Math.max(0, ms - own.now()))
      await runner.tick()
      await runner.tick()
    },
  }
}

const failing = defineHandler({
  name: 'sample',
  title: '示例任务',
  hint: '',
  params: z.object({}).loose(),
  fields: [],
  run: () => Promise.reject(new JobFailure('磁盘已满')),
})

describe('a job', () => {
  it('needs a known handler, valid parameters and a timetable with a next run; otherwise nothing is written', async () => {
    const id = await add({ status: '0' })
    for (const [given, message] of [
      [{ jobClassName: 'java.lang.Runtime' }, '没有这种任务'],
      [{ parameter: '[]' }, '任务参数不正确：参数应为 JSON 对象'],
      [{ jobClassName: 'runHistoryCleanup', parameter: '{"keepDays":0}' }, '任务参数不正确：keepDays 至少保留 1 天'],
      [{ cronExpression: '0 0 0 1 1 ? 2001' }, '该 Cron 表达式没有下一次执行时间'],
    ] as const) {
      expect(await call('POST', 'edit', { id, ...given })).toMatchObject({ success: false, message })
      expect(await call('POST', 'add', { ...FORM, ...given })).toMatchObject({ success: false, message })
    }
    expect((await call('POST', 'add', { ...FORM, cronExpression: '99 * * * * ?' })).success).toBe(false)
    expect((await call('GET', 'list')).result.total).toBe(1)
    expect(await row(id)).toMatchObject({
      ...FORM,
      status: 0,
      status_dictText: '正常',
      jobClassName_dictText: '示例任务',
    })
  })

  it('[SY-51] is listed by name and state, paused, started, edited and deleted', async () => {
    const id = await add()
    await add({ jobClassName: 'sessionCleanup', parameter: '', status: -1 })
    expect((await call('GET', 'list?jobClassName=sample')).result.records.map((job: { id: string }) => job.id)).toEqual(
      [id],
    )
    expect((await call('GET', 'list?status=-1')).result.records).toMatchObject([{ jobClassName: 'sessionCleanup' }])
    expect(await call('GET', `pause?id=${id}`)).toMatchObject({ success: true, message: '停止成功！' })
    expect(await row(id)).toMatchObject({ status: -1, status_dictText: '停止' })
    expect(await call('GET', `resume?id=${id}`)).toMatchObject({ success: true, message: '启动成功！' })
    // Existing clients send the whole row.
    await call('PUT', 'edit', { ...(await row(id)), description: '改了', status: '-1' })
    expect(await row(id)).toMatchObject({ description: '改了', status: -1 })
    expect(await call('DELETE', `deleteBatch?ids=${id},`)).toMatchObject({ success: true })
    expect((await call('GET', `queryById?id=${id}`)).success).toBe(false)
  })

  it('[SY-51] is imported as paused until a user starts it', async () => {
    const sheet = sheetOf([
      ['任务类名', 'cron表达式', '参数', '描述', '状态'],
      ['示例任务', '0 0 2 * * ?', '{"text":"夜"}', '来自表格', '正常'],
      ['Runtime', '0 0 2 * * ?', '', '', ''],
      ['sample', '每天', '', '', ''],
    ])
    const form = await multipart([['file', { name: '任务.xlsx', bytes: sheet }]])
    const { body } = await server.call('POST', `${BASE}/importExcel`, { token, ...form })
    expect(body.result).toMatchObject({ successCount: 1, errorCount: 2 })
    expect((await call('GET', 'list')).result.records).toMatchObject([
      { jobClassName: 'sample', description: '来自表格', status: -1 },
    ])
    expect((await server.call('GET', `${BASE}/exportXls`, { token })).headers['content-disposition']).toMatch(/xlsx/)
  })
})

describe('a timetable', () => {
  it('[SY-51] runs a due job once, however many processes poll', async () => {
    const id = await add()
    const [one, other] = [startProcess(NOW), startProcess(NOW)]
    await one.at(NOW)
    expect((await row(id)).nextRunTime).toBe('2026-11-21 17:00:00')
    await Promise.all([one.at(NOW + HOUR_MS), other.at(NOW + HOUR_MS)])
    await Promise.all([one.runner.idle(), other.runner.idle()])
    expect(await runsOf(id)).toMatchObject([{ cause: 'schedule', status: 1, message: '好' }])
    expect((await row(id)).nextRunTime).toBe('2026-11-21 18:00:00')
  })

  it('makes up for missed runs once', async () => {
    const id = await add()
    const before = startProcess(NOW)
    await before.at(NOW)
    await before.runner.stop()
    const after = startProcess(NOW + 5 * HOUR_MS)
    await after.at(NOW + 5 * HOUR_MS)
    await after.runner.idle()
    await after.at(NOW + 5 * HOUR_MS + MINUTE_MS)
    await after.runner.idle()
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('never runs a job twice at the same time', async () => {
    const id = await add()
    let end = (_line: string) => undefined as void
    const slow = defineHandler({ ...failing, run: () => new Promise<string>((resolve) => (end = resolve)) })
    const process = startProcess(NOW, [slow])
    await process.at(NOW)
    await process.at(NOW + HOUR_MS)
    await process.at(NOW + 2 * HOUR_MS)
    expect(await runsOf(id)).toMatchObject([{ status: 0 }])
    expect((await row(id)).isBusy).toBe(true)
    end('完')
    await process.runner.idle()
    expect(await runsOf(id)).toMatchObject([{ status: 1 }])
  })

  it('[SY-52] does not run a paused job, even after a restart', async () => {
    const id = await add()
    const before = startProcess(NOW)
    await before.at(NOW)
    await call('GET', `pause?id=${id}`)
    await before.runner.stop()
    const after = startProcess(NOW + 3 * HOUR_MS)
    await after.at(NOW + 3 * HOUR_MS)
    expect(await runsOf(id)).toEqual([])
    expect(await row(id)).toMatchObject({ status: -1, nextRunTime: null })
    await call('GET', `resume?id=${id}`)
    await after.at(NOW + 3 * HOUR_MS + MINUTE_MS)
    // Runs missed while paused are not made up for.
    expect(await runsOf(id)).toEqual([])
    expect((await row(id)).nextRunTime).toBe('2026-11-21 20:00:00')
  })

  it('[SY-52] records a failure with its message in history and log, and retries a few times', async () => {
    const id = await add({ cronExpression: '0 0 0 * * ? *' })
    const process = startProcess(NOW, [failing])
    await process.at(NOW)
    const due = Date.UTC(2026, 10, 21, 16)
    for (const minutes of [0, 1, 3, 7, 20, 60]) {
      await process.at(due + minutes * MINUTE_MS)
      await process.runner.idle()
    }
    const runs = await runsOf(id)
    expect(runs.map(({ cause }: { cause: string }) => cause)).toEqual(['retry', 'retry', 'retry', 'schedule'])
    expect(runs[0]).toMatchObject({ status: 2, message: '磁盘已满' })
    expect((await row(id)).nextRunTime).toBe('2026-11-23 00:00:00')
    const line = await server.db
      .selectFrom('sysLog')
      .selectAll()
      .where('objectId', '=', id)
      .where('success', '=', false)
      .execute()
    expect(line).toHaveLength(4)
    expect(line[0]).toMatchObject({
      logContent: '定时任务执行失败：示例任务：磁盘已满',
      logType: 2,
      username: 'system',
    })
  })

  it('marks the run of a dead process as failed, and runs the job again', async () => {
    const id = await add()
    const dying = startProcess(NOW, [defineHandler({ ...failing, run: () => new Promise<string>(() => undefined) })])
    runners.splice(0)
    await dying.at(NOW)
    await dying.at(NOW + HOUR_MS)
    const next = startProcess(NOW + HOUR_MS + 2 * MINUTE_MS)
    await next.at(NOW + HOUR_MS + 2 * MINUTE_MS)
    expect(await runsOf(id)).toMatchObject([{ status: 2, message: '运行中断：执行它的进程已退出' }])
    await next.at(NOW + HOUR_MS + 4 * MINUTE_MS)
    await next.runner.idle()
    expect(await runsOf(id)).toMatchObject([{ status: 1, cause: 'retry' }, { status: 2 }])
  })
})

describe('an immediate run', () => {
  it('[SY-51] works for a paused job too, does not change the timetable, and is logged with the requesting user', async () => {
    const id = await add({ status: -1 })
    expect(await call('GET', `execute?id=${id}`)).toMatchObject({ success: true })
    const process = startProcess(NOW)
    await process.at(NOW)
    await process.runner.idle()
    expect(await runsOf(id)).toMatchObject([{ cause: 'manual', requestedBy: 'keeper', status: 1 }])
    expect(await row(id)).toMatchObject({ status: -1, nextRunTime: null, isBusy: false })
    const line = await server.db
      .selectFrom('sysLog')
      .select(['logContent', 'username'])
      .where('objectId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line).toEqual({ logContent: '立即执行定时任务：示例任务', username: 'keeper' })
  })

  it('is refused without permission and for a missing job', async () => {
    const id = await add()
    const plain = await server.signIn('plain')
    expect((await server.call('GET', `${BASE}/execute?id=${id}`, { token: plain })).status).toBe(403)
    expect(await call('GET', 'execute?id=nowhere')).toMatchObject({ success: false, message: '未找到对应数据' })
    expect((await row(id)).isBusy).toBe(false)
  })
})
