import { DEPART_RESTORED, departEndpoints, departForm } from '@natim/contract/system/depart'
import { departImportEndpoints } from '@natim/contract/system/import'
import { departTreeEndpoints } from '@natim/contract/system/pickers'
import * as R from '@/resource/index.ts'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

function DirectorsControl({
  value,
  onChange,
  maxLength: _unused,
  allowClear: _none,
  ...rest
}: R.ControlProps<string | null>) {
  return (
    <UserPicker
      {...rest}
      disabled={rest.disabled ?? false}
      store="id"
      value={value ?? ''}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** 部门: the tree on the left, the selected one on the right. */
export const depart = R.defineResource({
  title: '部门管理',
  entityLabel: '部门',
  measureWord: '个',
  endpoints: departEndpoints,
  imports: departImportEndpoints,
  restored: DEPART_RESTORED,
  form: departForm,
  defaultSort: { field: 'orgCode', order: 'asc' },
  related: [departTreeEndpoints.tree, departEndpoints.get],
  fields: {
    departName: { label: '机构名称' },
    orgCategory: { label: '机构类型', widget: R.dictWidget('org_category') },
    departOrder: { label: '排序', widget: R.numberWidget(undefined, 1) },
    departNameEn: { label: '英文名称' },
    directorUserIds: {
      label: '部门负责人',
      isWide: true,
      widget: { kind: 'choice', Control: DirectorsControl },
      help: '负责人可在「我的部门」中管理成员的部门角色',
    },
    mobile: { label: '电话' },
    fax: { label: '传真' },
    address: { label: '地址', isWide: true },
    memo: { label: '备注', isWide: true },
  },
})
