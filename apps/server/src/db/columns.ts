import type { AlarmDetail } from '@natim/contract/mon/alarm'
import type { Simulation } from '@natim/contract/mon/rule'
import type { ExportForm } from '@natim/contract/mon/ts-export'
import type { WxImage } from '@natim/contract/mon/wx-image'
import type { RuleBody } from '@natim/domain/alarm/rule'
import type { Severity } from '@natim/domain/limits'
import type { ColumnType } from 'kysely'

/** A jsonb column: read as T, written as JSON text (the driver writes any list as a PostgreSQL array). */
export type Document<T> = ColumnType<T, string, string>

/** A severity that is computed: read as one of the five, written as a number that the check constraint guards. */
export type Gravity = ColumnType<Severity, number, number>

/** A document with any fields. */
export type Fields = Readonly<Record<string, unknown>>

/** Evidence of a judgement, as written by the engine. */
export interface Evidence {
  readonly text?: string
  readonly avgS?: number
  readonly forS?: number
  readonly sinceMs?: number | null
  readonly samples?: number | null
  readonly limitSet?: string | null
  /** Limits drawn in the chart. */
  readonly marks?: NonNullable<AlarmDetail['chart']>['limits']
  /** Severity without the cap. */
  readonly targetSeverity?: Severity
  /** A re-run with complete data would not have raised it. */
  readonly isUnfounded?: boolean
}

/** A checklist line, and who did it. */
export interface ChecklistLine {
  readonly text: string
  readonly done?: boolean
  readonly byName?: string
  readonly atMs?: number
}

/** Entries of an alarm's log. */
export type LogAction =
  | 'raise'
  | 'up'
  | 'down'
  | 'clear'
  | 'reopen'
  | 'ack'
  | 'close'
  | 'shelve'
  | 'unshelve'
  | 'assign'
  | 'comment'
  | 'check'
  | 'escalate'
  | 'confirm'
  | 'verify'
  | 'endDrill'
  | 'fold'
  | 'link'
  | 'unlink'

/** A simulation as stored; the compared version is the one in force when it was requested. */
export interface SimulationBody {
  readonly rule: RuleBody
  readonly compare: { readonly ruleId: string; readonly body: RuleBody } | null
}

export type SimulationResult = NonNullable<Simulation['result']>

export type ExportBody = Omit<ExportForm, 'format'>

/** Rows of another table that are deleted along with a row. */
export interface Companions {
  /** Database name: `sys_user_role`. */
  readonly table: string
  readonly rows: readonly Fields[]
}

/** Values of a picture before its last decision. */
export interface BeforeDecision extends Pick<WxImage, 'category'> {
  readonly alarmId: string | null
  readonly deviceId: string | null
}
