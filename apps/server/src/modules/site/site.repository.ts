import type { DemoPart } from '@natim/contract/system/site'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface FailedPart {
  readonly part: DemoPart
  readonly isTriedAgain: boolean
}

/** Parts of the demonstration that could not be loaded; once the load counts as whole, nothing is tried again. */
export async function findFailedParts(db: Db): Promise<FailedPart[]> {
  const { rows } = await sql<FailedPart>`
    select part, not exists (select from mon_demo_load where part = 'whole') and failures < 2 as is_tried_again
    from mon_demo_load where failed_at is not null order by part`.execute(db)
  return rows
}
