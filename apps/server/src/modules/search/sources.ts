import { DEVICE_KIND, STATION_TYPE } from '@natim/contract/dict'
import { SEARCH_ROWS, type SearchGroup, type SearchHit } from '@natim/contract/system/search'
import { regionName } from '@natim/domain/regions'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { type RuledList, withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { DEVICE } from '../device/index.ts'
import { createResource, type ResourceSpec, type ResourceTable, type StoredRow } from '../resource/index.ts'
import { STATION } from '../station/index.ts'
import { findUsers, USER_LIST, USER_RULES } from '../user/index.ts'
import type { SearchedRegister } from './registers.ts'
import { findInRegisters, type Lookup, requestFor } from './search.repository.ts'

export type Found = Omit<SearchGroup, 'kind'>

/** The caller and the search text. */
export interface Question {
  readonly user: SessionUser
  readonly keyword: string
}

const requestOf = (
  db: Db,
  { user, keyword }: Question,
  list: RuledList & Pick<Lookup, 'tieBreaker'>,
  names: Lookup['names'],
) => withDataRules(db, user, list, requestFor({ ...list, names }, keyword, SEARCH_ROWS))

const findIn = <T extends ResourceTable, Row, Form, Shown extends StoredRow<T>>(
  db: Db,
  spec: ResourceSpec<T, Row, Form, Shown>,
  { user, keyword }: Question,
  names: Lookup['names'],
) => {
  const { tieBreaker, page } = createResource(db, spec)
  return page(user, requestFor({ fields: spec.fields, tieBreaker, names }, keyword, SEARCH_ROWS))
}

export async function findDeviceHits(db: Db, question: Question): Promise<Found> {
  const { records, total } = await findIn(db, DEVICE, question, ['name', 'clientId', 'serialNo'])
  return {
    total,
    rows: records.map(({ id, name, clientId, kind, status, stationName, regionCode, lastSeen }) => ({
      id,
      name,
      code: clientId,
      noun: DEVICE_KIND[kind],
      place: stationName,
      region: regionName(regionCode),
      device: {
        kind: kind,
        status: status,
        lastSeen: lastSeen === null ? null : lastSeen.getTime(),
      },
      list: { component: DEVICE.component, filter: { keyword: clientId } },
    })),
  }
}

export async function findStationHits(db: Db, question: Question): Promise<Found> {
  const { records, total } = await findIn(db, STATION, question, ['name', 'code', 'shortName'])
  return {
    total,
    rows: records.map(({ id, name, code, stationType, address, regionCode }) => ({
      id,
      name,
      code,
      noun: STATION_TYPE[stationType],
      place: address,
      region: regionName(regionCode),
      device: null,
      list: { component: STATION.component, filter: { code } },
    })),
  }
}

export async function findPeopleHits(db: Db, question: Question): Promise<Found> {
  const list = { ...USER_RULES, tieBreaker: USER_LIST.tieBreaker }
  const request = await requestOf(db, question, list, ['realname', 'username', 'workNo', 'phone'])
  const { records, total } = await findUsers(db, question.user, request)
  return {
    total,
    rows: records.map(({ id, realname, username, departNames }) => ({
      id,
      name: realname,
      code: username,
      noun: '用户',
      place: departNames,
      region: null,
      device: null,
      list: { component: USER_RULES.component, filter: { username } },
    })),
  }
}

/** Matches in resources that the caller may list. */
export async function findRecordHits(
  db: Db,
  registers: readonly SearchedRegister[],
  { user, keyword }: Question,
): Promise<Found> {
  const asked = await Promise.all(
    registers.map(async (register) => ({ ...register, conditions: await register.conditionsFor(user) })),
  )
  const found = await findInRegisters(db, asked, keyword, SEARCH_ROWS)
  const totals = new Map(found.map(({ noun, total }) => [noun, total]))
  return {
    total: [...totals.values()].reduce((sum, total) => sum + total, 0),
    rows: found.slice(0, SEARCH_ROWS).flatMap(({ noun, id, name, code }) => {
      const register = registers.find((candidate) => candidate.noun === noun)
      return register === undefined ? [] : [recordHit(register, { id, name, code })]
    }),
  }
}

function recordHit(
  { noun, component, filter }: SearchedRegister,
  row: Pick<SearchHit, 'id' | 'name' | 'code'>,
): SearchHit {
  const found: Record<string, string> = filter === undefined ? {} : { [filter]: row.code }
  return { ...row, noun, place: null, region: null, device: null, list: { component, filter: found } }
}
