import { DeleteOutlined } from '@ant-design/icons'
import type { UserRow } from '@natim/contract/system/pickers'
import { userAdminEndpoints, userBinEndpoints } from '@natim/contract/system/user'
import { Button } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import * as R from '@/resource/index.ts'
import type { Afterwards } from '@/widgets/import-workbench/import-workbench.tsx'
import { DelegateModal } from './delegate-modal.tsx'
import { FirstPasswords } from './first-passwords.tsx'
import { PasswordOnce } from './password-once.tsx'
import { RecycleBin } from './recycle-bin.tsx'
import { ResetPasswordModal } from './reset-password-modal.tsx'
import { RowActions, SelectionActions } from './user-actions.tsx'
import { UserEditor } from './user-editor.tsx'
import { USER_COLUMNS } from './user-keys.ts'
import { user } from './user-resource.tsx'

const ACTIONS_PX = 130

const firstPasswords: Afterwards = (job, hold) => <FirstPasswords job={job} hold={hold} />

type Open = { readonly kind: 'password' | 'delegate'; readonly row: UserRow } | { readonly kind: 'bin' }

/** 用户管理 (SY-17 to SY-24) */
export default function UserListPage() {
  const list = R.useResourceList(user)
  const [made, setMade] = useState<string>()
  const onSaved = (result: unknown) => {
    setMade((result as { password?: string } | null)?.password)
    list.reload()
  }
  const editor = R.useResourceEditor(user, { onSaved })
  const [open, setOpen] = useState<Open>()
  const mayUseBin = R.useMay(userBinEndpoints.list)
  const { edit, view } = editor
  // The form needs more than the list has: roles, departments, tenants.
  const load = (row: UserRow, show: (detail: UserRow) => void) => {
    call(userAdminEndpoints.get, { query: { id: row.id } }).then(show, () => undefined)
  }
  const rowActions = useCallback(
    (row: UserRow) => (
      <RowActions
        row={row}
        onEdit={(chosen) => load(chosen, edit)}
        onView={(chosen) => load(chosen, view)}
        onPassword={(chosen) => setOpen({ kind: 'password', row: chosen })}
        onDelegate={(chosen) => setOpen({ kind: 'delegate', row: chosen })}
      />
    ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- they only set the state of this page's editor
    [],
  )
  const close = () => setOpen(undefined)
  const rowOf = (kind: 'password' | 'delegate') => (open?.kind === kind ? open.row : undefined)
  const delegateOf = rowOf('delegate')
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        {mayUseBin && (
          <Button icon={<DeleteOutlined aria-hidden />} onClick={() => setOpen({ kind: 'bin' })}>
            回收站
          </Button>
        )}
        <R.ImportButtons afterwards={firstPasswords} />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <UserPanel rowActions={rowActions} />
      {editor.isOpen && <UserEditor editor={editor} />}
      <PasswordOnce password={made} onClose={() => setMade(undefined)} />
      <ResetPasswordModal user={rowOf('password')} onClose={close} />
      {delegateOf && <DelegateModal user={delegateOf} onClose={close} />}
      <RecycleBin isOpen={open?.kind === 'bin'} onClose={close} onRestored={list.reload} />
    </R.ResourcePage>
  )
}

/** Filters, rows and pages. */
function UserPanel({ rowActions }: { readonly rowActions: (row: UserRow) => ReactNode }) {
  return (
    <R.ListPanel>
      <R.SearchForm collapsedCount={2}>
        <R.SearchField resource={user} name="username" />
        <R.SearchField resource={user} name="sex" />
        <R.SearchField resource={user} name="realname" />
        <R.SearchField resource={user} name="phone" />
        <R.SearchField resource={user} name="status" />
      </R.SearchForm>
      <R.Table
        resource={user}
        columns={USER_COLUMNS}
        rowActions={rowActions}
        rowActionsWidth={ACTIONS_PX}
        selectionActions={<SelectionActions />}
        emptyAction={<R.CreateButton />}
      />
      <R.Pager />
    </R.ListPanel>
  )
}
