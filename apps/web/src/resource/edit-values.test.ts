import { describe, expect, it } from 'vitest'
import { stationsWith } from '@/testing/stations-with.ts'
import type { Resource } from './define-resource.ts'
import { createBody, startValues, updateBody } from './edit-values.ts'
import { readServerIssues } from './server-issues.ts'

const resource = stationsWith({
  code: { label: '编号', refusals: ['station.code_in_use'] },
  name: { label: '名称', refusals: ['menu.url_in_use'] },
  address: { label: '地址' },
  altM: { label: '海拔' },
  status: { label: '状态' },
  deviceCount: { label: '设备数' },
}) as unknown as Resource

const ROW = { id: '7', code: 'S1', name: '一号站', address: '方水路', altM: 8, status: 'active', deviceCount: 3 }

describe('form values', () => {
  it('starts a new row with the defaults of the schema', () => {
    expect(startValues(resource, undefined)).toEqual({ status: 'active' })
  })

  it('starts an edit with the fields of the form only', () => {
    expect(startValues(resource, ROW)).toEqual({
      code: 'S1',
      name: '一号站',
      address: '方水路',
      altM: 8,
      status: 'active',
    })
  })

  it('adds only the fields that were filled in', () => {
    expect(createBody({ code: 'S2', name: '', altM: null, address: undefined })).toEqual({ code: 'S2' })
  })

  it('sends the changed fields on edit, and the cleared ones where empty is allowed', () => {
    const values = { ...startValues(resource, ROW), name: '新名', address: undefined, altM: null, status: null }
    expect(updateBody(resource, ROW, values)).toEqual({ id: '7', name: '新名', address: '', altM: '', status: null })
  })

  it('sends only the id when nothing was changed', () => {
    expect(
      updateBody(resource, { ...ROW, address: null } as never, { ...startValues(resource, ROW), address: '' }),
    ).toEqual({
      id: '7',
    })
  })
})

describe('server errors', () => {
  it('finds the field through the error catalogue', () => {
    expect(readServerIssues(resource, '站点编号已存在！')).toEqual({
      byField: { code: '站点编号已存在！' },
      rest: undefined,
    })
  })

  it('finds it whatever value fills the placeholder of the message', () => {
    const message = '访问路径已存在：/isystem/user'
    expect(readServerIssues(resource, message)).toEqual({ byField: { name: message }, rest: undefined })
  })

  it('finds fields by name and keeps the rest as text', () => {
    expect(readServerIssues(resource, '请求参数不正确：name：不能为空；lng：请输入经度')).toEqual({
      byField: { name: '不能为空' },
      rest: 'lng：请输入经度',
    })
  })

  it('keeps any other message whole', () => {
    expect(readServerIssues(resource, '网络超时')).toEqual({ byField: {}, rest: '网络超时' })
  })
})
