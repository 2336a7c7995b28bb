import { describe, expect, it } from 'vitest'
import { answerOf, type EgressRequest } from './egress.ts'
import type { Log } from './logger.ts'
import { createSmsSender } from './sms.ts'

const MESSAGE = { phone: '13800000001', code: '012345', purpose: 'signIn' } as const
const lines: unknown[][] = []
const log = {
  debug: (...line: unknown[]) => lines.push(['debug', ...line]),
  info: (...line: unknown[]) => lines.push(['info', ...line]),
} as unknown as Log
const calls: { url: string; request: EgressRequest | undefined }[] = []
let status = 200
const egress = async (url: string, request?: EgressRequest) => {
  calls.push({ url, request })
  return answerOf(status, Buffer.alloc(0), '')
}
const http = { sms: 'http', smsUrl: 'https://gateway.example/sms', smsToken: 'gateway-token' } as const

describe('createSmsSender', () => {
  it('for trials logs the code, below the default log level', async () => {
    await createSmsSender({ sms: 'log', smsUrl: undefined, smsToken: undefined }, { log, egress })?.(MESSAGE)
    expect(lines).toEqual([['debug', MESSAGE, 'code by SMS']])
    expect(calls).toEqual([])
  })

  it('posts to the gateway with its token, and logs nothing', async () => {
    lines.length = 0
    await createSmsSender(http, { log, egress })?.(MESSAGE)
    expect(calls[0]?.url).toBe('https://gateway.example/sms')
    expect(calls[0]?.request).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer gateway-token' } })
    expect(JSON.parse(calls[0]?.request?.body?.toString() ?? '')).toEqual(MESSAGE)
    expect(lines).toEqual([])
  })

  it('rejects when the gateway refuses the message', async () => {
    status = 503
    await expect(createSmsSender(http, { log, egress })?.(MESSAGE)).rejects.toThrow('503')
  })

  it('is undefined when SMS is off', () => {
    expect(createSmsSender({ ...http, sms: 'off' }, { log, egress })).toBeUndefined()
  })
})
