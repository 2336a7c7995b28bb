import type { SessionUser } from '../../platform/auth/session-user.ts'
import { newToken } from '../../platform/id.ts'
import { loadDictItems } from '../dict/index.ts'
import type { ImportColumnSpec, ImportEntity, ImportSession } from '../import/index.ts'
import { publishRightsChanged } from '../permission/index.ts'
import { hashPassword } from '../session/index.ts'
import { NEVER_TOLD } from './temporary-password.ts'
import { createUserService } from './user.service.ts'
import { createUserAdmin, insertUserIn, type UserAdminDeps } from './user-admin.service.ts'
import { findDepartNames, findPositionNames } from './user-import.repository.ts'
import { createImportValidator } from './user-import-validator.ts'
import { type SheetForm, sheetForm } from './user-sheet.ts'

const COLUMNS: readonly ImportColumnSpec<keyof SheetForm>[] = [
  {
    key: 'username',
    title: '用户账号',
    required: true,
    hint: '4-18 位字母、数字或下划线；导入后可下载一次初始密码，也可用手机找回',
  },
  { key: 'realname', title: '用户姓名', required: true },
  { key: 'workNo', title: '工号' },
  { key: 'departs', title: '部门', kind: 'list', hint: '部门名称或编码，多个用逗号分隔' },
  {
    key: 'roles',
    title: '角色',
    kind: 'list',
    hint: '角色名称或编码，多个用顿号、逗号或分号分隔；空着不改动已有用户的角色，填写则以所填的为准',
  },
  { key: 'posts', title: '职务', kind: 'list', hint: '职务名称或编码，多个用逗号分隔' },
  { key: 'sex', title: '性别', hint: '男 或 女' },
  { key: 'birthday', title: '生日', kind: 'date', hint: '如 1990-05-01' },
  { key: 'phone', title: '手机号', hint: '11 位' },
  { key: 'email', title: '电子邮件' },
  { key: 'telephone', title: '座机' },
]

const EXAMPLE = {
  username: 'zhang_san',
  realname: '张三',
  workNo: 'N-0001',
  departs: '国家监测中心',
  roles: '省级值班员、分析员',
  posts: '值班长',
  sex: '男',
  birthday: '1990-05-01',
  phone: '13900000000',
}

/**
 * 用户 from sheets, under the rules, permissions and log lines of manual adding. The passwords are unknown until the
 * sender downloads the sheet of first passwords.
 */
export function createUserImport(given: Omit<UserAdminDeps, 'users'>): ImportEntity<SheetForm> {
  const deps = { ...given, users: createUserService(given) }
  return {
    name: 'user',
    title: '用户',
    columns: COLUMNS,
    form: sheetForm,
    keyColumn: 'username',
    uniqueColumns: ['phone', 'email', 'workNo'],
    keyIgnoresCase: true,
    example: EXAMPLE,
    note: '更新已有用户时，空着的单元格不改动；「角色」填写后以所填的为准，只能填自己有权授予的角色',
    open: (user) => openSession(deps, user),
  }
}

async function openSession(deps: UserAdminDeps, user: SessionUser): Promise<ImportSession<SheetForm>> {
  const { db, bus, users } = deps
  const admin = createUserAdmin(deps)
  const [departs, positions, items, passwordHash] = await Promise.all([
    findDepartNames(db),
    findPositionNames(db),
    loadDictItems(db),
    // One hash of a discarded random text for all rows: hashing per row would be too expensive.
    hashPassword(newToken()),
  ])
  const validator = createImportValidator({ viewer: user, users, departs, positions })
  const written: string[] = []
  return {
    dictionaries: {
      sex: {
        values: new Map(
          (items.sex ?? []).flatMap(
            ({ text, value }) =>
              [
                [value, value],
                [text, value],
              ] as const,
          ),
        ),
      },
    },
    validate: validator.outcomes,
    async write(trx, rows) {
      const toForm = await validator.formsIn(
        trx,
        rows.flatMap(({ id }) => id ?? []),
      )
      for (const { id, form } of rows) {
        const body = toForm(form, id)
        const secret = { passwordHash, passwordExpiresAt: NEVER_TOLD }
        if (id === undefined) written.push(await insertUserIn(trx, { user }, { ...body, userIdentity: 1 }, secret))
        else await admin.updateIn(trx, { user }, id, body)
        if (id !== undefined) written.push(id)
      }
    },
    onCommitted: () => publishRightsChanged(bus, written),
  }
}
