import { join } from 'node:path'
import type { DemoPart } from '@natim/contract/system/site'
import { MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import type { Log } from '../../platform/logger.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { loadDemoSatellites } from '../sat/index.ts'
import { loadDemoWxImages } from '../wx-image/index.ts'
import { loadDemoProducts } from '../wx-product/index.ts'
import { loadAlarmHistory } from './alarm-history.ts'
import { loadBreath } from './breath.ts'
import { loadDecisions } from './decisions.ts'
import { analyzeDemo, type Pool } from './demo.repository.ts'
import { loadDutyRoster } from './duty-roster.ts'
import { planReports } from './first-reports.repository.ts'
import type { History } from './history.ts'
import { loadIncidents } from './incidents.ts'
import { hasFailed, insertFailure, insertWhole, loadOnce } from './load-state.repository.ts'
import { loadNbc } from './nbc.ts'
import { loadReviewStates } from './review-states.ts'
import { loadWalls } from './walls.ts'
import { loadWearables } from './wearables.ts'

export interface PastOptions {
  readonly dataDir: string
  /** Where pictures are kept; below `dataDir` unless told otherwise. */
  readonly store?: FileStore
  /** Seals who the persons of breath tests are; without it nobody knows. */
  readonly sealer?: Sealer
  /** The instant history leads up to, epoch ms. */
  readonly nowMs: number
  /** Not before then are the first reports made, epoch ms. */
  readonly reportsFromMs: number
  readonly signal?: AbortSignal | undefined
  readonly log: Log
}

const FIRST_REPORTS_MS = 3 * MINUTE_MS

/**
 * What is judged and decided about registers that stand, so not in their transaction. Each part is loaded with its row in
 * `mon_demo_load`: whoever was killed goes on with the first that is missing. One that fails keeps none of the others.
 *
 * @throws the signal's reason between two parts
 */
export async function loadPast(pool: Pool, history: History, given: PastOptions): Promise<void> {
  const { sealer, dataDir, nowMs, reportsFromMs, signal, log } = given
  const { releaseMs, network } = history
  const store = given.store ?? createLocalStore(join(dataDir, 'files'))
  const parts: readonly (readonly [DemoPart, (db: Db) => Promise<unknown>])[] = [
    [
      'alarms',
      async (db) => {
        await loadAlarmHistory(db, history)
        await loadIncidents(db, history)
      },
    ],
    ['duty', (db) => loadDutyRoster(db, history)],
    ['reviews', (db) => loadReviewStates(db, history)],
    ['walls', (db) => loadWalls(db, history)],
    ['wearables', (db) => loadWearables(db, history)],
    ['breath', (db) => loadBreath(db, history, sealer)],
    ['decisions', (db) => loadDecisions(db, history)],
    ['satellites', (db) => loadDemoSatellites({ db, store, nowMs })],
    ['nbc', (db) => loadNbc(db, history)],
    ['wx-products', (db) => loadDemoProducts({ db, nowMs })],
    ['wx-images', (db) => loadDemoWxImages({ db, store, sealer, nowMs, releaseMs, count: network.wxImages })],
    // Those of air wait for the index of the past days by themselves, once it is known what is to be computed.
    ['reports', (db) => planReports(db, Math.max(nowMs, reportsFromMs) + FIRST_REPORTS_MS)],
  ]
  for (const [part, load] of parts) {
    signal?.throwIfAborted()
    try {
      await loadOnce(pool, part, load)
    } catch (error) {
      signal?.throwIfAborted()
      log.error({ err: error, part }, 'a part of the demonstration could not be loaded')
      await insertFailure(pool, part)
    }
  }
  await analyzeDemo(pool)
  if (!(await hasFailed(pool))) await insertWhole(pool)
}
