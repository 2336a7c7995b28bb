import { z } from 'zod'
import { keysOf, MARK_REASON } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, requiredText, rowId } from '../fields.ts'

/** Channels that one decision is about at most. */
export const MAX_MARKED_CHANNELS = 20
/** A decision covers so many days at most. */
export const MAX_MARKED_DAYS = 31
/** Raw samples are kept so long (domain §3.6); older ones cannot be decided about. */
export const RAW_KEPT_DAYS = 90

const channelNos = z
  .array(z.number().int().positive().max(2_147_483_647))
  .min(1, '请选择通道')
  .max(MAX_MARKED_CHANNELS, `最多 ${MAX_MARKED_CHANNELS} 个通道`)
const instant = z.number().int().min(0).max(253_402_300_799_000)

/** Samples with from < ts <= to, epoch ms. */
const span = z.object({ channelNos, from: instant, to: instant })

export const markForm = span.extend({
  reason: z.enum(keysOf(MARK_REASON), '请选择原因'),
  note: requiredText(500),
})
export type MarkForm = z.input<typeof markForm>
export type MarkReason = MarkForm['reason']

export const sampleMark = z.object({
  id: z.string(),
  batchId: z.string(),
  channelNo: z.number().int(),
  channelName: z.string(),
  deviceName: z.string(),
  fromMs: epochMs,
  toMs: epochMs,
  isValid: z.boolean(),
  reason: z.enum(keysOf(MARK_REASON)),
  note: z.string(),
  /** Samples it changed when it was made. */
  n: z.number().int(),
  madeBy: z.string(),
  madeMs: epochMs,
  /** Null while it is in force. */
  undoneBy: z.string().nullable(),
  undoneMs: epochMs.nullable(),
})
export type SampleMark = z.output<typeof sampleMark>

const figure = z.object({
  /** Mean, sum or what else the metric stands for; null = nothing valid. */
  value: z.number().nullable(),
  valid: z.number().int(),
  /** Whether it may be published (45 minutes of an hour, 20 hours of a day); null = not known. */
  isValid: z.boolean().nullable(),
})
export type MarkFigure = z.output<typeof figure>
const change = z.object({ endMs: epochMs, before: figure, after: figure })

export const markEffect = z.object({
  channelNo: z.number().int(),
  name: z.string(),
  deviceName: z.string(),
  unit: z.string(),
  precision: z.number().int(),
  /** Samples in the span. */
  n: z.number().int(),
  /** How many of them count otherwise then. */
  changed: z.number().int(),
  /** Hours that change, by their ends. */
  hours: z.array(change),
  /** Days that change, by their ends. */
  days: z.array(change.extend({ captureBefore: z.number().nullable(), captureAfter: z.number().nullable() })),
})
export type MarkEffect = z.output<typeof markEffect>

const made = z.object({
  batchId: z.string(),
  /** Samples that were changed. */
  n: z.number().int(),
})

const sampleImport = z.object({
  id: z.string(),
  /** Samples it brought. */
  n: z.number().int(),
  devices: z.array(z.string()),
  fromMs: epochMs,
  toMs: epochMs,
  madeBy: z.string(),
  madeMs: epochMs,
  undoneBy: z.string().nullable(),
  undoneMs: epochMs.nullable(),
})
export type SampleImport = z.output<typeof sampleImport>

export const sampleMarkEndpoints = defineEndpoints({
  invalidate: { method: 'POST', path: '/mon/ts/invalidate', access: 'mon:ts:invalidate', body: markForm, result: made },
  validate: { method: 'POST', path: '/mon/ts/validate', access: 'mon:ts:validate', body: markForm, result: made },
  /** What a decision would change. */
  effect: {
    method: 'POST',
    path: '/mon/ts/markEffect',
    access: 'mon:ts:view',
    body: span.extend({ isValid: z.boolean() }),
    result: z.object({ channels: z.array(markEffect) }),
    inView: 'reads',
  },
  /** All channels of one decision; validations ask for `mon:ts:validate`, too. */
  undo: {
    method: 'POST',
    path: '/mon/ts/undoMark',
    access: 'mon:ts:invalidate',
    body: z.object({ batchId: rowId }),
    result: made,
  },
  /** Decisions that touch a span, the newest first, also those that were taken back. */
  marks: {
    method: 'GET',
    path: '/mon/ts/marks',
    access: 'mon:ts:view',
    query: z.object({
      channels: z
        .string()
        .max(8_000)
        .transform((value) =>
          value
            .split(',')
            .filter((part) => part !== '')
            .map(Number),
        )
        .pipe(z.array(z.number().int().positive().max(2_147_483_647)).min(1, '请选择通道').max(500)),
      from: z.coerce.number().pipe(instant),
      to: z.coerce.number().pipe(instant),
    }),
    result: z.object({ marks: z.array(sampleMark) }),
  },
  /** Imports of samples, the newest first; those with devices of others are left out. */
  imports: {
    method: 'GET',
    path: '/mon/ts/imports',
    access: 'mon:ts:import',
    result: z.object({ imports: z.array(sampleImport).max(50) }),
  },
  undoImport: {
    method: 'POST',
    path: '/mon/ts/undoImport',
    access: 'mon:ts:import',
    body: z.object({ id: rowId }),
    result: z.object({ n: z.number().int() }),
  },
})
