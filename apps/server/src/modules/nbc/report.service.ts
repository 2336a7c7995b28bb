import type { NbcReport } from '@natim/contract/mon/nbc-event'
import {
  NBC_REPORT_KINDS,
  type NbcReportKind,
  nbcReportBody,
  nbcReportDraft,
  nbcReportFields,
} from '@natim/contract/mon/nbc-report'
import { mayLeaveHouse } from '@natim/domain/nbc/event'
import type { z } from 'zod'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { toReport } from './event.mapper.ts'
import { appendStep, lockEvent, type StoredEvent } from './event.repository.ts'
import { factsOf } from './event.service.ts'
import { findReport, findReports, insertReport, type StoredReport, updateDraft } from './report.repository.ts'

interface Draft {
  readonly id?: string | undefined
  readonly version?: number | undefined
  readonly eventId: string
  readonly kind: NbcReportKind
  readonly body: Readonly<Record<string, unknown>>
}

/** An observation may be reported at once; an assessment needs verification. */
const FIRST_REPORT = 1

/**
 * Reports 1–6 of events (domain §3.12): drafts, which any permitted user may continue, and sent reports, which are
 * immutable.
 */
export function createNbcReports({ db, now }: { readonly db: Db; readonly now: () => number }) {
  /** Runs within a locked event visible to the caller, which serializes numbering. */
  async function within<T>(
    { user }: Actor,
    eventId: string,
    work: (trx: Tx, event: StoredEvent) => Promise<T>,
  ): Promise<T> {
    return db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, user.scope, eventId)
      if (event === undefined) throw new AppError('row.not_found')
      return work(trx, event)
    })
  }

  return {
    save: (actor: Actor, { id, version, eventId, kind, body }: Draft): Promise<NbcReport> =>
      within(actor, eventId, async (trx, event) => {
        const checked = JSON.stringify(parsed(nbcReportDraft(kind), kind, withoutEmpty(body)))
        const held = await findReports(trx, eventId)
        if (id === undefined) {
          const { username, realname } = authorOf(actor.user)
          const seq = 1 + Math.max(0, ...held.filter((report) => report.kind === kind).map((report) => report.seq))
          const draft = { id: newId(), eventId, kind, seq, body: checked, author: username, authorName: realname }
          const report = await insertReport(trx, draft)
          await noted(trx, actor, event, `起草${nameOf(report)}`)
          return toReport(report)
        }
        const before = held.find((report) => report.id === id && report.kind === kind)
        const saved = await updateDraft(trx, assertDraft(before, version), { body: checked })
        if (saved === undefined) throw new AppError('row.conflict')
        return toReport(saved)
      }),

    async send(actor: Actor, { id, version }: { readonly id: string; readonly version: number }): Promise<NbcReport> {
      const found = await findReport(db, id)
      if (found === undefined) throw new AppError('row.not_found')
      return within(actor, found.eventId, async (trx, event) => {
        const draft = assertDraft(await findReport(trx, id), version)
        const kind = draft.kind
        parsed(nbcReportBody(kind), kind, draft.body)
        const facts = factsOf(event)
        if (kind !== FIRST_REPORT && !facts.isDrill && !mayLeaveHouse(facts)) throw new AppError('nbc.unverified')
        const { username, realname } = authorOf(actor.user)
        const sentAt = new Date(now())
        const sent = await updateDraft(trx, draft, { status: 'sent', sentBy: username, sentName: realname, sentAt })
        if (sent === undefined) throw new AppError('row.conflict')
        await appendStep(trx, {
          eventId: event.id,
          ts: sentAt,
          actor: username,
          actorName: realname,
          action: 'report',
          note: `发出${nameOf(sent)}`,
          data: { reportId: id },
        })
        await noted(trx, actor, event, `发出${nameOf(sent)}`)
        return toReport(sent)
      })
    },
  }
}

const nameOf = ({ kind, seq }: Pick<StoredReport, 'kind' | 'seq'>) =>
  `第 ${kind} 类报告（${NBC_REPORT_KINDS[kind]}）第 ${seq} 份`

/** @throws AppError row.not_found, nbc.report_sent, row.conflict */
function assertDraft(report: StoredReport | undefined, version: number | undefined): StoredReport {
  if (report === undefined) throw new AppError('row.not_found')
  if (report.status === 'sent') throw new AppError('nbc.report_sent')
  if (report.version !== version) throw new AppError('row.conflict')
  return report
}

/** Removes empty fields. */
const withoutEmpty = (body: Draft['body']) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== null && value !== undefined))

/** @throws AppError nbc.report_incomplete with the display names of the fields */
function parsed(schema: z.ZodObject, kind: NbcReportKind, body: Draft['body']): Record<string, unknown> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const labels = new Map(nbcReportFields(kind).map(({ key, label }) => [key, label]))
  const wrong = result.error.issues.map(
    ({ path, code }) => labels.get(String(path[0])) ?? (code === 'unrecognized_keys' ? '未知字段' : String(path[0])),
  )
  throw new AppError('nbc.report_incomplete', { data: { fields: [...new Set(wrong)].join('、') } })
}

const noted = (trx: Tx, actor: Actor, event: StoredEvent, said: string) =>
  writeOperation(trx, actor, {
    content: `核生化事件 ${event.no}：${said}`,
    objectId: event.id,
    operateType: OPERATE.edit,
  })
