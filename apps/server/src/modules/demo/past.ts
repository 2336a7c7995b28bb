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
  /** Store for pictures; default: below `dataDir`. */
  readonly store?: FileStore
  /** Encrypts the identities of persons with breath tests; without it they stay unknown. */
  readonly sealer?: Sealer
  /** End of the generated history, epoch ms. */
  readonly nowMs: number
  /** Earliest time of the first reports, epoch ms. */
  readonly reportsFromMs: number
  readonly signal?: AbortSignal | undefined
  readonly log: Log
}

const FIRST_REPORTS_MS = 3 * MINUTE_MS

/**
 * Loads alarms and decisions, which need committed registers. Each part is written in a transaction with its row in
 * `mon_demo_load`: a killed load resumes at the first missing part. A failing part does not stop the others.
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
    // Air reports wait for the AQI of past days by themselves once their computation is scheduled.
    ['reports', (db) => planReports(db, Math.max(nowMs, reportsFromMs) + FIRST_REPORTS_MS)],
  ]
  for (const [part, load] of parts) {
    signal?.throwIfAborted()
    try {
      await loadOnce(pool, part, load)
    } catch (error) {
      signal?.throwIfAborted()
      log.error({ err: error, part }, 'a part of the demonstration failed to load')
      await insertFailure(pool, part)
    }
  }
  await analyzeDemo(pool)
  if (!(await hasFailed(pool))) await insertWhole(pool)
}
