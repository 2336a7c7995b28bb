import { formatGmt8 } from '@natim/domain/time'
import { isEmpty } from './form-schema.ts'

/** Change automatically with every write, or never. */
const STAMPS: ReadonlySet<string> = new Set(['id', 'createBy', 'createTime', 'updateBy', 'updateTime', 'version'])

/** Whether a column is maintained by the server and irrelevant to the change history. */
export const isStamp = (key: string) => STAMPS.has(key)

/** Format of instants in row versions: UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** A value of a stored version as text, instants as `yyyy-MM-dd HH:mm:ss` in GMT+8; empty text for empty values. */
export function storedText(value: unknown): string {
  if (isEmpty(value)) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (!INSTANT.test(text)) return text
  const tsMs = Date.parse(text)
  return Number.isNaN(tsMs) ? text : formatGmt8(tsMs)
}
