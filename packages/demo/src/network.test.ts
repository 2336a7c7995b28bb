import { isWithin } from '@natim/domain/regions'
import { describe, expect, it } from 'vitest'
import { buildDemoNetwork } from './network.ts'
import { PROVINCE_FACTS } from './provinces.data.ts'

const network = buildDemoNetwork()
const devices = network.devices.filter((device) => device.kind !== 'gateway')
const gateways = network.devices.filter((device) => device.kind === 'gateway')

function countBy<T>(rows: readonly T[], key: (row: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1
  return counts
}

describe('the demonstration network', () => {
  it('has people in every centre, each with a unique account and number and with a position', () => {
    const { staff, departs } = network
    expect(countBy(staff, (row) => row.orgCode)).toEqual(
      Object.fromEntries(departs.map(({ orgCode, parentOrgCode }) => [orgCode, parentOrgCode === null ? 15 : 4])),
    )
    for (const key of ['username', 'phone', 'workNo', 'email'] as const) {
      expect(new Set(staff.map((person) => person[key])).size, key).toBe(staff.length)
    }
    for (const person of staff) {
      expect(person).toMatchObject({
        username: expect.stringMatching(/^[a-z]+\d*$/),
        realname: expect.stringMatching(/^\p{Script=Han}{2,3}$/u),
        birthday: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        phone: expect.stringMatching(/^154\d{8}$/),
      })
    }
    expect(new Set(staff.map(({ sex }) => sex))).toEqual(new Set([1, 2]))
  })

  it('has the stations of domain §11', () => {
    const { national = 0, provincial = 0, city = 0, ...rest } = countBy(network.stations, (row) => row.stationType)
    expect(national + provincial + city).toBe(150)
    expect(rest).toEqual({ park: 50, hospital: 30, port: 20, nuclear: 15, border: 15, school: 10, mobile: 10 })
  })

  it('has at least four stations in each of the 31 mainland provinces, more where more people live', () => {
    const perProvince = countBy(network.stations, (row) => row.regionCode.slice(0, 2))
    expect(Object.keys(perProvince)).toHaveLength(31)
    expect(Math.min(...Object.values(perProvince))).toBeGreaterThanOrEqual(4)
    expect(perProvince['44']).toBeGreaterThan((perProvince['63'] ?? 0) * 3)
  })

  it('has 1 200 devices of nine kinds, 40 gateways and 8 730 channels', () => {
    expect(countBy(devices, (row) => row.kind)).toEqual({
      air: 220,
      gas: 300,
      met: 90,
      breath: 60,
      wearable: 300,
      rad: 110,
      chem: 60,
      bio: 60,
    })
    expect(gateways).toHaveLength(40)
    expect(network.devices.reduce((sum, device) => sum + device.channels.length, 0)).toBe(8730)
  })

  it('reports about 350 points a second', () => {
    const channels = network.devices.flatMap((device) => device.channels)
    const rate = channels.reduce((sum, channel) => sum + 1 / channel.periodS, 0)
    expect(rate).toBeGreaterThan(330)
    expect(rate).toBeLessThan(370)
  })

  it('has the status mix of a real network', () => {
    expect(countBy(devices, (row) => row.status)).toEqual({
      online: 1116,
      offline: 36,
      fault: 24,
      maintenance: 12,
      inactive: 12,
    })
  })

  it('gives every device a unique identity', () => {
    const ids = network.devices.map((device) => device.clientId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^[A-Za-z0-9_-]{4,64}$/u.test(id))).toBe(true)
    expect(new Set(network.stations.map((station) => station.code)).size).toBe(300)
    expect(new Set(network.devices.map((device) => device.name)).size).toBe(network.devices.length)
    expect(network.devices.map((device) => device.index)).toEqual(network.devices.map((_, index) => index))
  })

  it('connects the detectors of a park through the gateway of the same park', () => {
    const byId = new Map(network.devices.map((device) => [device.clientId, device]))
    const children = devices.filter((device) => device.gatewayClientId !== null)
    expect(children).toHaveLength(200)
    for (const child of children) {
      const gateway = byId.get(child.gatewayClientId ?? '')
      expect(gateway?.kind).toBe('gateway')
      expect(gateway?.stationCode).toBe(child.stationCode)
    }
  })

  it('keeps texts within their columns and owners within their province', () => {
    const departs = new Map(network.departs.map((depart) => [depart.orgCode, depart]))
    for (const station of network.stations) {
      expect(station.shortName.length).toBeLessThanOrEqual(20)
      expect(station.name.length).toBeLessThanOrEqual(80)
      const depart = departs.get(station.sysOrgCode)
      expect(isWithin(station.regionCode, [depart?.regionCode ?? ''])).toBe(true)
    }
    expect(network.departs).toHaveLength(1 + PROVINCE_FACTS.length)
    const tooLong = network.devices.filter((device) => device.name.length > 40 || device.serialNo.length > 64)
    expect(tooLong).toEqual([])
  })

  it('is reproducible', () => {
    expect(buildDemoNetwork()).toEqual(network)
  })
})
