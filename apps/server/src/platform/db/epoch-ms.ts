import { type RawBuilder, sql } from 'kysely'

/**
 * An instant as epoch ms. `extract` computes in decimals, which takes a third of the total response time of a history
 * query; instants are whole milliseconds.
 */
export const epochMs = (instant: RawBuilder<unknown>) => sql`round(date_part('epoch', ${instant}) * 1000)`
