import { station } from '@natim/contract/mon/station.resource'
import type { Db } from '../../platform/db/db.ts'
import { resourceImport } from '../resource/index.ts'
import { countDevicesOf } from './station.repository.ts'
import { createOwners, type Stations } from './station.resource.ts'

/** 站点 from sheets, under the rules of manual adding and editing. */
export const createStationImport = (db: Db, stations: Stations) =>
  resourceImport(db, station, stations, {
    async open(user) {
      const ownerOf = createOwners(user)
      return {
        async check(given, { regionCode, status }, now) {
          const mayOwn = regionCode === undefined || (await ownerOf(given, regionCode)) !== undefined
          const isInUse = now !== undefined && status === 'closed' && (await countDevicesOf(given, [now.id])) > 0
          return {
            ...(!mayOwn && { regionCode: '不在您的数据范围内' }),
            ...(isInUse && { status: '站点下仍有在用设备，不能关闭' }),
          }
        },
      }
    },
  })
