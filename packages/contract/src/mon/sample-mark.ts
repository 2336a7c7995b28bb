import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { MARK_REASON } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, requiredText, rowId } from '../fields.ts'

/** Maximum channels of one decision. */
export const MAX_MARKED_CHANNELS = 20
/** Maximum days covered by a decision. */
export const MAX_MARKED_DAYS = 31
/** Retention of raw samples (domain §3.6); older ones cannot be marked. */
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
  /** Number of samples it changed when made. */
  n: z.number().int(),
  madeBy: z.string(),
  madeMs: epochMs,
  /** Null while it is in force. */
  undoneBy: z.string().nullable(),
  undoneMs: epochMs.nullable(),
})
export type SampleMark = z.output<typeof sampleMark>

const figure = z.object({
  /** Representative value (mean, sum …); null = nothing valid. */
  value: z.number().nullable(),
  valid: z.number().int(),
  /** Whether it may be published (45 minutes of an hour, 20 hours of a day); null = unknown. */
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
  /** Number of samples in the span. */
  n: z.number().int(),
  /** Number of samples that would count differently. */
  changed: z.number().int(),
  /** Changed hours, by their ends. */
  hours: z.array(change),
  /** Changed days, by their ends. */
  days: z.array(change.extend({ captureBefore: z.number().nullable(), captureAfter: z.number().nullable() })),
})
export type MarkEffect = z.output<typeof markEffect>

const made = z.object({
  batchId: z.string(),
  /** Number of changed samples. */
  n: z.number().int(),
})

const sampleImport = z.object({
  id: z.string(),
  /** Number of imported samples. */
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
  /** All channels of one decision; validations also require `mon:ts:validate`. */
  undo: {
    method: 'POST',
    path: '/mon/ts/undoMark',
    access: 'mon:ts:invalidate',
    body: z.object({ batchId: rowId }),
    result: made,
  },
  /** Decisions that overlap a span, newest first, including undone ones. */
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
  /** Imports of samples, newest first; imports with devices the caller cannot see are excluded. */
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
