import { createLimitBook, LIMIT_SETS, LIMITS } from '@natim/domain/limits'
import { type Limits, limitsIn } from '../modules/limit/index.ts'

/** The limits of the product, for databases without seeds. */
export const shippedLimitsOf = limitsIn(createLimitBook(LIMIT_SETS, LIMITS))
export const shippedLimits: Limits = { fresh: async () => shippedLimitsOf }
