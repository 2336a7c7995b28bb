import { type SuppressionRow, suppression } from '@natim/contract/mon/suppression.resource'
import { windowStateAt } from '@natim/domain/alarm/recurrence'
import type { RuleScope } from '@natim/domain/alarm/rule'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { AppError } from '../../platform/errors.ts'
import { type Columns, type StoredRow, serve } from '../resource/index.ts'
import { SUPPRESSION_SOURCE } from './suppression.repository.ts'
import { toWindow } from './window.ts'

type Stored = StoredRow<'monSuppression'>

/** @throws AppError suppression.ended */
export function assertNotEnded(row: Stored, nowMs: number): void {
  if (windowStateAt(toWindow(row), nowMs) === 'ended') throw new AppError('suppression.ended')
}

/** 抑制, without data scope: all windows are visible with the permission. Ended windows cannot be changed. */
export const suppressionAt = (now: () => number) =>
  serve(suppression, {
    table: 'monSuppression',
    source: SUPPRESSION_SOURCE,
    softDelete: { column: 'delFlag', live: 0, deleted: 1 },
    // Ended by a separate call; restoring a version does not reopen a window.
    transient: ['endedAt'],
    toColumns: ({ fromTs, toTs, ...form }) => ({
      ...form,
      ...(fromTs !== undefined && { fromTs: instantOf(fromTs) }),
      ...(toTs !== undefined && { toTs: instantOf(toTs) }),
    }),
    toRow: (row, { ruleNames, ...stored }): SuppressionRow => {
      const state = windowStateAt(toWindow(stored), now())
      return {
        ...row,
        state,
        ruleNames: ruleNames ?? [],
        ...(state === 'ended' && { refusals: { update: new AppError('suppression.ended').message } }),
      }
    },
    async beforeWrite(_trx, _actor, columns, before) {
      if (before !== undefined) assertNotEnded(before, now())
      assertWindow({ ...before, ...columns }, now())
      assertScope({ ...before, ...columns })
      return columns
    },
  })

const instantOf = (text: string) => new Date(parseGmt8(text) ?? Number.NaN)

/** @throws AppError suppression.span */
function assertWindow(columns: Columns<'monSuppression'>, nowMs: number): void {
  const { fromTs, toTs, rrule = null, endedAt = null } = columns
  if (!fromTs || !toTs) return
  const window = toWindow({ fromTs, toTs, rrule, endedAt })
  const { fromMs, toMs, recurrence } = window
  const refuse = (detail: string) => new AppError('suppression.span', { data: { detail } })
  if (toMs <= fromMs) throw refuse('结束时间必须晚于开始时间！')
  const spanMs = toMs - fromMs
  if (recurrence?.freq === 'DAILY' && spanMs > DAY_MS) throw refuse('每天重复的时段不能超过 24 小时！')
  if (recurrence?.freq === 'WEEKLY' && spanMs > 7 * DAY_MS) throw refuse('每周重复的时段不能超过 7 天！')
  if (windowStateAt(window, nowMs) === 'ended') throw refuse('结束时间已过！')
}

/** Empty fields must not suppress the whole network. @throws AppError suppression.scope */
function assertScope({ scope, ruleIds }: Columns<'monSuppression'>): void {
  const conditions = Object.values(documentOf<RuleScope>(scope) ?? {})
  if (conditions.some((entries) => entries.length > 0)) return
  if ((documentOf<readonly string[]>(ruleIds) ?? []).length === 0) throw new AppError('suppression.scope')
}

/** JSON columns of a restored version arrive as text. */
const documentOf = <T>(value: unknown): T | undefined =>
  typeof value === 'string' ? (JSON.parse(value) as T) : ((value ?? undefined) as T | undefined)
