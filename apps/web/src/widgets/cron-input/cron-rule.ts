import { findCronFault } from '@natim/domain/cron/expression'
import { ruleOf } from '@/lib/text-rules.ts'

/** Form rule of a cron expression (WG-122); the empty text passes. */
export const cronRule = ruleOf((value) => findCronFault(String(value ?? '')))
