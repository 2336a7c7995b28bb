import { join } from 'node:path'
import { MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
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
import { insertWhole, loadOnce } from './load-state.repository.ts'
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
}

const FIRST_REPORTS_MS = 3 * MINUTE_MS

/**
 * What is judged and decided about registers that stand, so not in their transaction. Each part is loaded with its row in
 * `mon_demo_load`: whoever was killed goes on with the first that is missing.
 *
 * @throws the signal's reason between two parts
 */
export async function loadPast(pool: Pool, history: History, given: PastOptions): Promise<void> {
  const { sealer, dataDir, nowMs, reportsFromMs, signal } = given
  const { releaseMs, network } = history
  const store = given.store ?? createLocalStore(join(dataDir, 'files'))
  const parts: readonly (readonly [string, (db: Db) => Promise<unknown>])[] = [
    ['alarms', (db) => loadAlarmHistory(db, history)],
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
    // By then the index of the past days has been computed.
    ['reports', (db) => planReports(db, Math.max(nowMs, reportsFromMs) + FIRST_REPORTS_MS)],
  ]
  for (const [part, load] of parts) {
    signal?.throwIfAborted()
    await loadOnce(pool, part, load)
  }
  await analyzeDemo(pool)
  await insertWhole(pool)
}
