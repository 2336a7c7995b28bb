import { createLimitBook, LIMIT_SETS, LIMITS } from '@natim/domain/limits'
import { type Limits, limitsIn } from '../modules/limit/index.ts'

/** The shipped limits, for databases without seeds. */
export const shippedLimitsOf = limitsIn(createLimitBook(LIMIT_SETS, LIMITS))
export const shippedLimits: Limits = { fresh: async () => shippedLimitsOf }
