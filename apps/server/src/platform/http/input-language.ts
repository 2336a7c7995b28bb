import { z } from 'zod'
import { zhCN } from 'zod/locales'

/** Makes default validation messages Chinese, since users see them. Call once, before anything is parsed. */
export function speakChinese(): void {
  z.config({
    ...zhCN(),
    customError: (issue) => (issue.code === 'invalid_type' && issue.input === undefined ? '不能为空' : undefined),
  })
}
