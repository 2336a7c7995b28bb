import type { PermissionCode } from '@natim/contract/permissions'
import type { SearchGroup, SearchKind } from '@natim/contract/system/search'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { searchedRegisters } from './registers.ts'
import { type Found, findDeviceHits, findPeopleHits, findRecordHits, findStationHits } from './sources.ts'

const named = async (kind: SearchKind, found: Promise<Found>): Promise<SearchGroup> => ({ kind, ...(await found) })

/** 全局搜索: finds what the caller's lists would show, by part of a name or code. */
export function createSearchService({ db }: { readonly db: Db }) {
  const registers = searchedRegisters(db)
  return {
    /** Empty for an empty text; kinds the caller may not list are left out. */
    async find(user: SessionUser, keyword: string): Promise<SearchGroup[]> {
      if (keyword === '') return []
      const may = (code: PermissionCode) => user.permissions.has(code)
      const question = { user, keyword }
      const allowed = registers.filter(({ access }) => may(access))
      const groups: Promise<SearchGroup>[] = []
      if (may('mon:device:view')) groups.push(named('device', findDeviceHits(db, question)))
      if (may('mon:station:view')) groups.push(named('station', findStationHits(db, question)))
      if (may('system:user:list')) groups.push(named('person', findPeopleHits(db, question)))
      if (allowed.length > 0) groups.push(named('record', findRecordHits(db, allowed, question)))
      return Promise.all(groups)
    },
  }
}
