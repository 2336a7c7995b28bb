import { noticeForm } from '@natim/contract/system/notice'
import { formatNumber } from '@natim/domain/format'
import { z } from 'zod'
import type { Actor } from '../../platform/journal.ts'
import { forgetFault, keepFault, verifyLog } from '../audit/index.ts'
import { createNoticeService } from '../notice/index.ts'
import { findAdministrators } from '../user/index.ts'
import { defineHandler, type JobContext, JobFailure } from './handler.ts'

/** Nobody signed in: the server itself writes to the administrators. */
const SYSTEM: Actor = {
  user: {
    sessionId: '',
    userId: '',
    username: 'system',
    realname: '系统',
    roleCodes: [],
    permissions: new Set(),
    scope: { orgCode: '', regionPrefixes: [] },
    dataRules: new Map(),
    tenantId: 0,
  },
}

/** Recomputes the chain of the log (security §7). A break is told to the administrators once, and fails every run. */
export const auditVerify = defineHandler({
  name: 'auditVerify',
  title: '审计日志校验',
  hint: '重新计算审计日志的哈希链并核对日终签名；发现缺失或改动时任务失败，并通知管理员一次',
  params: z.object({}),
  fields: [],
  async run(_params, context) {
    const verdict = await verified(context)
    if (verdict.isWhole) {
      await forgetFault(context.db)
      return `审计日志完整，共 ${formatNumber(verdict.lines)} 条`
    }
    await tell(context, verdict.fault)
    throw new JobFailure(`审计日志已损坏：${verdict.fault}（此前 ${formatNumber(verdict.lines)} 条完整）`)
  },
})

async function verified({ db, audit, signal }: JobContext) {
  try {
    return await verifyLog({ db, ...audit }, signal)
  } catch (error) {
    throw signal.aborted ? new JobFailure('服务正在停止，校验没有做完') : error
  }
}

/** As a system message; the same fault again is no news. */
async function tell({ db, bus, now }: JobContext, fault: string): Promise<void> {
  const notices = createNoticeService({ db, bus, now, linkHosts: [] })
  const administrators = await findAdministrators(db)
  if (administrators.length === 0) return
  const form = noticeForm.parse({
    title: '审计日志已损坏',
    msgAbstract: `审计日志校验发现：${fault}`,
    msgContent: `<p>审计日志校验发现：<b>${fault}</b>。</p><p>日志可能被人为改动，请保留现场并核查。同一问题不再重复通知。</p>`,
    priority: 'H',
    msgCategory: '2',
    msgType: 'USER',
    userIds: administrators.join(','),
  })
  const notice = await db
    .transaction()
    .execute(async (trx) => ((await keepFault(trx, fault)) ? notices.publishIn(trx, SYSTEM, form) : undefined))
  if (notice) await notices.announce(notice)
}
