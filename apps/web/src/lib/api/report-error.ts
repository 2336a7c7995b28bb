import type { ApiError } from './api-error.ts'

/** How a failure is shown. Titles are always 系统提示 (spec §8). */
export interface ErrorReport {
  readonly kind: 'notification' | 'warning' | 'message' | 'expired' | 'none'
  readonly text: string
  /** Whether the session ends with it. */
  readonly endsSession: boolean
}

export const REPORT_TITLE = '系统提示'
/** spec §8: 4 s. */
export const REPORT_SECONDS = 4

const BY_STATUS: Readonly<Record<number, string>> = {
  403: '拒绝访问',
  404: '很抱歉，资源未找到!',
  413: '很抱歉，请求数量过多!',
  501: '很抱歉，服务器错误!',
  504: '网络超时',
  505: '数据正在生成，请关闭当前页面，稍后再试！',
}

const notification = (text: string): ErrorReport => ({ kind: 'notification', text, endsSession: false })

/** The error catalogue of spec §8 as one function of the failure and of whether a token is stored. */
export function describeFailure(error: ApiError, hasToken: boolean): ErrorReport {
  if (error.isAborted) return { kind: 'none', text: '', endsSession: false }
  if (error.status === 401) {
    return { kind: 'notification', text: '很抱歉，登录已过期，请重新登录', endsSession: hasToken }
  }
  if (error.status === 500) {
    if (hasToken && error.message.includes('Token失效'))
      return { kind: 'expired', text: '登录已过期', endsSession: true }
    return { kind: 'warning', text: withRequestId(error), endsSession: false }
  }
  if (error.isTimeout) return notification('网络超时')
  if (error.status === 200) return { kind: 'message', text: error.message, endsSession: false }
  return notification(BY_STATUS[error.status] ?? error.message)
}

const withRequestId = (error: ApiError) =>
  error.requestId ? `${error.message}（请求编号 ${error.requestId}）` : error.message
