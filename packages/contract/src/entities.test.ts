import { expect, it } from 'vitest'
import type { z } from 'zod'
import { NOTICE_PRIORITY } from './dict.ts'
import { gridMessage, gridUpdate } from './socket/grid.ts'
import { noticeMessage } from './socket/notice.ts'
import { type CategoryNode, categoryNode } from './system/category.ts'
import { checkEndpoints } from './system/check.ts'
import { accountEndpoints, updatePasswordForm } from './system/identity-account.ts'
import { IMPORT_PART_NAMES } from './system/import.ts'
import { noticeEndpoints, noticeRow } from './system/notice.ts'
import type { DepartNode } from './system/pickers.ts'
import { position } from './system/position.resource.ts'
import { reportColumn, reportColumns, reportQueryItem } from './system/report.ts'
import { role } from './system/role.resource.ts'
import { allAuthEntry, dictItem, loginResult, type MenuNode, permissionResult, userInfo } from './system/session.ts'
import { toWireNames } from './wire-names.ts'

const keys = (schema: z.ZodObject) => Object.keys(schema.shape)
/** Fails to compile unless the list has exactly the keys of the type. */
const exactly =
  <T>() =>
  <const K extends readonly (keyof T)[]>(list: K & ([keyof T] extends [K[number]] ? unknown : never)): K =>
    list

it('[CO-37] a sign-in returns token, user and dictionaries', () => {
  expect(keys(loginResult)).toEqual(expect.arrayContaining(['token', 'userInfo', 'sysAllDictItems']))
  expect(keys(userInfo)).toEqual(expect.arrayContaining(['username', 'realname', 'avatar']))
})

it('[CO-38] permissions are menu, auth, allAuth and sysSafeMode; an entry has type, action and status', () => {
  // Set only for a session that must choose a new password first.
  expect(keys(permissionResult.omit({ mustChangePassword: true }))).toEqual(['menu', 'auth', 'allAuth', 'sysSafeMode'])
  expect(keys(allAuthEntry).toSorted()).toEqual(['action', 'describe', 'status', 'type'])
})

it('[CO-39] a menu item has the keys existing clients read', () => {
  expect(
    exactly<Omit<MenuNode, 'id'>>()([
      'path',
      'name',
      'redirect',
      'component',
      'hidden',
      'alwaysShow',
      'route',
      'children',
      'meta',
    ]),
  ).toHaveLength(9)
  expect(
    exactly<MenuNode['meta']>()([
      'title',
      'icon',
      'url',
      'permissionList',
      'keepAlive',
      'internalOrExternal',
      'componentName',
    ]),
  ).toHaveLength(7)
})

it('[CO-40] a user row has the fields shown by pickers', () =>
  expect(keys(userInfo)).toEqual(
    expect.arrayContaining(['id', 'username', 'realname', 'phone', 'birthday', 'sex', 'orgCodeTxt']),
  ))

it('[CO-41] a role has id, name and code', () =>
  expect(keys(role.row)).toEqual(expect.arrayContaining(['id', 'roleName', 'roleCode'])))

it('[CO-42] a department has the fields shown by trees; the own departments are a list and the current code', () => {
  const names: (keyof DepartNode)[] = ['id', 'key', 'title', 'orgCode', 'departName', 'children', 'pid']
  expect(names).toHaveLength(7)
  expect(keys(accountEndpoints.departs.result)).toEqual(expect.arrayContaining(['list', 'orgCode']))
})

it('[CO-43] a dictionary item has a value, its label under every name, and can be disabled', () =>
  expect(keys(dictItem).toSorted()).toEqual(['disabled', 'label', 'text', 'title', 'value']))

it('[CO-44] [CA-84] a category has the fields shown by trees, and a leaf may be given as 0 or 1', () => {
  const node = { key: '1', value: '1', label: '气体', name: '气体', leaf: 0, children: null, hasChildren: true }
  const others = { title: '气体', code: 'B01', parentId: '0' }
  const read: CategoryNode = categoryNode.parse({ ...node, ...others })
  expect(read).toEqual({ ...node, ...others, leaf: false })
  expect(categoryNode.parse({ ...node, ...others, leaf: true }).leaf).toBe(true)
  expect(categoryNode.parse({ ...node, ...others, leaf: 1 }).leaf).toBe(true)
})

it('[CO-45] a position has name, code and the label of its rank', () =>
  expect(keys(position.row)).toEqual(expect.arrayContaining(['name', 'code', 'rank_dictText'])))

it('[CO-49] a report has columns, dictionaries and query items', () => {
  expect(keys(reportColumns)).toEqual(['cgRpConfigId', 'cgRpConfigName', 'columns', 'dictOptions'])
  expect(keys(reportColumn)).toEqual(expect.arrayContaining(['dataIndex', 'customRender']))
  expect(keys(reportQueryItem)).toEqual(expect.arrayContaining(['field', 'mode', 'hidden']))
})

it('[CO-51] the payloads of password, duplicate check, rule check and import', () => {
  expect(keys(updatePasswordForm)).toEqual(['username', 'oldpassword', 'password', 'confirmpassword'])
  expect(keys(checkEndpoints.duplicate.query)).toEqual(['tableName', 'fieldName', 'fieldVal', 'dataId'])
  expect(keys(checkEndpoints.rule.query)).toEqual(['ruleCode', 'value'])
  expect(IMPORT_PART_NAMES).toEqual(['files[]', 'isSingleTableImport', 'foreignKeys', 'validateStatus'])
})

it('[CO-46] an announcement uses the field names existing clients read', () => {
  const { wireNames } = noticeEndpoints.list
  const wire = Object.keys(
    toWireNames(Object.fromEntries(keys(noticeRow).map((key) => [key, ''])), wireNames) as object,
  )
  expect(wire).toEqual(
    expect.arrayContaining([
      'id',
      'titile',
      'sender',
      'sendTime',
      'createTime',
      'msgContent',
      'msgTxt',
      'msgId',
      'openType',
      'openPage',
      'busId',
      'priority',
    ]),
  )
  expect(NOTICE_PRIORITY).toEqual({ L: '一般消息', M: '重要消息', H: '紧急消息' })
})

it('[CO-47] a message of the notice socket has cmd, msgTxt and msgId', () => {
  const message = { cmd: 'topic', msgTxt: '设备维护', msgId: '7' } as const
  expect(noticeMessage.parse({ ...message, other: 1 })).toEqual(message)
})

it('[CO-57] messages of the grid socket are type and data', () => {
  expect(gridMessage.options.map((option) => option.shape.type.value).toSorted()).toEqual([
    'common_send_date',
    'heart_beat',
    'update_vxe_table',
  ])
  expect(gridMessage.options.map(keys)).toEqual([
    ['type', 'data'],
    ['type', 'data'],
    ['type', 'data'],
  ])
  expect(keys(gridUpdate)).toEqual(['socketKey', 'args'])
  expect(gridUpdate.safeParse({ socketKey: 'a', args: [{ name: 'no id' }, 'case'] }).success).toBe(false)
})
