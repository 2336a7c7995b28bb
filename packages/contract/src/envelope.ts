import { z } from 'zod'

/** contract/00 §2. `message` is shown to the user verbatim and never null. */
export interface Envelope<T = unknown> {
  readonly success: boolean
  readonly message: string
  readonly code: number
  readonly result: T
  /** Server epoch, ms. */
  readonly timestamp: number
}

export const envelope = <T extends z.ZodType>(result: T) =>
  z.object({
    success: z.boolean(),
    message: z.string(),
    code: z.number(),
    result,
    timestamp: z.number(),
  })

/** contract/00 §3. Numbers only; `records` is never null. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    records: z.array(row),
    total: z.number().int(),
    size: z.number().int(),
    current: z.number().int(),
    pages: z.number().int(),
  })

export interface Page<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
}
