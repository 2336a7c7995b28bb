import { PERSON_KINDS } from '@natim/domain/subject'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataScope } from '../../platform/scope.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { NATIONAL } from '../../testing/session-users.ts'
import { findChannels } from '../overview/index.ts'
import { type DeviceEntry, loadDirectory } from './directory.ts'
import { scopeKey } from './scope-key.ts'
import { mayFollow, mayFollowKind, withoutPersons } from './without-persons.ts'

const WITHOUT: DataScope = { ...NATIONAL, hidesPersons: true }

let database: OpenDatabase
/** A wearable that also measures chlorine; a breath device; a gas detector. */
let worn: BuiltDevice
let breath: BuiltDevice
let gas: BuiltDevice
let entryOf: (device: BuiltDevice) => DeviceEntry

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  worn = await buildDevice(db, { kind: 'wearable', metrics: ['hr', 'cl2', 'spo2'], regionCode: '130100' })
  breath = await buildDevice(db, { kind: 'breath', metrics: ['feno'], regionCode: '130100' })
  gas = await buildDevice(db, { kind: 'gas', metrics: ['cl2', 'nh3'], regionCode: '440100' })
  const directory = await loadDirectory(db)
  entryOf = ({ id }) => {
    const entry = directory.deviceById.get(id)
    if (entry === undefined) throw new Error('not in the register')
    return entry
  }
})
afterAll(() => database.close())

const metricsOf = (scope: DataScope, device: BuiltDevice) =>
  withoutPersons(scope, entryOf(device)).channels.map(({ metricCode }) => metricCode)

describe('a registered device without access to personal data', () => {
  it('keeps its non-personal channels in order, and everything else', () => {
    expect(metricsOf(WITHOUT, worn)).toEqual(['cl2'])
    expect(metricsOf(WITHOUT, breath)).toEqual([])
    expect(metricsOf(WITHOUT, gas)).toEqual(['cl2', 'nh3'])
    const { channels: _seen, ...seen } = withoutPersons(WITHOUT, entryOf(worn))
    const { channels: _own, ...own } = entryOf(worn)
    expect(seen).toEqual(own)
  })

  it('is unchanged for users with access to personal data', () => {
    withoutPersons(WITHOUT, entryOf(worn))
    expect(withoutPersons(NATIONAL, entryOf(worn))).toBe(entryOf(worn))
    expect(metricsOf(NATIONAL, worn)).toEqual(['hr', 'cl2', 'spo2'])
  })
})

describe('permission to follow', () => {
  it.each<[string, DataScope, () => BuiltDevice, number, boolean]>([
    ['a pulse, without persons', WITHOUT, () => worn, 0, false],
    ['the gas beside it, without persons', WITHOUT, () => worn, 1, true],
    ['what somebody breathed out, without persons', WITHOUT, () => breath, 0, false],
    ['chlorine, without persons', WITHOUT, () => gas, 0, true],
    ['a pulse, with them', NATIONAL, () => worn, 0, true],
    ['what somebody breathed out, with them', NATIONAL, () => breath, 0, true],
  ])('%s', (_name, scope, device, channel, may) => {
    expect(mayFollow(scope, entryOf(device()), device().channelNos[channel] ?? 0)).toBe(may)
  })

  it('never includes a channel of another device', () => {
    for (const scope of [NATIONAL, WITHOUT]) expect(mayFollow(scope, entryOf(gas), worn.channelNos[1] ?? 0)).toBe(false)
  })

  it('includes personal kinds only with access to personal data, and all other kinds always', () => {
    expect(PERSON_KINDS.map((kind) => [mayFollowKind(WITHOUT, kind), mayFollowKind(NATIONAL, kind)])).toEqual(
      PERSON_KINDS.map(() => [false, true]),
    )
    expect(['gas', 'air', 'rad', ''].every((kind) => mayFollowKind(WITHOUT, kind))).toBe(true)
  })
})

describe('cache keys by scope', () => {
  it('differ with and without access to personal data', () => {
    expect(scopeKey(WITHOUT)).not.toBe(scopeKey(NATIONAL))
    expect(scopeKey({ hidesPersons: true, regionPrefixes: ['44', '13'], orgCode: 'A01' })).toBe(
      scopeKey({ orgCode: 'A01', regionPrefixes: ['13', '44'], hidesPersons: true }),
    )
  })
})

describe('channels in the database', () => {
  const found = async (scope: DataScope, hidesPersons?: true) =>
    (
      await findChannels(database.db, scope, {
        deviceNos: [worn, breath, gas].map(({ deviceNo }) => deviceNo),
        ...(hidesPersons && { hidesPersons }),
      })
    )
      .map(({ metricCode }) => metricCode)
      .toSorted()
  const ALL = ['cl2', 'cl2', 'feno', 'hr', 'nh3', 'spo2']

  it('exclude personal ones by scope or filter, and include them with access', async () => {
    expect(await found(NATIONAL)).toEqual(ALL)
    expect(await found(WITHOUT)).toEqual(['cl2', 'cl2', 'nh3'])
    expect(await found(NATIONAL, true)).toEqual(['cl2', 'cl2', 'nh3'])
  })

  it('are limited to the region as well', async () => {
    expect(await found({ ...WITHOUT, regionPrefixes: ['44'] })).toEqual(['cl2', 'nh3'])
    expect(await found({ ...WITHOUT, regionPrefixes: ['32'] })).toEqual([])
  })
})
