import type { InfectionSituation, infectionEndpoints } from '@natim/contract/mon/infection'
import { SIGNAL_LEAD_DAYS } from '@natim/domain/infection'
import { parseGmt8 } from '@natim/domain/time'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { daysUntil, readWearerDays } from '../wearable/index.ts'
import { findBreathDays } from './infection.repository.ts'
import { situationOf } from './situation.ts'

export type SituationQuery = z.output<typeof infectionEndpoints.situation.query>

/** Reads the situation within the reader's scope; only visible data is counted. */
export const createInfectionReader =
  ({ db, now }: { readonly db: Db; readonly now: () => number }) =>
  async ({ scope }: SessionUser, { days: count, date, regionCode }: SituationQuery): Promise<InfectionSituation> => {
    const nowMs = now()
    const days = daysUntil(nowMs, count + SIGNAL_LEAD_DAYS)
    const firstMs = parseGmt8(`${days[0]} 00:00:00`) ?? nowMs
    const [wearers, breath] = await Promise.all([
      readWearerDays(db, scope, days, nowMs),
      findBreathDays(db, scope, firstMs, nowMs),
    ])
    return situationOf({ wearers, breath, days, date, regionCode, nowMs })
  }
