import type { ListQuery } from '@natim/contract/fields'
import type { BreathDetail, BreathSummary, PlateSession } from '@natim/contract/mon/breath'
import { isSecondPerson, nextStatus } from '@natim/domain/breath'
import { regionName } from '@natim/domain/regions'
import { countText, printCounts } from '@natim/domain/subject-counts'
import { DAY_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import {
  fieldsFor,
  findSubject,
  noteAccess,
  refuseClosedFields,
  type Sight,
  sightOf,
  toSubjectView,
} from '../subject/index.ts'
import {
  BREATH_LIST,
  CLOSED_FIELDS,
  countPersons,
  findChromatogram,
  findHistory,
  findNeighbours,
  findParts,
  findPlate,
  findTest,
  findTestPage,
  hasChromatogram,
  MASKED_FIELDS,
  OPEN_FIELDS,
  type TestRecord,
} from './breath.repository.ts'
import { readChromatogram, toHistory, toRow, toTestDetail, toTrail } from './breath-view.ts'

interface Reading {
  readonly ids?: readonly string[] | undefined
  readonly kind: 'list' | 'export'
}

/** Constant objects, so that repeated requests hit the parse cache. */
const FIELDS = { masked: MASKED_FIELDS, open: { ...MASKED_FIELDS, ...OPEN_FIELDS } }

/** Read side of breath tests; every open answer is logged first. */
export function createBreathReader({ db, now }: { readonly db: Db; readonly now: () => number }) {
  const testFor = async (user: SessionUser, id: string): Promise<TestRecord> => {
    const record = await findTest(db, user.scope, id)
    if (record === undefined) throw new AppError('row.not_found')
    return record
  }
  return {
    async list(actor: Actor, query: ListQuery, wantsOpen: boolean | undefined, { ids, kind }: Reading) {
      const sight = sightOf(actor.user, wantsOpen)
      if (!sight.isOpen) refuseClosedFields(query, CLOSED_FIELDS)
      const request = parseListRequest(query, fieldsFor(sight, FIELDS.masked, FIELDS.open), BREATH_LIST)
      const { records, total } = await findTestPage(db, actor.user.scope, request, ids)
      const subjectIds = records.map(({ subjectId }) => subjectId)
      await noteAccess(db, actor, sight, { kind, object: 'breath_test', subjectIds, rows: records.length })
      return toPage(
        records.map((record) => toRow(record, sight)),
        total,
        request,
      )
    },

    async get(actor: Actor, id: string, wantsOpen: boolean | undefined): Promise<BreathDetail> {
      const { user } = actor
      const sight = sightOf(user, wantsOpen)
      const record = await testFor(user, id)
      await noteAccess(db, actor, sight, {
        kind: 'detail',
        object: 'breath_test',
        subjectIds: [record.subjectId],
        rows: 1,
      })
      return detailOf(db, user, record, sight)
    },

    async chromatogram(user: SessionUser, id: string) {
      const record = await testFor(user, id)
      const blob = record.sampleTs === null ? undefined : await findChromatogram(db, record)
      return readChromatogram(blob?.content)
    },

    async plate(user: SessionUser, sessionNo: string): Promise<PlateSession> {
      const wells = await findPlate(db, user.scope, sessionNo)
      return {
        sessionNo,
        wells: wells.map(({ platePos, ...well }) => ({ place: platePos ?? 1, ...well })),
      }
    },

    async summary({ scope }: SessionUser, days: number): Promise<BreathSummary> {
      const toMs = now()
      const period = { fromMs: toMs - days * DAY_MS, toMs }
      const [bands, cities] = await Promise.all([
        countPersons(db, scope, 'ageBand', period),
        countPersons(db, scope, 'regionCode', period),
      ])
      const byBand = printed(bands)
      const byCity = printed(cities)
      return {
        ...period,
        bands: bands.map(({ key }, index) => ({ ageBand: key, ...byBand.cell(index) })),
        cities: cities.map(({ key }, index) => ({
          regionCode: key,
          regionName: regionName(key),
          ...byCity.cell(index),
        })),
        // A total must not reveal what the other table hides.
        valid: hiddenOf(byBand.total.valid, byCity.total.valid),
        presumptive: hiddenOf(byBand.total.presumptive, byCity.total.presumptive),
      }
    },
  }
}

/** Both columns of a table in printable form. */
function printed(rows: readonly { readonly valid: number; readonly presumptive: number }[]) {
  const valid = printCounts(rows.map((row) => row.valid))
  const presumptive = printCounts(rows.map((row) => row.presumptive))
  return {
    cell: (index: number) => ({
      valid: countText(valid.cells[index] ?? 'hidden'),
      presumptive: countText(presumptive.cells[index] ?? 'hidden'),
    }),
    total: { valid: countText(valid.total), presumptive: countText(presumptive.total) },
  }
}

const hiddenOf = (...totals: readonly string[]) => totals.find((total) => !/^\d/.test(total)) ?? totals[0] ?? ''

async function detailOf(db: Db, user: SessionUser, record: TestRecord, sight: Sight): Promise<BreathDetail> {
  const { scope } = user
  const { subjectId } = record
  const [parts, neighbours, subject, history, hasPicture] = await Promise.all([
    findParts(db, record),
    findNeighbours(db, scope, record),
    subjectId === null ? undefined : findSubject(db, scope, subjectId),
    subjectId === null ? [] : findHistory(db, scope, subjectId, record.id),
    hasChromatogram(db, record),
  ])
  return {
    test: toTestDetail(record, parts, sight),
    subject: subject ? toSubjectView(subject, sight) : null,
    model: parts.model ?? null,
    values: parts.values.map(({ metricCode, value, ambientValue, unit }) => ({
      metricCode,
      value,
      ambient: ambientValue,
      unit,
    })),
    ...toTrail(parts, sight),
    history: toHistory(history, sight),
    hasChromatogram: hasPicture,
    ...neighbours,
    refusals: refusalsOf(user, record, parts.verdicts.at(-1)?.userId ?? null),
  }
}

/** Actions the server would refuse this user; the page itself knows which ones the status allows. */
function refusalsOf({ userId }: SessionUser, record: TestRecord, verdictBy: string | null): BreathDetail['refusals'] {
  const hands = { operatorBy: record.operatorBy, reviewedBy: record.reviewedBy, verdictBy }
  const second = '须由另一人处理'
  const status = record.status
  return {
    ...(nextStatus(status, 'review') && !isSecondPerson(userId, 'review', hands) && { review: second }),
    ...(nextStatus(status, 'release') && !isSecondPerson(userId, 'release', hands) && { release: second }),
  }
}
