import { MAX_DEPTH, type PayloadFailure } from './telemetry-types.ts'

/** A JSON object as returned by `JSON.parse`: own keys only. */
export type JsonObject = Record<string, unknown>

export const failure = (message: string): PayloadFailure => ({ ok: false, code: 'E_JSON', message })

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Text cut to `max` UTF-16 units, without control characters and lone surrogates; undefined for non-text. */
export function shortText(value: unknown, max: number): string | undefined {
  // Device text reaches the console and logs; the database would reject NUL.
  return typeof value === 'string' ? value.slice(0, max).replace(/\p{Cc}|\p{Surrogate}/gu, '') : undefined
}

/** Whether arrays and objects nest at most `levels` deep. Recursion is bounded by the same number. */
export function isShallow(value: unknown, levels: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'object' && item !== null && !isShallow(item, levels - 1)) return false
    }
    return true
  }
  const object = value as JsonObject
  for (const key in object) {
    const item = object[key]
    if (typeof item === 'object' && item !== null && !isShallow(item, levels - 1)) return false
  }
  return true
}

/** The message object, or the reason why it is invalid. Text is parsed; anything else is treated as already parsed. */
export function readObject(payload: unknown): JsonObject | string {
  let value = payload
  if (typeof payload === 'string') {
    try {
      value = JSON.parse(payload)
    } catch {
      return 'not JSON'
    }
  }
  if (!isObject(value)) return 'not a JSON object'
  if (!isShallow(value)) return `nested deeper than ${MAX_DEPTH}`
  return value
}

/** `ts`/`t0`: undefined when absent, false if it is not a finite number. */
export function readTs(value: unknown): number | undefined | false {
  if (value === undefined || value === null) return undefined
  return finite(value) ?? false
}
