import { errorDetailsOf } from '../../platform/errors.ts'

/** Causes users can act on; details are in the log. */
export function causeOf(error: unknown): string {
  const { code } = errorDetailsOf(error)
  if (code === '57014') return '查询超时，请缩小区域后重跑'
  if (code !== undefined && (/^(?:08|57P|53)/.test(code) || code.startsWith('ECONN')))
    return '数据库暂时不可用，请稍后重跑'
  return '生成失败，请重跑；仍失败请联系管理员'
}
