import type { Page } from '@natim/contract/envelope'
import { type TenantAdminRow, tenantEndpoints, tenantForm } from '@natim/contract/system/tenant'
import type { z } from 'zod'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'

/** Rows are keyed by string; the tenant's number (contract/00 §7) is converted to one. */
export type TenantRow = Omit<TenantAdminRow, 'id'> & { readonly id: string }
const list = tenantEndpoints.list as unknown as Omit<typeof tenantEndpoints.list, 'result'> & {
  readonly result: z.ZodType<Page<TenantRow>>
}

/** 租户 */
export const tenant = R.defineResource({
  title: '租户管理',
  entityLabel: '租户',
  measureWord: '个',
  endpoints: {
    list,
    create: tenantEndpoints.create,
    update: tenantEndpoints.update,
    remove: tenantEndpoints.remove,
    removeMany: tenantEndpoints.removeMany,
  },
  form: tenantForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    id: {
      label: '租户编号',
      search: 'eq',
      query: { type: 'number' },
      width: 110,
      isSortable: true,
      help: '1 至 9 位数字，保存后不能修改',
      // As text: tenant numbers have no thousands separators.
      render: (row) => <span className="num">{String(row.id)}</span>,
      refusals: ['tenant.id_in_use'],
    },
    name: { label: '租户名称', search: 'like', query: true, width: 240, isSortable: true },
    beginDate: {
      label: '开始时间',
      query: { type: 'datetime' },
      width: 160,
      isSortable: true,
      widget: R.dateTimeWidget,
    },
    endDate: {
      label: '结束时间',
      query: { type: 'datetime' },
      width: 160,
      isSortable: true,
      widget: R.dateTimeWidget,
      help: '到期后不能选择，其请求被拒绝',
      refusals: ['tenant.time_inverted'],
    },
    status: {
      label: '状态',
      search: 'eq',
      width: 90,
      isSortable: true,
      widget: R.numberChoiceWidget({ 1: '正常', 0: '冻结' }),
      render: (row) => <Tag tone={row.status === 1 ? 'success' : 'error'}>{row.status_dictText}</Tag>,
    },
    userCount: { label: '用户数', width: 90, decimals: 0 },
    createBy: { label: '创建人', width: 110, shown: 'wide' },
    createTime: { label: '创建时间', width: 160, isSortable: true, shown: 'wide' },
  },
})
