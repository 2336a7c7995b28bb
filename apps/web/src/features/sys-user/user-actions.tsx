import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import type { UserRow } from '@natim/contract/system/pickers'
import { delegateEndpoints, userAdminEndpoints } from '@natim/contract/system/user'
import * as R from '@/resource/index.ts'
import { MoreMenu, withRefusal } from '@/ui/more-menu.tsx'
import { useUserStates } from './use-user-states.ts'

/** Dialogs that the page opens for a row. */
export interface RowActionsProps {
  readonly row: UserRow
  readonly onView: (row: UserRow) => void
  readonly onEdit: (row: UserRow) => void
  readonly onPassword: (row: UserRow) => void
  readonly onDelegate: (row: UserRow) => void
}

/** 编辑, 详情, and the rest behind ⋯ (SY-19). */
export function RowActions({ row, onView, onEdit, onPassword, onDelegate }: RowActionsProps) {
  const { remove } = R.useListContext<UserRow>()
  const { freeze, thaw } = useUserStates()
  const mayEdit = R.useMay(userAdminEndpoints.update)
  const mayView = R.useMay(userAdminEndpoints.get)
  const mayReset = R.useMay(userAdminEndpoints.resetPassword)
  const mayRemove = R.useMay(userAdminEndpoints.remove)
  const maySetDelegate = R.useMay(delegateEndpoints.update)
  const items = [
    ...(mayReset ? [{ key: 'password', label: '修改密码', onClick: () => onPassword(row) }] : []),
    ...(maySetDelegate ? [{ key: 'delegate', label: '代理人', onClick: () => onDelegate(row) }] : []),
    ...(mayEdit && row.status === 1 ? [{ key: 'freeze', label: '冻结', onClick: () => freeze([row.id]) }] : []),
    ...(mayEdit && row.status !== 1 ? [{ key: 'thaw', label: '解冻', onClick: () => thaw([row.id]) }] : []),
    ...(mayRemove ? [{ key: 'remove', label: '删除', danger: true, onClick: () => remove(row) }] : []),
  ].map((item) => withRefusal(item, row.refusals?.[item.key === 'thaw' ? 'freeze' : item.key]))
  return (
    <>
      {mayEdit && (
        <R.TextLink label={`编辑 ${row.realname}`} onClick={() => onEdit(row)}>
          编辑
        </R.TextLink>
      )}
      {mayView && (
        <R.TextLink label={`详情 ${row.realname}`} onClick={() => onView(row)}>
          详情
        </R.TextLink>
      )}
      {items.length > 0 && <MoreMenu label={`更多操作 ${row.realname}`} items={items} />}
    </>
  )
}

/** 冻结, 解冻, 删除 of the selected users (SY-20). */
export function SelectionActions() {
  const { selection } = R.useListContext<UserRow>()
  const { freeze, thaw } = useUserStates()
  const mayEdit = R.useMay(userAdminEndpoints.freeze)
  const refusal = R.useSelectionRefusal('freeze')
  return (
    <>
      {mayEdit && (
        <>
          <R.SelectionButton
            icon={<LockOutlined aria-hidden />}
            refusal={refusal}
            onClick={() => freeze(selection.ids)}
          >
            冻结
          </R.SelectionButton>
          <R.SelectionButton
            icon={<UnlockOutlined aria-hidden />}
            refusal={refusal}
            onClick={() => thaw(selection.ids)}
          >
            解冻
          </R.SelectionButton>
        </>
      )}
      <R.RemoveSelectedButton />
    </>
  )
}
