import { type RoleRow } from '@natim/contract/system/role.resource'
import { roleMemberEndpoints, userAdminEndpoints } from '@natim/contract/system/user'
import { App, Button, Typography } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { lazyPart, useOnceWanted } from '@/lib/lazy-part.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { newMember } from './role-resource.ts'

const UserPickerModal = lazyPart(
  async () => (await import('@/widgets/user-picker/user-picker-modal.tsx')).UserPickerModal,
)

interface AddMembersProps {
  readonly role: RoleRow
  readonly onAdded: () => void
}

/** Adds the role to existing users or to a new one (SY-28). */
export function AddMembers({ role, onAdded }: AddMembersProps) {
  const notify = useNotify()
  const [isPicking, setIsPicking] = useState(false)
  const isPickerWanted = useOnceWanted(isPicking)
  const mayAdd = R.useMay(roleMemberEndpoints.add)
  const mayCreate = R.useMay(userAdminEndpoints.create)
  const tellPassword = usePasswordOnce()
  const editor = R.useResourceEditor(newMember, {
    onSaved: (result) => {
      tellPassword(result as { readonly password?: string })
      onAdded()
    },
  })
  const add = async (userIdList: string[]) => {
    setIsPicking(false)
    if (userIdList.length === 0) return
    const { message } = await callWithMessage(roleMemberEndpoints.add, { body: { roleId: role.id, userIdList } })
    notify.line(message || '添加成功！', 'success')
    onAdded()
  }
  return (
    <R.EditorScope editor={{ ...editor, save: (values) => editor.save({ ...values, selectedroles: role.id }) }}>
      {mayCreate && <Button onClick={editor.create}>新增用户</Button>}
      {mayAdd && (
        <Button type="primary" onClick={() => setIsPicking(true)}>
          添加已有用户
        </Button>
      )}
      <R.EditorModal />
      {isPickerWanted && (
        <UserPickerModal
          isOpen={isPicking}
          chosen={[]}
          store="id"
          text="realname"
          isMulti
          // The client shows a failure.
          onOk={(chosen) => void add(chosen.map(({ value }) => value)).catch(() => undefined)}
          onCancel={() => setIsPicking(false)}
          onClosed={() => undefined}
        />
      )}
    </R.EditorScope>
  )
}

/** Shows the generated password of a new account once. */
function usePasswordOnce() {
  const { modal } = App.useApp()
  return ({ password }: { readonly password?: string }) => {
    if (password === undefined) return
    modal.info({
      title: '初始密码',
      content: (
        <>
          <p>仅显示这一次，首次登录后须修改：</p>
          <Typography.Text code copyable>
            {password}
          </Typography.Text>
        </>
      ),
      okText: '已记下',
    })
  }
}
