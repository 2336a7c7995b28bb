import { z } from 'zod'
import { zhCN } from 'zod/locales'

/**
 * What a schema says of an input without a sentence of its own is Chinese too: it is shown to people. Call once,
 * before anything is parsed.
 */
export function speakChinese(): void {
  z.config({
    ...zhCN(),
    customError: (issue) => (issue.code === 'invalid_type' && issue.input === undefined ? '不能为空' : undefined),
  })
}
