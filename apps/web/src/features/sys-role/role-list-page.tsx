import { roleGrantEndpoints } from '@natim/contract/system/role'
import { type RoleRow } from '@natim/contract/system/role.resource'
import { roleMemberEndpoints } from '@natim/contract/system/user'
import { Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { RoleGrantDrawer } from './role-grant-drawer.tsx'
import { RoleMembers } from './role-members.tsx'
import { roles } from './role-resource.ts'

const ACTIONS_PX = 190
const PHONE_HEIGHT = '85%'

/** 角色管理: roles, their permissions and members. */
export default function RoleListPage() {
  const list = R.useResourceList(roles)
  const editor = R.useResourceEditor(roles, { onSaved: list.reload })
  const [granting, setGranting] = useState<RoleRow>()
  const [chosen, setChosen] = useState<RoleRow>()
  // A deleted role has no members.
  const shown = list.rows.find(({ id }) => id === chosen?.id)
  const isPhone = useIsPhone()
  const close = () => setChosen(undefined)
  const people = shown && <RoleMembers key={shown.id} role={shown} onClose={close} />
  const rowActions = useRowActions(setChosen, setGranting)
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.Panes>
        <R.ListPanel>
          <R.SearchForm>
            <R.SearchField resource={roles} name="roleName" />
            <R.SearchField resource={roles} name="roleCode" />
          </R.SearchForm>
          <R.Table
            resource={roles}
            rowActions={rowActions}
            rowActionsWidth={ACTIONS_PX}
            selectionActions={<R.RemoveSelectedButton />}
            emptyAction={<R.CreateButton />}
          />
          <R.Pager />
        </R.ListPanel>
        {!isPhone && people}
      </R.Panes>
      <R.EditorModal />
      {isPhone && (
        <Drawer open={shown !== undefined} placement="bottom" size={PHONE_HEIGHT} closable={false} onClose={close}>
          {people}
        </Drawer>
      )}
      <RoleGrantDrawer role={granting} onClose={() => setGranting(undefined)} />
    </R.ResourcePage>
  )
}

type RoleAction = (role: RoleRow) => void

/** Actions on a role that the user has the permission for. */
function useRowActions(onPeople: RoleAction, onGrant: RoleAction) {
  const mayGrant = R.useMay(roleGrantEndpoints.save)
  const maySeePeople = R.useMay(roleMemberEndpoints.list)
  return useMemo(
    () => (row: RoleRow) => (
      <>
        {maySeePeople && (
          <R.TextLink label={`${row.roleName} 的用户`} onClick={() => onPeople(row)}>
            用户
          </R.TextLink>
        )}
        {mayGrant && (
          <R.TextLink label={`授权 ${row.roleName}`} refusal={row.refusals?.['grant']} onClick={() => onGrant(row)}>
            授权
          </R.TextLink>
        )}
        <R.EditLink row={row} />
        <R.RemoveLink row={row} />
      </>
    ),
    [maySeePeople, mayGrant, onPeople, onGrant],
  )
}
