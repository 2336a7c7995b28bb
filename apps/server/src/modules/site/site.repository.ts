import type { DemoPart } from '@natim/contract/system/site'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface FailedPart {
  readonly part: DemoPart
  readonly isTriedAgain: boolean
}

/** Parts of the demonstration that failed to load; they are not retried once the load is complete. */
export async function findFailedParts(db: Db): Promise<FailedPart[]> {
  const { rows } = await sql<FailedPart>`
    select part, not exists (select from mon_demo_load where part = 'whole') and failures < 2 as is_tried_again
    from mon_demo_load where failed_at is not null order by part`.execute(db)
  return rows
}
