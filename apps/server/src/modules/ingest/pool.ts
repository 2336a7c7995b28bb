import type { createPool } from '../../platform/db/pool.ts'

/** A connection pool, for the parts that pass it on to repositories. */
export type Pool = ReturnType<typeof createPool>
