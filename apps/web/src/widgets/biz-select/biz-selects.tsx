import { MODAL_PX, PAGE_SIZE } from '@natim/contract/constants'
import { userEndpoints } from '@natim/contract/system/pickers'
import { position } from '@natim/contract/system/position.resource'
import { role } from '@natim/contract/system/role.resource'
import { BizSelect, type BizSelectProps } from './biz-select.tsx'
import type { BizSource } from './biz-source.ts'

const USERS: BizSource = {
  name: '用户',
  width: MODAL_PX.userSelector,
  rows: PAGE_SIZE,
  list: userEndpoints.list,
  text: 'realname',
  columns: [
    { key: 'realname', title: '姓名', width: 120 },
    { key: 'username', title: '账号', width: 140 },
    { key: 'phone', title: '手机', width: 130 },
    { key: 'orgCodeTxt', title: '部门', width: 160 },
    { key: 'birthday', title: '生日', width: 110 },
  ],
  filters: [
    { key: 'keyword', label: '姓名、账号、手机、部门', kind: 'plain' },
    { key: 'username', label: '账号', kind: 'text' },
    { key: 'sex', label: '性别', kind: 'dict', dict: 'sex' },
    { key: 'birthday', label: '生日', kind: 'date' },
  ],
}

/** More roles than any installation has. */
const ALL_ROLES = 200

const ROLES: BizSource = {
  name: '角色',
  // Roles are few: all fit on one page.
  rows: ALL_ROLES,
  list: role.endpoints.list,
  text: 'roleName',
  columns: [
    { key: 'roleName', title: '角色名称' },
    { key: 'roleCode', title: '角色编码' },
  ],
  filters: [{ key: 'roleName', label: '角色名称', kind: 'text' }],
}

/** Width of the position selector, px (WG-41). */
const POSITIONS_PX = 1_000

const POSITIONS: BizSource = {
  name: '职务',
  width: POSITIONS_PX,
  list: position.endpoints.list,
  text: 'name',
  columns: [
    { key: 'name', title: '职务名称' },
    { key: 'code', title: '职务编码' },
    { key: 'rank_dictText', title: '职级' },
  ],
  filters: [{ key: 'name', label: '职务名称', kind: 'text' }],
}

type Props = Omit<BizSelectProps, 'source' | 'valueEndpoint'>

/** Users, chosen from a list of all (WG-36); stores the username by default. */
export const UserSelect = (props: Props) => <BizSelect returnKey="username" {...props} source={USERS} />

/** Roles (WG-40); stores the id, or with `returnKey` the roleCode. */
export const RoleSelect = (props: Props) => <BizSelect {...props} source={ROLES} />

/** Positions (WG-41); stores the code by default. */
export const PositionSelect = (props: Props) => <BizSelect returnKey="code" {...props} source={POSITIONS} />
