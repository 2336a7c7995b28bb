import { expect, it } from 'vitest'
import type { z } from 'zod'
import { NOTICE_PRIORITY } from './dict.ts'
import { gridMessage, gridUpdate } from './socket/grid.ts'
import { noticeMessage } from './socket/notice.ts'
import { noticeEndpoints, noticeRow } from './system/notice.ts'
import { allAuthEntry, loginResult, type MenuNode, permissionResult, userInfo } from './system/session.ts'
import { toWireNames } from './wire-names.ts'

const keys = (schema: z.ZodObject) => Object.keys(schema.shape)
/** Fails to compile when the type has a key that is not listed, or the list one that the type has not. */
const exactly =
  <T>() =>
  <const K extends readonly (keyof T)[]>(list: K & ([keyof T] extends [K[number]] ? unknown : never)): K =>
    list

it('[CO-37] a sign-in answers token, user and dictionaries', () => {
  expect(keys(loginResult)).toEqual(expect.arrayContaining(['token', 'userInfo', 'sysAllDictItems']))
  expect(keys(userInfo)).toEqual(expect.arrayContaining(['username', 'realname', 'avatar']))
})

it('[CO-38] permissions are menu, auth, allAuth and sysSafeMode; an entry has type, action and status', () => {
  expect(keys(permissionResult)).toEqual(['menu', 'auth', 'allAuth', 'sysSafeMode'])
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

it('[CO-40] a user row has what the pickers show', () =>
  expect(keys(userInfo)).toEqual(
    expect.arrayContaining(['id', 'username', 'realname', 'phone', 'birthday', 'sex', 'orgCodeTxt']),
  ))

it('[CO-46] an announcement travels under the names existing clients read', () => {
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
