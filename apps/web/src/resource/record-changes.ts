import type { RecordVersion } from '@natim/contract/record'
import { isEmpty } from './form-schema.ts'

/** A field that differs between a version and the one before it. */
export interface FieldChange {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

/** Change with every write by themselves, or never. */
const STAMPS = new Set(['id', 'createBy', 'createTime', 'updateBy', 'updateTime'])

const same = (a: unknown, b: unknown) => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)

/** What a version changed; of the first one, what it was filled with. */
export function changesOf({ content }: RecordVersion, older: RecordVersion | undefined): readonly FieldChange[] {
  const before = older?.content ?? {}
  const keys = new Set([...Object.keys(content), ...Object.keys(before)])
  return [...keys]
    .filter((key) => !STAMPS.has(key) && !same(content[key], before[key]))
    .map((key) => ({ key, before: before[key], after: content[key] }))
}
