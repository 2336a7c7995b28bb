import { storedText } from '@/resource/index.ts'

/** Detail of a log line besides the call. */
export interface LineDetail {
  /** Fields before and after; empty text where one side is missing. */
  readonly changes: readonly { readonly key: string; readonly before: string; readonly after: string }[]
  /** Any other detail: JSON with one line per key. */
  readonly rest: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the detail of a line. `before` is missing for a new row, `after` for a deleted one. */
export function readDetail(json: string | null): LineDetail {
  const detail: unknown = json === null ? undefined : parsed(json)
  if (!isFields(detail)) return { changes: [], rest: json ?? undefined }
  const { before, after, ...others } = detail
  const [old, now] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return {
    changes: keys.map((key) => ({ key, before: storedText(old[key]), after: storedText(now[key]) })),
    rest: Object.keys(others).length > 0 ? JSON.stringify(others, null, 2) : undefined,
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
