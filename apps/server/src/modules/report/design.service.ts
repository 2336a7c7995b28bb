import type { Page } from '@natim/contract/envelope'
import type { ListQuery } from '@natim/contract/fields'
import type {
  ReportDetail,
  ReportItem,
  ReportParam,
  ReportRow,
  ReportTrial,
  reportForm,
} from '@natim/contract/system/report'
import type { z } from 'zod'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, errorDetailsOf } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import {
  deleteReports,
  findReport,
  findReports,
  insertHead,
  REPORT_LIST,
  REPORT_RULES,
  type ReportHead,
  replaceItems,
  replaceParams,
  updateHead,
} from './report.repository.ts'
import type { ReportRunner } from './report-runner.ts'
import { fieldTypeOf, toRecord, valuesOf } from './report-values.ts'
import { tryStatement } from './run.repository.ts'
import { readStatement } from './statement.ts'

type Form = z.output<typeof reportForm>

const TRIAL_ROWS = 10

/** 报表配置: administrators define reports; a statement is test-run before it is stored. */
export function createDesignService({ db, runner }: { readonly db: Db; readonly runner: ReportRunner }) {
  async function test(user: SessionUser, cgrSql: string, params: readonly ReportParam[]): Promise<ReportTrial> {
    const statement = await readStatement(cgrSql)
    const started = performance.now()
    const values = valuesOf(params, {})
    const { records, types } = await runner.run(user, (trx) => tryStatement(trx, statement, values, TRIAL_ROWS))
    const fields = Object.entries(types).map(([fieldName, type]) => ({ fieldName, fieldType: fieldTypeOf(type) }))
    return {
      fields,
      params: [...new Set(statement.params)],
      records: records.map((row) => toRecord(row, fields)),
      tookMs: Math.round(performance.now() - started),
    }
  }

  /** @throws AppError when the statement fails, or an item or placeholder does not match it */
  async function assertFits(user: SessionUser, { cgrSql, items, params }: Pick<Form, 'cgrSql' | 'items' | 'params'>) {
    const { fields, params: used } = await test(user, cgrSql, params)
    const names = new Set(fields.map(({ fieldName }) => fieldName))
    const twice = items.filter(({ fieldName }, n) => items.findIndex((other) => other.fieldName === fieldName) !== n)
    const unknown = items.filter(({ fieldName }) => !names.has(fieldName))
    const declared = new Set(params.map(({ paramName }) => paramName))
    if (twice.length + unknown.length > 0) {
      const columns = [...twice, ...unknown].map(({ fieldName }) => fieldName).join('、')
      throw new AppError('report.columns', { data: { columns } })
    }
    const missing = used.filter((name) => !declared.has(name))
    if (missing.length === 0 && declared.size === params.length) return
    const reason = missing.length > 0 ? `参数 ${missing.join('、')} 没有定义` : '参数名称重复'
    throw new AppError('report.sql_refused', { data: { reason } })
  }

  async function get(id: string) {
    const report = await findReport(db, 'id', id)
    if (report === undefined) throw new AppError('row.not_found')
    return report
  }

  async function audit(
    trx: Tx,
    user: SessionUser,
    content: string,
    objectId: string,
    detail?: Record<string, unknown>,
  ) {
    const { userId, username, sessionId, tenantId } = user
    await writeAudit(trx, {
      logType: OPERATION_LOG,
      content,
      success: true,
      userId,
      username,
      sessionId,
      tenantId,
      objectId,
      detail,
    })
  }

  return {
    test,

    async list(user: SessionUser, query: ListQuery): Promise<Page<ReportRow>> {
      const asked = parseListRequest(query, REPORT_RULES.fields, REPORT_LIST)
      const request = await withDataRules(db, user, REPORT_RULES, asked)
      const { records, total } = await findReports(db, request)
      return toPage(records.map(toRow), total, request)
    },

    async get(id: string): Promise<ReportDetail> {
      const { head, items, params } = await get(id)
      return { ...toRow(head), items, params }
    },

    async create(user: SessionUser, form: Form): Promise<{ id: string }> {
      await assertFits(user, form)
      const id = newId()
      await guardCode(() =>
        db.transaction().execute(async (trx) => {
          await insertHead(trx, id, headOf(form), user.username)
          await replaceItems(trx, id, form.items)
          await replaceParams(trx, id, form.params)
          await audit(trx, user, `新增在线报表 ${form.code}`, id, { cgrSql: form.cgrSql })
        }),
      )
      return { id }
    },

    async update(user: SessionUser, { id, ...change }: Partial<Form> & { id: string }): Promise<void> {
      const { head, items, params } = await get(id)
      const next = { cgrSql: head.cgrSql, items, params, ...given(change) }
      await assertFits(user, next)
      await guardCode(() =>
        db.transaction().execute(async (trx) => {
          await updateHead(trx, id, headOf(change), user.username)
          if (change.items !== undefined) await replaceItems(trx, id, change.items)
          if (change.params !== undefined) await replaceParams(trx, id, change.params)
          await audit(trx, user, `修改在线报表 ${head.code}`, id, { before: head.cgrSql, after: next.cgrSql })
        }),
      )
    },

    async remove(user: SessionUser, ids: readonly string[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if ((await deleteReports(trx, ids)) !== new Set(ids).size) throw new AppError('row.not_found')
        await audit(trx, user, `删除在线报表 ${ids.length} 个`, ids.join(','))
      })
    },
  }
}

const HEAD = ['code', 'name', 'cgrSql', 'permission', 'content'] as const

/** Named columns only, and only those present. */
function headOf(form: Form): Pick<Form, (typeof HEAD)[number]>
function headOf(form: Partial<Form>): Partial<Pick<Form, (typeof HEAD)[number]>>
function headOf(form: Partial<Form>) {
  return Object.fromEntries(HEAD.flatMap((key) => (form[key] === undefined ? [] : [[key, form[key]]])))
}

function given({ cgrSql, items, params }: Partial<Form>): {
  cgrSql?: string
  items?: ReportItem[]
  params?: ReportParam[]
} {
  return { ...(cgrSql === undefined ? {} : { cgrSql }), ...(items ? { items } : {}), ...(params ? { params } : {}) }
}

async function guardCode<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (errorDetailsOf(error).constraint === 'sys_report_code_key') {
      throw new AppError('report.code_in_use', { cause: error })
    }
    throw error
  }
}

function toRow(head: ReportHead): ReportRow {
  return {
    id: head.id,
    code: head.code,
    name: head.name,
    cgrSql: head.cgrSql,
    permission: head.permission,
    content: head.content,
    version: head.version,
    createBy: head.createBy,
    createTime: toDateTimeText(head.createTime),
    updateTime: toDateTimeText(head.updateTime),
  }
}
