import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function capture(logLevel: 'info' | 'warn' = 'info') {
  const lines: string[] = []
  const log = createLogger({ logLevel }, { write: (line) => void lines.push(line) }).of('http')
  return { log, text: () => lines.join(''), last: () => JSON.parse(lines.at(-1) ?? '{}') }
}

describe('createLogger', () => {
  it('writes category, level name and an ISO time', () => {
    const { log, last } = capture()
    log.info({ requestId: 'r1' }, 'served')
    expect(last()).toMatchObject({ level: 'info', category: 'http', requestId: 'r1', msg: 'served' })
    expect(last().time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it('drops lines below the level', () => {
    const { log, text } = capture('warn')
    log.info('quiet')
    expect(text()).toBe('')
  })

  it.each([
    { token: 'S3CRET' },
    { body: { password: 'S3CRET', username: 'a' } },
    { body: { captcha: 'S3CRET', checkKey: 'S3CRET' } },
    { req: { headers: { authorization: 'S3CRET' }, url: '/x?token=S3CRET' } },
    { headers: { 'x-access-token': 'S3CRET', 'sec-websocket-protocol': 'S3CRET' } },
    { a: { b: [{ c: { secret: 'S3CRET' } }] } },
    { url: '/jeecg-boot/sys/x?token=S3CRET&page=1' },
    { err: new Error('connect postgres://natim:S3CRET@db/natim failed') },
    { err: Object.assign(new Error('refused'), { connectionString: 'S3CRET' }) },
  ])('masks the secret in %j', (fields) => {
    const { log, text } = capture()
    log.info(fields, 'event')
    expect(text()).toContain('event')
    expect(text()).not.toContain('S3CRET')
  })

  it('masks secrets in the message and its arguments too', () => {
    const { log, text } = capture()
    log.info('GET /websocket?token=S3CRET')
    log.info('GET %s', '/websocket?token=S3CRET')
    expect(text()).not.toContain('S3CRET')
  })

  it('drops what drivers attach to their errors', () => {
    const { log, last } = capture()
    const err = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (phone)=(13900000000)',
      client: {},
    })
    log.error({ err }, 'failed')
    expect(Object.keys(last().err)).toEqual(['type', 'message', 'code', 'stack'])
  })

  it('keeps type, stack and cause of an error', () => {
    const { log, last } = capture()
    log.error({ err: new TypeError('no such thing', { cause: new Error('the reason') }) }, 'failed')
    expect(last().err).toMatchObject({ type: 'TypeError', message: 'no such thing: the reason' })
    expect(last().err.stack).toContain('logger.test.ts')
  })
})
