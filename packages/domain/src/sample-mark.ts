import { QUALITY } from './quality.ts'

/** The bits that only people set. */
export const MANUAL_BITS = QUALITY.manuallyInvalid | QUALITY.manuallyValid
export type MarkBit = typeof QUALITY.manuallyInvalid | typeof QUALITY.manuallyValid

/** A decision about the samples with fromMs < ts <= toMs, epoch ms. */
export interface MarkSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly bit: number
}

/**
 * The manual bits over a span: those of the newest mark, 0 without a mark. Adjacent parts differ, and together they
 * cover the span.
 *
 * @param marks in force, oldest first
 */
export function manualBits(marks: readonly MarkSpan[], fromMs: number, toMs: number): MarkSpan[] {
  const inside = (ms: number) => ms > fromMs && ms < toMs
  const edges = [...new Set([fromMs, ...marks.flatMap((mark) => [mark.fromMs, mark.toMs]).filter(inside), toMs])]
  edges.sort((a, b) => a - b)
  const parts: MarkSpan[] = []
  for (const [index, end] of edges.entries()) {
    const start = edges[index - 1]
    if (start === undefined) continue
    const bit = marks.findLast((mark) => mark.fromMs <= start && mark.toMs >= end)?.bit ?? 0
    const last = parts.at(-1)
    if (last?.bit === bit) parts[parts.length - 1] = { ...last, toMs: end }
    else parts.push({ fromMs: start, toMs: end, bit })
  }
  return parts
}
