import type { Access } from '@natim/contract/endpoint'
import type { Page } from '@natim/contract/envelope'
import type { ListQuery } from '@natim/contract/fields'
import type { FastifyReply } from 'fastify'
import { OPERATION_LOG, writeAudit } from './audit.ts'
import type { Db } from './db/db.ts'
import { AppError } from './errors.ts'
import type { CallContext } from './http/implement.ts'
import { OPERATE } from './journal.ts'
import { toDateTimeText } from './wire.ts'
import { MAX_EXPORT_ROWS, type SheetColumn, toXlsx, XLSX_CONTENT_TYPE } from './xlsx.ts'

export interface ExportSpec<Row> {
  readonly db: Db
  readonly title: string
  readonly columns: readonly SheetColumn<Row>[]
  /** The list's own reader: an export never shows more than the list. */
  readonly readPage: (query: ListQuery, ids: readonly string[] | undefined) => Promise<Page<Row>>
}

const PAGE_ROWS = 5_000

/**
 * Answers an export call (contract/00 §11): takes the list's parameters by query or body, `selections` restricts it to
 * selected rows; returns a workbook, never JSON with status 200.
 */
export async function exportXlsx<Row>(
  spec: ExportSpec<Row>,
  input: { readonly query: ListQuery; readonly body: Readonly<Record<string, unknown>> | null | undefined },
  ctx: CallContext<Exclude<Access, 'public'>>,
): Promise<FastifyReply> {
  const query: ListQuery & { readonly selections?: unknown } = { ...input.query, ...input.body }
  const ids = readSelections(query.selections)
  const rows: Row[] = []
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await spec.readPage({ ...query, pageNo, pageSize: PAGE_ROWS }, ids)
    if (page.total > MAX_EXPORT_ROWS) throw new AppError('export.too_many', { data: { max: MAX_EXPORT_ROWS } })
    rows.push(...page.records)
    // Not by the total, which may be slightly stale.
    if (page.records.length < page.size) break
  }
  await writeAudit(spec.db, {
    logType: OPERATION_LOG,
    content: `导出${spec.title} ${rows.length} 行`,
    success: true,
    operateType: OPERATE.export,
    userId: ctx.user.userId,
    username: ctx.user.username,
    sessionId: ctx.user.sessionId,
    tenantId: ctx.user.tenantId,
    ip: ctx.ip,
    route: ctx.request.routeOptions.url,
  })
  const subTitle = `导出人：${ctx.user.realname}  ${toDateTimeText(new Date())}`
  return ctx.reply
    .type(XLSX_CONTENT_TYPE)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${spec.title}.xlsx`)}`)
    .send(toXlsx({ title: spec.title, subTitle, columns: spec.columns }, rows))
}

function readSelections(selections: unknown): string[] | undefined {
  const list = Array.isArray(selections) ? selections : typeof selections === 'string' ? selections.split(',') : []
  const ids = list.filter((id): id is string => typeof id === 'string' && id !== '')
  return ids.length > 0 ? ids : undefined
}
