import { UserAddOutlined } from '@ant-design/icons'
import { departMemberEndpoints } from '@natim/contract/system/user'
import { Button } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

interface AddMembersProps {
  readonly departId: string
  readonly onAdded: () => void
}

/** Adds existing users to a department. */
export function AddMembers({ departId, onAdded }: AddMembersProps) {
  const notify = useNotify()
  const mayAdd = R.useMay(departMemberEndpoints.add)
  const [isOpen, setIsOpen] = useState(false)
  const [value, setValue] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  if (!mayAdd) return null
  const ids = value.split(',').filter((id) => id !== '')
  const add = async () => {
    setIsSaving(true)
    try {
      const body = { depId: departId, userIdList: ids }
      notify.line((await callWithMessage(departMemberEndpoints.add, { body })).message, 'success')
      setIsOpen(false)
      setValue('')
      onAdded()
    } catch (error) {
      // Reported by the client.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <>
      <Button icon={<UserAddOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        添加成员
      </Button>
      <Dialog
        open={isOpen}
        title="添加成员"
        okText="添加"
        isSaving={isSaving}
        okButtonProps={{ disabled: ids.length === 0 }}
        onOk={() => void add()}
        onCancel={() => setIsOpen(false)}
        destroyOnHidden
      >
        <UserPicker store="id" value={value} onChange={setValue} aria-label="用户" />
      </Dialog>
    </>
  )
}
