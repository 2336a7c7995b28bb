import { text } from '@natim/contract/fields'
import { DAY_MS } from '@natim/domain/time'
import { z } from 'zod'
import { deleteOldCodes } from '../account/index.ts'
import { deleteExpiredCaptchas, deleteExpiredSessions } from '../session/index.ts'
import { deleteExpiredFlows } from '../third-login/index.ts'
import { auditVerify } from './audit-verify.ts'
import { defineHandler, type Handler } from './handler.ts'
import { deleteRunsBefore } from './job-run.repository.ts'

const sessionCleanup = defineHandler({
  name: 'sessionCleanup',
  title: '清理过期会话',
  hint: '清理过期的会话、验证码与第三方登录流程，并断开其连接',
  params: z.object({}),
  fields: [],
  async run(_params, { db, bus, now }) {
    await deleteExpiredCaptchas(db, new Date(now()))
    await deleteExpiredFlows(db, new Date(now()))
    await deleteOldCodes(db, new Date(now() - DAY_MS))
    const ended = await deleteExpiredSessions(db)
    if (ended.length > 0) bus.publish('sessionsEnded', ended)
    return `清理 ${ended.length} 个过期会话`
  },
})

const runHistoryCleanup = defineHandler({
  name: 'runHistoryCleanup',
  title: '清理任务执行记录',
  hint: '删除早于保留天数的任务执行记录',
  params: z.object({
    keepDays: z.coerce.number().int().min(1, '至少保留 1 天').max(3_650, '最多保留 3650 天').default(90),
  }),
  fields: [{ key: 'keepDays', title: '保留天数', hint: '1–3650，默认 90' }],
  async run({ keepDays }, { db, now }) {
    const deleted = await deleteRunsBefore(db, new Date(now() - keepDays * DAY_MS))
    return `删除 ${deleted} 条执行记录`
  },
})

const sample = defineHandler({
  name: 'sample',
  title: '示例任务',
  hint: '不改变任何数据，只把文本写入执行记录',
  params: z.object({ text: text(200).default('运行正常') }),
  fields: [{ key: 'text', title: '文本', hint: '最多 200 个字符' }],
  run: async (params) => params.text,
})

/** Every handler a job may name. */
export const HANDLERS: readonly Handler[] = [sessionCleanup, runHistoryCleanup, auditVerify, sample]
