import { deviceForm } from '@natim/contract/mon/device'
import { station as stationResource } from '@natim/contract/mon/station.resource'
import { describe, expect, it } from 'vitest'
import { fieldRules } from './form-schema.ts'

const station = (key: string) => fieldRules(stationResource.form, key)
const device = (key: string) => fieldRules(deviceForm, key)

describe('rules read from the schema of a form', () => {
  it.each([
    ['code', true, 32],
    ['name', true, 80],
    ['stationType', true, undefined],
    ['lng', true, undefined],
    ['regionCode', true, undefined],
    ['altM', false, undefined],
    ['address', false, 200],
    ['status', false, undefined],
  ])('station.%s: required %s, longest %s', (key, isRequired, maxLength) => {
    expect(station(key)).toMatchObject({ isRequired, maxLength })
  })

  it('knows the default of a new row', () => {
    expect([station('status')?.initial, station('funcZone')?.initial, station('name')?.initial]).toEqual([
      'active',
      2,
      undefined,
    ])
  })

  it('has no rules for keys the form does not have', () => {
    expect([station('deviceCount'), station('toString')]).toEqual([undefined, undefined])
  })

  it.each([
    ['code', 'S 1', '只能包含字母、数字、下划线和短横线'],
    ['code', '', '请输入站点编号'],
    ['code', 'S320100-001', undefined],
    ['lng', 181, '经度应在 −180 到 180 之间'],
    ['lng', null, '请输入站点编号'],
    ['lng', 0, undefined],
    ['altM', 9_001, '不能大于 9000'],
    ['altM', null, undefined],
    ['population5km', 1.5, '请输入整数'],
    ['population5km', -1, '不能小于 0'],
    ['address', '', undefined],
  ])('station.%s = %j: %s', (key, value, text) => {
    expect(station(key)?.check(value, '请输入站点编号')).toBe(text)
  })

  it('knows which cleared values are sent as text', () => {
    const rules = [station('address'), device('nextCalibDate'), station('altM'), device('stationId'), station('lng')]
    expect(rules.map((rule) => rule?.isClearedByText)).toEqual([true, true, true, true, false])
  })

  it('knows which fields may be empty, and still validates their values', () => {
    expect([device('nextCalibDate'), station('altM'), station('lng')].map((rule) => rule?.isRequired)).toEqual([
      false,
      false,
      true,
    ])
    expect(device('nextCalibDate')?.check('2026-02-30', '')).toBe('没有这个日期')
  })
})
