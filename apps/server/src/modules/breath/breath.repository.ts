import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** Filter and sort fields of a masked list: instants are rounded to the hour, in conditions as well as in cells. */
export const MASKED_FIELDS: ListFields = {
  no: { expression: sql.ref('test.no'), type: 'text' },
  ageBand: { expression: sql.ref('subject.ageBand'), type: 'text' },
  sex: { expression: sql.ref('subject.sex'), type: 'text' },
  sampleMs: { expression: sql.ref('test.sampleHour'), type: 'time' },
  regionCode: { expression: sql.ref('test.regionCode'), type: 'text' },
  deviceName: { expression: sql.ref('device.name'), type: 'text' },
  method: { expression: sql.ref('test.method'), type: 'text' },
  status: { expression: sql.ref('test.status'), type: 'text' },
  verdict: { expression: sql.ref('test.verdict'), type: 'text' },
  score: { expression: sql.ref('test.score'), type: 'number' },
  confirmResult: { expression: sql.ref('test.confirmResult'), type: 'text' },
  reviewedName: { expression: sql.ref('test.reviewedName'), type: 'text' },
  sessionNo: { expression: sql.ref('test.sessionNo'), type: 'text' },
}
export const OPEN_FIELDS: ListFields = {
  sampleMs: { expression: sql.ref('test.sampleTs'), type: 'time' },
  subjectCode: { expression: sql.ref('subject.subjectCode'), type: 'text' },
  stationName: { expression: sql.ref('station.name'), type: 'text' },
}
/** Captions of the fields a masked list refuses. */
export const CLOSED_FIELDS = { subjectCode: '受试者码', stationName: '地点' } as const

export const BREATH_LIST = { defaultSort: { field: 'sampleMs', order: 'desc' }, tieBreaker: sql`test.id` } as const

const tests = (db: Db, scope: DataScope) =>
  db
    .selectFrom('monBreathTest as test')
    .leftJoin('monSubject as subject', 'subject.id', 'test.subjectId')
    .innerJoin('monDevice as device', 'device.id', 'test.deviceId')
    .leftJoin('monStation as station', 'station.id', 'test.stationId')
    .where(scopeFilter(scope, 'test'))

const shown = (rows: ReturnType<typeof tests>) =>
  rows
    .selectAll('test')
    .select(['subject.subjectCode', 'subject.ageBand', 'subject.sex', 'device.name as deviceName', 'device.deviceNo'])
    .select('station.name as stationName')

export type TestRecord = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export function findTestPage(db: Db, scope: DataScope, request: ListRequest, ids: readonly string[] | undefined) {
  const chosen = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`test.id = any(${[...ids]}::text[])`
  const rows = tests(db, scope).where(allOf(request.conditions)).where(chosen)
  return findPage(rows, shown(rows), request)
}

export const findTest = (db: Db, scope: DataScope, id: string): Promise<TestRecord | undefined> =>
  shown(tests(db, scope)).where('test.id', '=', id).executeTakeFirst()

export async function findNeighbours(db: Db, scope: DataScope, { id, sampleHour }: TestRecord) {
  if (sampleHour === null) return { newerId: null, olderId: null }
  const place = sql`(${sql.ref('test.sampleHour')}, ${sql.ref('test.id')})`
  const here = sql`(${sampleHour}::timestamptz, ${id})`
  const beside = async (isBeside: RawBuilder<SqlBool>, direction: 'asc' | 'desc') => {
    const row = await db
      .selectFrom('monBreathTest as test')
      .select('test.id')
      .where(scopeFilter(scope, 'test'))
      .where(isBeside)
      .orderBy('test.sampleHour', direction)
      .orderBy('test.id', direction)
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? null
  }
  const [newerId, olderId] = await Promise.all([
    beside(sql`${place} > ${here}`, 'asc'),
    beside(sql`${place} < ${here}`, 'desc'),
  ])
  return { newerId, olderId }
}

const MAX_HISTORY = 20

export const findHistory = (db: Db, scope: DataScope, subjectId: string, exceptId: string) =>
  db
    .selectFrom('monBreathTest as test')
    .select(['test.id', 'test.no', 'test.sampleTs', 'test.status', 'test.verdict', 'test.score'])
    .where(scopeFilter(scope, 'test'))
    .where('test.subjectId', '=', subjectId)
    .where('test.id', '!=', exceptId)
    .orderBy(sql`test.sample_ts desc nulls first`)
    .orderBy('test.id')
    .limit(MAX_HISTORY)
    .execute()

/** Records that belong to one test. */
export async function findParts(db: Db, { id, modelId, retestOf }: TestRecord) {
  const [values, verdicts, steps, retests, origin, model] = await Promise.all([
    db.selectFrom('monBreathValue').selectAll().where('testId', '=', id).execute(),
    db.selectFrom('monBreathVerdict').selectAll().where('testId', '=', id).orderBy('id').execute(),
    db.selectFrom('monBreathStep').selectAll().where('testId', '=', id).orderBy('id').execute(),
    db.selectFrom('monBreathTest').select(['id', 'no']).where('retestOf', '=', id).orderBy('no').execute(),
    retestOf === null
      ? undefined
      : db.selectFrom('monBreathTest').select(['id', 'no']).where('id', '=', retestOf).executeTakeFirst(),
    modelId === null
      ? undefined
      : db.selectFrom('monBreathModel').selectAll().where('id', '=', modelId).executeTakeFirst(),
  ])
  return { values, verdicts, steps, retests, origin, model }
}

/** The chromatogram sent with the sample. */
export const findChromatogram = (db: Db, { deviceNo, sampleTs }: Pick<TestRecord, 'deviceNo' | 'sampleTs'>) =>
  db
    .selectFrom('monBlobSample')
    .select('content')
    .where('deviceId', '=', deviceNo)
    .where('kind', '=', 'chromatogram')
    .where('ts', '=', sampleTs ?? new Date(0))
    .executeTakeFirst()

export async function hasChromatogram(db: Db, test: Pick<TestRecord, 'deviceNo' | 'sampleTs'>): Promise<boolean> {
  if (test.sampleTs === null) return false
  const row = await db
    .selectFrom('monBlobSample')
    .select(sql<number>`1`.as('one'))
    .where('deviceId', '=', test.deviceNo)
    .where('kind', '=', 'chromatogram')
    .where('ts', '=', test.sampleTs)
    .executeTakeFirst()
  return row !== undefined
}

export const findPlate = (db: Db, scope: DataScope, sessionNo: string) =>
  db
    .selectFrom('monBreathTest as test')
    .select(['test.id', 'test.no', 'test.platePos', 'test.status', 'test.verdict'])
    .where(scopeFilter(scope, 'test'))
    .where('test.sessionNo', '=', sessionNo)
    .where('test.platePos', 'is not', null)
    .where('test.status', '!=', 'cancelled')
    .orderBy('test.platePos')
    .execute()

interface Counted {
  readonly key: string
  readonly valid: number
  readonly presumptive: number
}

/** Persons (not tests) with a verdict in (from, to], and those of them with a presumptive one. */
export async function countPersons(
  db: Db,
  scope: DataScope,
  by: 'ageBand' | 'regionCode',
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<Counted[]> {
  const key = by === 'ageBand' ? sql<string>`coalesce(subject.age_band, '')` : sql<string>`subject.region_code`
  return db
    .selectFrom('monBreathTest as test')
    .innerJoin('monSubject as subject', 'subject.id', 'test.subjectId')
    .select([
      key.as('key'),
      sql<number>`count(distinct test.subject_id)::int`.as('valid'),
      sql<number>`(count(distinct test.subject_id) filter (where test.verdict = 'presumptive'))::int`.as('presumptive'),
    ])
    .where(scopeFilter(scope, 'test'))
    .where('test.verdict', 'is not', null)
    .where('test.status', 'in', ['resulted', 'reviewed', 'released'])
    .where('test.sampleTs', '>', new Date(fromMs))
    .where('test.sampleTs', '<=', new Date(toMs))
    .groupBy(key)
    .orderBy(key)
    .execute()
}

export const findBreathDevice = (db: Db, scope: DataScope, id: string) =>
  db
    .selectFrom('monDevice as device')
    .select(['device.id', 'device.stationId', 'device.regionCode', 'device.sysOrgCode'])
    .where('device.id', '=', id)
    .where('device.kind', '=', 'breath')
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .executeTakeFirst()
