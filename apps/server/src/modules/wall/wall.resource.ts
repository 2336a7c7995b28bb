import { wallScreen } from '@natim/contract/mon/wall.resource'
import { serve } from '../resource/index.ts'
import { screenScope } from './wall.repository.ts'

/** 大屏: visible to its creator's department and the departments above. */
export const WALL_SCREEN = serve(wallScreen, {
  table: 'monWallScreen',
  scope: (scope) => screenScope(scope, 'record'),
  softDelete: { column: 'delFlag', live: 0, deleted: 1 },
  beforeWrite: async (_trx, { user }, columns, before) =>
    before ? columns : { ...columns, sysOrgCode: user.scope.orgCode },
})
