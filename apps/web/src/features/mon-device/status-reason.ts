import type { StatusSpan } from '@natim/contract/mon/device'
import { reasonText } from '@/lib/status-reason.ts'

/** The spans with their reasons in words. */
export const withReasonText = (spans: readonly StatusSpan[]): StatusSpan[] =>
  spans.map((span) => ({ ...span, reason: reasonText(span.reason) }))
