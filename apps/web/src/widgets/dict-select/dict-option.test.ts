import { expect, it } from 'vitest'
import { captionsOf, dictOption } from './dict-option.ts'
import { dictFault, itemsReference, textsReference } from './dict-reference.ts'

it('[WG-10] uses text, label or title as label, else the value, and keeps disabled items', () => {
  expect(dictOption({ value: '1', text: '男' })).toEqual({ value: '1', label: '男' })
  expect(dictOption({ value: '1', text: '', label: '男' })).toEqual({ value: '1', label: '男' })
  expect(dictOption({ value: 2, title: '女', disabled: true })).toEqual({ value: '2', label: '女', disabled: true })
  expect(dictOption({ value: 'x', text: null })).toEqual({ value: 'x', label: 'x' })
})

it('[WG-11] [ER-33] cannot request a dictionary without a code', () => {
  expect(dictFault('')).toBe('字典Code不能为空!')
  expect(dictFault('  ')).toBe('字典Code不能为空!')
  expect(dictFault('sex')).toBeUndefined()
})

it.each([
  ['sex', 'sex', 'sex'],
  ['sys_user,realname,username', 'sys_user,realname,username', 'sys_user,realname,username'],
  ['sys_user,realname,username,status = 1', 'sys_user,realname,username,status = 1', 'sys_user,realname,username'],
  [
    'sys_user where status = 1,realname,username',
    'sys_user,realname,username,status = 1',
    'sys_user,realname,username',
  ],
])('requests %s by %s, and its labels by %s', (dict, items, texts) => {
  expect([itemsReference(dict), textsReference(dict)]).toEqual([items, texts])
})

const LEVELS = [
  { value: '0', label: '无' },
  { value: '1', label: '一般' },
  { value: '2', label: '重大' },
]

it.each<[Parameters<typeof captionsOf>[1], string]>([
  ['1', '一般'],
  ['1,2', '一般,重大'],
  [['2', '1'], '重大,一般'],
  [['1,2', 0], '一般,重大,无'],
  [0, '无'],
  ['1,9', '一般,9'],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('[WG-13] the labels of %j are «%s»', (value, captions) => {
  expect(captionsOf(LEVELS, value)).toBe(captions)
})
