import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { describeFailure } from './report-error.ts'

const failure = (status: number, message = '服务器的话', code = status, cause?: unknown) =>
  new ApiError(message, { status, code, cause })
const named = (name: string) => Object.assign(new Error(name), { name })

/** One row a line of the catalogue in spec §8. */
describe('the error catalogue', () => {
  it.each([
    [403, '拒绝访问'],
    [404, '很抱歉，资源未找到!'],
    [413, '很抱歉，请求数量过多!'],
    [501, '很抱歉，服务器错误!'],
    [504, '网络超时'],
    [505, '数据正在生成，请关闭当前页面，稍后再试！'],
  ])('shows %i as a notification: %s', (status, text) => {
    expect(describeFailure(failure(status), true)).toEqual({ kind: 'notification', text, endsSession: false })
  })

  it('shows a timeout like a 504', () => {
    expect(describeFailure(failure(0, 'x', 0, named('TimeoutError')), true).text).toBe('网络超时')
  })

  it('ends the session with 401, and only says so without one', () => {
    const text = '很抱歉，登录已过期，请重新登录'
    expect(describeFailure(failure(401), true)).toEqual({ kind: 'notification', text, endsSession: true })
    expect(describeFailure(failure(401), false).endsSession).toBe(false)
  })

  it('opens the expired dialog for a 500 with Token失效 and a token', () => {
    expect(describeFailure(failure(500, 'Token失效，请重新登录'), true)).toMatchObject({
      kind: 'expired',
      endsSession: true,
    })
    expect(describeFailure(failure(500, 'Token失效，请重新登录'), false).kind).toBe('warning')
  })

  it('shows any other 500 as a warning in the words of the server', () => {
    expect(describeFailure(failure(500), true)).toMatchObject({ kind: 'warning', text: '服务器的话' })
  })

  it('shows other statuses in the words of the server', () => {
    expect(describeFailure(failure(418), true)).toMatchObject({ kind: 'notification', text: '服务器的话' })
  })

  it('shows a refused business call as a short message', () => {
    expect(describeFailure(failure(200, '站点编号已存在！', 500), true)).toMatchObject({
      kind: 'message',
      text: '站点编号已存在！',
    })
  })

  it('says nothing of a call the page gave up itself', () => {
    expect(describeFailure(failure(0, 'x', 0, named('AbortError')), true).kind).toBe('none')
  })
})
