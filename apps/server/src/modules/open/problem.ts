import type { OpenProblem } from '@natim/contract/mon/open'
import { z } from 'zod'
import { AppError, errorDetailsOf } from '../../platform/errors.ts'

type Code = OpenProblem['code']

/** Error of a call, with a code for programs and a sentence for people (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: Code
  readonly status: number
  readonly retryAfterS: number | undefined

  constructor(code: Code, detail?: string, retryAfterS?: number) {
    super(detail ?? TEXTS[code].text)
    this.code = code
    this.status = TEXTS[code].status
    this.retryAfterS = retryAfterS
  }
}

const TEXTS: Readonly<Record<Code, { readonly status: number; readonly title: string; readonly text: string }>> = {
  token_invalid: {
    status: 401,
    title: 'Invalid token',
    text: '令牌缺失、错误、已过期或已撤销；请在请求头写 Authorization: Bearer 令牌',
  },
  scope_missing: { status: 403, title: 'Scope missing', text: '令牌不能读取该数据' },
  region_refused: { status: 403, title: 'Region refused', text: '令牌不能读取该区域' },
  level_refused: { status: 403, title: 'Level refused', text: '该发布只提供已审核的数据，不含这项内容' },
  format_refused: { status: 403, title: 'Format refused', text: '该发布不提供这种格式' },
  publication_off: { status: 403, title: 'Publication off', text: '该发布已停用' },
  rate_exceeded: { status: 429, title: 'Rate exceeded', text: '超过每分钟次数，请按 Retry-After 的秒数等待' },
  parameter_invalid: { status: 400, title: 'Invalid parameter', text: '参数不正确' },
  unavailable: { status: 503, title: 'Unavailable', text: '服务暂时不可用，请稍后重试' },
  internal: { status: 500, title: 'Internal error', text: '服务器错误' },
}

const MAX_ISSUES = 3
const UNAVAILABLE = /^(?:08|57|53|ECONN|ETIMEDOUT)/

/** The response body. */
export const problemBody = ({ code, status, message: detail }: Problem, requestId: string): OpenProblem => ({
  type: 'about:blank',
  title: TEXTS[code].title,
  status,
  detail,
  code,
  requestId,
})

/** Converts any error; unexpected ones become an internal error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof z.ZodError) {
    const told = error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => `${path.join('.')}：${message}`)
    return new Problem('parameter_invalid', told.join('；'))
  }
  const { code, statusCode = error instanceof AppError ? error.status : undefined } = errorDetailsOf(error)
  if (statusCode !== undefined && statusCode < 500) return new Problem('parameter_invalid')
  return new Problem(code !== undefined && UNAVAILABLE.test(code) ? 'unavailable' : 'internal')
}
