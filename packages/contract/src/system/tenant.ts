import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { dateTimeText, listQuery, requiredText } from '../fields.ts'
import { patchOf } from '../patch.ts'
import { TENANT_ID_MAX, tenantRow } from './session.ts'

/** 租户 (contract/20 §9). */
export const tenantAdminRow = tenantRow.extend({
  status_dictText: z.string(),
  /** Number of accounts of the tenant. */
  userCount: z.number().int(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
})
export type TenantAdminRow = z.output<typeof tenantAdminRow>

/** Tenant number as sent by callers. */
const tenantId = z.coerce
  .number('编号应为数字')
  .int('编号应为整数')
  .min(1, '编号应大于 0')
  .max(TENANT_ID_MAX, '编号最多 9 位')
const moment = z.union([z.literal(''), dateTimeText]).nullish()

export const tenantForm = z.object({
  /** Entered manually, immutable. */
  id: tenantId,
  name: requiredText(100),
  beginDate: moment,
  endDate: moment,
  /** 1 normal, 0 frozen (dictionary tenant_status); also accepted as text. */
  status: z.coerce
    .number()
    .refine((value) => value === 0 || value === 1, '状态应为 0 或 1')
    .default(1),
})
export type TenantForm = z.output<typeof tenantForm>

/** `ids=1,2,`: empty parts are dropped. */
const tenantIds = z
  .string()
  .max(20_000)
  .meta({ examples: ['1001,1002'] })
  .transform((value) => value.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(z.coerce.number<string>('编号应为数字').int().min(1).max(TENANT_ID_MAX)).max(1_000))

const one = z.object({ id: tenantId })
const patch = patchOf(tenantForm.omit({ id: true }))

export const tenantEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/sys/tenant/list',
    access: 'system:tenant:list',
    query: listQuery,
    result: page(tenantAdminRow),
  },
  get: {
    method: 'GET',
    path: '/sys/tenant/queryById',
    access: 'system:tenant:list',
    query: one,
    result: tenantAdminRow,
  },
  /** Active tenants for selectors; limited to the given numbers, if any. */
  options: {
    method: 'GET',
    path: '/sys/tenant/queryList',
    access: 'signedIn',
    query: z.object({ ids: tenantIds.optional().catch(undefined) }),
    result: z.array(tenantRow),
  },
  create: { method: 'POST', path: '/sys/tenant/add', access: 'system:tenant:add', body: tenantForm, result: z.null() },
  update: {
    method: ['PUT', 'POST'],
    path: '/sys/tenant/edit',
    access: 'system:tenant:edit',
    /** The number arrives as a number. */
    body: z.preprocess(
      (body) => (typeof body === 'object' && body !== null && 'id' in body ? { ...body, id: String(body.id) } : body),
      patch,
    ),
    result: z.null(),
  },
  remove: {
    method: ['DELETE', 'POST'],
    path: '/sys/tenant/delete',
    access: 'system:tenant:delete',
    query: one,
    result: z.null(),
  },
  removeMany: {
    method: 'DELETE',
    path: '/sys/tenant/deleteBatch',
    access: 'system:tenant:delete',
    query: z.object({ ids: tenantIds.refine((ids) => ids.length > 0, '请选择一条记录！') }),
    result: z.null(),
  },
})
