import type { StatusSpan } from '@natim/contract/mon/device'
import { reasonText } from '@/lib/status-reason.ts'

/** Spans with their reasons as text. */
export const withReasonText = (spans: readonly StatusSpan[]): StatusSpan[] =>
  spans.map((span) => ({ ...span, reason: reasonText(span.reason) }))
