import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { exportEndpoint } from '../export.ts'
import { listQuery } from '../fields.ts'

/** 职务 (contract/20 §6). */
export const positionRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  postRank: z.string().nullable(),
  postRank_dictText: z.string(),
  /** The rank's caption under the name the picker reads (spec §3). */
  rank_dictText: z.string(),
  companyId: z.string().nullable(),
  sysOrgCode: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type PositionRow = z.output<typeof positionRow>

export const positionEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/sys/position/list', access: 'signedIn', query: listQuery, result: page(positionRow) },
  exportXls: exportEndpoint('/sys/position/exportXls', 'system:position:export'),
})
