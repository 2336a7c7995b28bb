import { z } from 'zod'
import { optionalId, requiredText, text } from '../fields.ts'
import { bulkEditEndpoints, recordEndpoints } from '../record.ts'

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

/** Its code is for good: users hold positions by it. */
export const positionForm = z.object({
  id: optionalId,
  code: requiredText(64).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线'),
  name: requiredText(100),
  /** Dictionary position_rank. */
  postRank: text(10).nullish(),
})

export type PositionForm = z.output<typeof positionForm>

const SHAPE = {
  base: '/sys/position',
  code: 'system:position',
  row: positionRow,
  form: positionForm,
  listAccess: 'signedIn',
} as const

export const positionEndpoints = { ...recordEndpoints(SHAPE), ...bulkEditEndpoints(SHAPE) }
