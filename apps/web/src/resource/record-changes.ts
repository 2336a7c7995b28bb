import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import { isEmpty } from './form-schema.ts'
import { isStamp } from './stored-values.ts'

/** A field that differs between a version and the one before it. */
export interface FieldChange {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

/** Whether a value is empty for display. */
export const isNothing = (value: unknown) => isEmpty(value) || (Array.isArray(value) && value.length === 0)

const same = (a: unknown, b: unknown) => (isNothing(a) && isNothing(b)) || JSON.stringify(a) === JSON.stringify(b)

const VERBS: Readonly<Record<number, string>> = { 0: '原有', 2: '新增', 3: '编辑', 4: '删除' }

/** What created a version; an add after a deletion is a restore. */
export const verbOf = ({ operateType }: RowVersion, older: RowVersion | undefined): string =>
  older?.operateType === 4 ? '恢复' : (VERBS[operateType] ?? '变更')

/** The changes of a version; for the first one, all filled fields. */
export function changesOf({ content }: RowVersion, older: RowVersion | undefined): readonly FieldChange[] {
  const before = older?.content ?? {}
  const keys = new Set([...Object.keys(content), ...Object.keys(before)])
  return [...keys]
    .filter((key) => !isStamp(key) && !same(content[key], before[key]))
    .map((key) => ({ key, before: before[key], after: content[key] }))
}
