import { ERRORS, type ErrorCode } from '@natim/contract/errors'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { terminateBackend } from '../../testing/database-url.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { createPool } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { handleError } from './error-handler.ts'

let database: OpenDatabase
let app: FastifyInstance
let failure: () => unknown = () => undefined

beforeAll(async () => {
  database = await openTestDatabase()
  app = Fastify()
  app.setErrorHandler(handleError)
  app.get('/fail', async () => failure())
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** Response of a handler that throws or returns this. */
async function answerOf(work: () => unknown) {
  failure = work
  const response = await app.inject('/fail')
  return { status: response.statusCode, headers: response.headers, body: response.json(), text: response.body }
}
const throwing = (error: unknown) => () => {
  throw error
}

describe('each entry of the error catalogue', () => {
  it('is answered with its own status, code and text', async () => {
    const codes = Object.keys(ERRORS) as ErrorCode[]
    expect(codes.length).toBeGreaterThan(100)
    for (const code of codes) {
      const { status, body } = await answerOf(throwing(new AppError(code)))
      expect(Object.keys(body).sort(), code).toEqual(['code', 'message', 'requestId', 'result', 'success', 'timestamp'])
      const said = { status, success: body.success, code: body.code, message: body.message, result: body.result }
      const { status: ownStatus, code: ownCode, text } = ERRORS[code]
      expect(said, code).toEqual({ status: ownStatus, success: false, code: ownCode, message: text, result: null })
    }
  })

  it('fills names in the text with data, and leaves missing ones as they are', async () => {
    const filled = await answerOf(throwing(new AppError('ts.range_too_long', { data: { days: 31 } })))
    expect(filled.body.message).toBe('时间范围不能超过31天，请缩小范围或使用聚合！')
    const bare = await answerOf(throwing(new AppError('export.too_many')))
    expect(bare.body.message).toBe('导出超过 {max} 行，请缩小范围')
  })

  it('does not expand filled-in values again', async () => {
    const { body } = await answerOf(throwing(new AppError('request.invalid', { data: { detail: '{detail}$&' } })))
    expect(body.message).toBe('请求参数不正确：{detail}$&')
  })

  it('sends Retry-After only when the caller has to wait', async () => {
    const busy = await answerOf(throwing(new AppError('login.busy', { retryAfterS: 5 })))
    expect(busy.headers['retry-after']).toBe('5')
    const other = await answerOf(throwing(new AppError('login.failed')))
    expect(other.headers).not.toHaveProperty('retry-after')
  })

  it('has a timestamp in ms and the request id in the envelope', async () => {
    const { body } = await answerOf(throwing(new AppError('row.not_found')))
    expect(Math.abs(body.timestamp - Date.now())).toBeLessThan(60_000)
    expect(body.requestId).not.toBe('')
  })
})

describe('database failures', () => {
  beforeAll(async () => {
    await sql`create table parent (id int primary key)`.execute(database.db)
    await sql`create table child (id int primary key references parent (id))`.execute(database.db)
    await sql`insert into parent values (1)`.execute(database.db)
    await sql`insert into child values (1)`.execute(database.db)
  })

  const run = (text: string) => () => database.pool.query(text)

  it.each<[string, string, ErrorCode]>([
    ['重复的键', 'insert into parent values (1)', 'row.conflict'],
    ['仍被引用', 'delete from parent', 'row.in_use'],
    ['引用不存在的行', 'insert into child values (99)', 'row.in_use'],
    ['语句超时', "set statement_timeout = '1ms'; select pg_sleep(1)", 'service.timeout'],
    ['自己的连接被管理员结束', 'reset role; select pg_terminate_backend(pg_backend_pid())', 'service.unavailable'],
    ['语法错误', 'selec 1', 'service.failed'],
    ['没有的表', 'select * from no_such_table', 'service.failed'],
    ['值超出范围', 'select 1::int / 0', 'service.failed'],
    ['不能为空', 'insert into parent values (null)', 'service.failed'],
  ])('%s', async (_name, text, code) => {
    const { status, body, text: raw } = await answerOf(run(text))
    expect({ status, message: body.message }).toEqual({ status: ERRORS[code].status, message: ERRORS[code].text })
    expect(raw).not.toMatch(/parent|child|select|syntax|relation|constraint|pg_|42P01|23505/i)
    await database.pool.query('reset statement_timeout')
  })

  const DOWN = ['57P01', '57P02', '57P03', '53300', '53100', '08001', '08003', '08006', 'ENOENT', 'ENOTFOUND']
  it.each([...DOWN, 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'])(
    'answer code %s as service unavailable',
    async (code) => {
      const { status } = await answerOf(throwing(Object.assign(new Error('gone'), { code })))
      expect(status).toBe(503)
    },
  )

  it('answer 503 when the server refuses connections', async () => {
    const nobody = createPool(
      { connectionString: 'postgresql://x:y@127.0.0.1:1/x', applicationName: 'x', max: 1, statementTimeoutMs: 0 },
      () => undefined,
    )
    const { status, text } = await answerOf(() => nobody.query('select 1'))
    expect(status).toBe(503)
    expect(text).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/)
    await nobody.end()
  })

  it('answer 503 when the pool has no free connection', async () => {
    const { connectionString } = database
    const narrow = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 1_000 })
    const held = await narrow.connect()
    expect((await answerOf(() => narrow.query('select 1'))).status).toBe(503)
    held.release()
    await narrow.end()
  })

  it('answer 503 when the connection is lost during a statement', async () => {
    const client = new pg.Client({ connectionString: database.connectionString })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const sleeping = client.query('select pg_sleep(30)')
    const killed = answerOf(() => sleeping)
    await terminateBackend(database.pool, rows[0].pid)
    expect((await killed).status).toBe(503)
  })
})

describe('unexpected failures', () => {
  it.each<[string, unknown]>([
    ['普通错误', new Error('secret-path /etc/shadow')],
    ['类型错误', new TypeError("Cannot read properties of undefined (reading 'secret-path')")],
    ['带 500 状态的错误', Object.assign(new Error('secret-path'), { statusCode: 500 })],
    ['带不认识的代码', Object.assign(new Error('secret-path'), { code: 'EUNKNOWN' })],
  ])('answer %s as a plain server error', async (_name, error) => {
    const { status, body, text } = await answerOf(throwing(error))
    expect({ status, message: body.message }).toEqual({ status: 500, message: '很抱歉，服务器错误!' })
    expect(text).not.toMatch(/secret-path|shadow|stack|Cannot/)
  })

  it('answer 4xx of the framework without its text', async () => {
    const { status, body, text } = await answerOf(throwing(Object.assign(new Error('lib text'), { statusCode: 422 })))
    expect({ status, message: body.message }).toEqual({ status: 400, message: '请求格式不正确' })
    expect(text).not.toContain('lib text')
  })
})

describe('invalid input', () => {
  const schema = z.object({
    a: z.string('请输入甲'),
    b: z.number('请输入乙'),
    c: z.object({ d: z.string('请输入丁') }),
    e: z.string('请输入戊'),
  })

  it('is described by its first three problems with their position, without echoing what was sent', async () => {
    const { status, body } = await answerOf(() => schema.parse({ a: 1, b: 'hunter2', c: { d: 5 }, e: 6 }))
    expect(status).toBe(200)
    expect(body.message).toBe('请求参数不正确：a：请输入甲；b：请输入乙；c.d：请输入丁')
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  it('has no position when the problem concerns the whole', async () => {
    const { body } = await answerOf(() => z.string('须为文字').parse(1))
    expect(body.message).toBe('请求参数不正确：须为文字')
  })
})
