import type { StoredPass } from '@natim/contract/mon/sat'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { FoundPass } from './passes/pass-order.ts'
import type { UsableSatellite } from './satellite.repository.ts'

export interface NewPass {
  readonly pass: FoundPass
  readonly satellite: UsableSatellite
  readonly rank: number | null
}

/** Replaces the passes of a draft. */
export async function replacePasses(trx: Tx, taskId: string, passes: readonly NewPass[]): Promise<void> {
  await trx.deleteFrom('monSatPass').where('taskId', '=', taskId).execute()
  await insertPasses(trx, taskId, passes)
}

export async function insertPasses(trx: Tx, taskId: string, passes: readonly NewPass[]): Promise<void> {
  if (passes.length === 0) return
  await trx
    .insertInto('monSatPass')
    .values(
      passes.map(({ pass, satellite, rank }) => ({
        id: newId(),
        taskId,
        satelliteId: satellite.id,
        satCode: satellite.code,
        satName: satellite.name,
        swathKm: satellite.swathKm,
        tleEpoch: satellite.tleEpoch,
        startAt: new Date(pass.startMs),
        peakAt: new Date(pass.peakMs),
        endAt: new Date(pass.endMs),
        maxElev: pass.maxElev,
        offNadir: pass.offNadir,
        coveragePct: pass.coveragePct,
        sunElev: pass.sunElev,
        resM: pass.resM,
        feasibility: pass.feasibility,
        fault: pass.fault,
        footprint: JSON.stringify(pass.footprint),
        track: JSON.stringify(pass.track),
        rank,
      })),
    )
    .execute()
}

export const findPassRows = (db: Db, taskId: string) =>
  db.selectFrom('monSatPass').selectAll().where('taskId', '=', taskId).orderBy('peakAt').orderBy('id').execute()

export type PassRow = Awaited<ReturnType<typeof findPassRows>>[number]

export const passView = (row: PassRow): StoredPass => ({
  id: row.id,
  satelliteId: row.satelliteId,
  satCode: row.satCode,
  satName: row.satName,
  swathKm: row.swathKm,
  startMs: row.startAt.getTime(),
  peakMs: row.peakAt.getTime(),
  endMs: row.endAt.getTime(),
  maxElev: row.maxElev,
  offNadir: row.offNadir,
  coveragePct: row.coveragePct,
  sunElev: row.sunElev,
  resM: row.resM,
  feasibility: row.feasibility,
  fault: row.fault,
  footprint: row.footprint,
  track: row.track,
  rank: row.rank,
})

/** The choices of a task, best first. */
export async function findChoices(db: Db, taskId: string) {
  const rows = await db
    .selectFrom('monSatPass')
    .select(['id', 'satCode', 'satelliteId', 'startAt', 'peakAt', 'endAt', 'rank'])
    .where('taskId', '=', taskId)
    .where('rank', 'is not', null)
    .orderBy('rank')
    .execute()
  return rows.map(({ rank, startAt, ...row }) => ({ ...row, startAt, rank: rank ?? 0, startMs: startAt.getTime() }))
}

/** Chosen passes of several tasks, for timelines. */
export const findChosen = (db: Db, taskIds: readonly string[]) =>
  taskIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('monSatPass')
        .select(['id', 'taskId', 'satCode', 'startAt', 'endAt', 'rank'])
        .where('taskId', 'in', [...taskIds])
        .where('rank', 'is not', null)
        .orderBy('startAt')
        .execute()

/** The highest rank given so far. */
export async function findLastRank(db: Db, taskId: string): Promise<number> {
  const { last } = await db
    .selectFrom('monSatPass')
    .select(sql<number>`coalesce(max(rank), 0)::int`.as('last'))
    .where('taskId', '=', taskId)
    .executeTakeFirstOrThrow()
  return last
}
