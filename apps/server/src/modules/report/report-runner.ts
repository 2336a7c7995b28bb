import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, errorDetailsOf } from '../../platform/errors.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { asReportRole, prepareReportRole } from './run.repository.ts'

/** Own messages for PostgreSQL errors, whose original text must not leave the server (security §0.4). */
const REASONS: Readonly<Record<string, string>> = {
  '57014': '执行超过 5 秒，请缩小范围',
  '42703': '引用了不存在的列',
  '42P01': '引用了不存在的表',
  '42702': '列名重复或有歧义，请加上表名或用 AS 区分',
  '42803': '列必须出现在 GROUP BY 中',
  '42883': '函数或运算符的参数类型不正确',
  '42804': '数据类型不一致',
  '42P18': '无法确定占位符的类型，请写成 cast(${name} as 类型)',
  '42846': '不支持的类型转换',
  '42601': '语法错误',
  '42P10': '排序列不在结果中',
  '22012': '除数为零',
  '22P02': '参数的格式不正确',
  '22007': '日期的格式不正确',
  '22008': '日期超出范围',
  '22003': '数值超出范围',
  '53200': '占用内存过多',
  '54001': '语句过于复杂',
}
/** SQLSTATE classes caused by the statement: syntax, names, types, data and limits. All others are server errors. */
const IS_STATEMENTS = /^(?:42|22|21|0A|54)/

export interface ReportRunner {
  /** @throws AppError `report.off`, `report.failed`, `request.too_many` */
  run<T>(user: SessionUser, work: (trx: Tx) => Promise<T>): Promise<T>
}

/** Runs a few reports at a time, so that slow ones cannot take all connections (security §8). */
export function createReportRunner(db: Db): ReportRunner {
  const limiter = createLimiter({ atOnce: 2, waiting: 10 })
  let isReady = false
  return {
    async run(user, work) {
      // Checked until the role exists: an administrator may create it at any time.
      isReady ||= await prepareReportRole(db)
      if (!isReady) throw new AppError('report.off')
      try {
        return await limiter.take(() => asReportRole(db, user, work))
      } catch (error) {
        const { code = '' } = errorDetailsOf(error)
        const reason = REASONS[code] ?? (IS_STATEMENTS.test(code) ? '语句无法执行' : undefined)
        if (reason === undefined) throw error
        throw new AppError('report.failed', { data: { reason }, cause: error })
      }
    },
  }
}
