import { noticeForm } from '@natim/contract/system/notice'
import { formatNumber } from '@natim/domain/format'
import { z } from 'zod'
import type { Actor } from '../../platform/journal.ts'
import { auditAlarmChains } from '../alarm/index.ts'
import { forgetFault, keepFault, verifyLog } from '../audit/index.ts'
import { createNoticeService } from '../notice/index.ts'
import { findAdministrators } from '../user/index.ts'
import { defineHandler, type JobContext, JobFailure } from './handler.ts'

/** No user is signed in: the server itself writes to the administrators. */
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

/**
 * Verifies the chains of the log (security §7) and of the alarms, and seals the latter. A break is reported to the
 * administrators once, and fails every run.
 */
export const auditVerify = defineHandler({
  name: 'auditVerify',
  title: '审计日志校验',
  hint: '重新计算审计日志和每起报警处理记录的哈希链，核对日终签名与封存；发现缺失或改动时任务失败，并通知管理员一次',
  params: z.object({}),
  fields: [],
  async run(_params, context) {
    const { db, audit, signal } = context
    const verdict = await finished(context, () => verifyLog({ db, ...audit }, signal))
    if (!verdict.isWhole) {
      await tell(context, verdict.fault)
      throw new JobFailure(`审计日志已损坏：${verdict.fault}（此前 ${formatNumber(verdict.lines)} 条完整）`)
    }
    // After the log, whose lines name what was sealed.
    const chains = await finished(context, () => auditAlarmChains(context.db, context.signal))
    if (!chains.isWhole) {
      await tell(context, chains.fault)
      throw new JobFailure(`报警处理记录已损坏：${chains.fault}（此前 ${formatNumber(chains.alarms)} 起完整）`)
    }
    await forgetFault(context.db)
    return `审计日志完整，共 ${formatNumber(verdict.lines)} 条；报警处理记录完整，共 ${formatNumber(chains.alarms)} 起`
  },
})

async function finished<T>({ signal }: JobContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? new JobFailure('服务正在停止，校验没有做完') : error
  }
}

/** Sends a system message; the same fault is not reported again. */
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
