import { formatGmt8 } from '@natim/domain/time'
import { isEmpty } from './form-schema.ts'

/** Change with every write by themselves, or never. */
const STAMPS: ReadonlySet<string> = new Set(['id', 'createBy', 'createTime', 'updateBy', 'updateTime', 'version'])

/** Whether a column of a stored row is kept by the server and says nothing about what somebody changed. */
export const isStamp = (key: string) => STAMPS.has(key)

/** As versions of a row keep instants: UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** A value of a stored version as text, instants as `yyyy-MM-dd HH:mm:ss` in GMT+8; empty for nothing. */
export function storedText(value: unknown): string {
  if (isEmpty(value)) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (!INSTANT.test(text)) return text
  const tsMs = Date.parse(text)
  return Number.isNaN(tsMs) ? text : formatGmt8(tsMs)
}
