import type { RuleScope } from '@natim/domain/alarm/rule'
import { describe, expect, it } from 'vitest'
import type { DeviceEntry, StationEntry } from '../live/index.ts'
import { channelsInScope, devicesInScope, subjectOf } from './scope.ts'

const station = (id: string, stationType: string): StationEntry =>
  ({ id, stationType, name: id, regionCode: '320100' }) as StationEntry

interface Given extends Partial<Omit<DeviceEntry, 'channels'>> {
  readonly metrics?: readonly (readonly [code: string, enabled?: boolean])[]
}

const device = ({ metrics = [['cl2']], ...given }: Given): DeviceEntry =>
  ({
    id: 'd',
    deviceNo: 1,
    kind: 'gas',
    modelId: 'model-a',
    tags: [],
    station: null,
    regionCode: '320100',
    isRetired: false,
    ...given,
    channels: metrics.map(([metricCode, enabled = true]) => ({ metricCode, enabled })),
  }) as unknown as DeviceEntry

const PARK = device({
  id: 'park',
  tags: ['重点', '厂界'],
  station: station('s-park', 'park'),
  metrics: [['cl2'], ['nh3'], ['h2s', false]],
})
const PORT = device({ id: 'port', modelId: 'model-b', station: station('s-port', 'port'), regionCode: '440300' })
const HAND = device({ id: 'hand', kind: 'rad', regionCode: '320500', metrics: [['dose_rate']] })
const GONE = device({ id: 'gone', isRetired: true })
const register = { devices: [PARK, PORT, HAND, GONE] }

const found = (scope: RuleScope) =>
  channelsInScope(register, scope).map((entry) => `${entry.device.id} ${entry.channel.metricCode}`)
const ALL = ['park cl2', 'park nh3', 'port cl2', 'hand dose_rate']

describe('a scope', () => {
  it.each<[string, RuleScope, string[]]>([
    ['without conditions: every enabled channel of a device in service', {}, ALL],
    ['with empty lists: the same', { metricCodes: [], tags: [], regionPrefixes: [] }, ALL],
    ['metrics', { metricCodes: ['cl2', 'dose_rate'] }, ['park cl2', 'port cl2', 'hand dose_rate']],
    ['a disabled channel is not watched', { metricCodes: ['h2s'] }, []],
    ['device kinds', { deviceKinds: ['rad'] }, ['hand dose_rate']],
    ['devices', { deviceIds: ['port'] }, ['port cl2']],
    ['a device out of service is not watched', { deviceIds: ['gone'] }, []],
    ['models', { modelIds: ['model-b'] }, ['port cl2']],
    ['stations; a device without one is in none', { stationIds: ['s-park'] }, ['park cl2', 'park nh3']],
    ['station types', { stationTypes: ['port', 'school'] }, ['port cl2']],
    ['a province', { regionPrefixes: ['32'] }, ['park cl2', 'park nh3', 'hand dose_rate']],
    ['a city', { regionPrefixes: ['3205'] }, ['hand dose_rate']],
    ['tags: one of them is enough', { tags: ['重点', '没有'] }, ['park cl2', 'park nh3']],
    [
      'conditions hold together',
      { metricCodes: ['cl2'], stationTypes: ['park'], regionPrefixes: ['32'] },
      ['park cl2'],
    ],
    ['conditions that exclude each other', { deviceKinds: ['rad'], metricCodes: ['cl2'] }, []],
  ])('%s', (_name, scope, expected) => {
    expect(found(scope)).toEqual(expected)
  })

  it('selects devices too: with metrics given, those that measure one', () => {
    const ids = (scope: RuleScope) => devicesInScope(register, scope).map(({ id }) => id)
    expect(ids({})).toEqual(['park', 'port', 'hand'])
    expect(ids({ metricCodes: ['cl2'], regionPrefixes: ['44'] })).toEqual(['port'])
    expect(ids({ metricCodes: ['h2s'] })).toEqual([])
  })
})

it('a rule is about devices when its branches are', () => {
  const rest = { severity: 5, forS: 0, clearForS: 0 } as const
  expect(subjectOf({ branches: [{ ...rest, type: 'status', statuses: ['offline'] }] })).toBe('device')
  expect(subjectOf({ branches: [{ ...rest, type: 'stuck' }] })).toBe('channel')
})
