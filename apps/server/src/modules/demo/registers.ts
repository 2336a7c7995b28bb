import { createHash } from 'node:crypto'
import { deviceSecret } from '@natim/demo/device-secret'
import type { DemoStation } from '@natim/demo/network'
import { calendarDayGmt8, DAY_MS } from '@natim/domain/time'
import { newId } from '../../platform/id.ts'
import { type AdministrationRows, administrationRows } from './administration.ts'
import type { History } from './history.ts'
import { messageRows } from './messages.ts'
import { noticeRows } from './notices.ts'

/** Creator of all demonstration rows. */
export const DEMO_CREATOR = 'demo'
const EDITED = 6

/** Rows of the registers by table, keyed by column; ready for {@link insertRegisters}. */
export interface RegisterRows {
  readonly departs: readonly object[]
  readonly staff: readonly object[]
  readonly stations: readonly object[]
  readonly devices: readonly object[]
  readonly channels: readonly object[]
  readonly credentials: readonly object[]
  readonly maintenances: readonly object[]
  readonly notices: readonly object[]
  readonly messages: readonly object[]
  readonly administration: AdministrationRows
}

/**
 * @param demoKey see {@link ensureDemoKey}
 * @param passwordHash of an unknown password: demonstration people never sign in
 */
export function registerRows(history: History, demoKey: string, passwordHash: string): RegisterRows {
  const { network, devices } = history
  const stations = new Map(network.stations.map((station) => [station.code, { station, id: newId() }]))
  const ids = new Map(network.devices.map((device) => [device.clientId, newId()]))
  const idOf = (clientId: string) => ids.get(clientId) ?? ''
  const dayText = (days: number) => calendarDayGmt8(history.untilMs + days * DAY_MS)
  const rows = devices.map((row) => ({ ...row, id: idOf(row.device.clientId) }))
  const secretHash = (clientId: string) => createHash('sha256').update(deviceSecret(demoKey, clientId)).digest('hex')

  return {
    departs: departRows(history),
    staff: network.staff.map((person) => staffRow(person, passwordHash)),
    stations: [...stations.values()].map(({ station, id }) => stationRow(station, id)),
    devices: rows.map(({ device, deviceNo, id }) => ({
      id,
      device_no: deviceNo,
      client_id: device.clientId,
      name: device.name,
      model_code: device.modelCode,
      kind: device.kind,
      station_id: device.stationCode === null ? null : (stations.get(device.stationCode)?.id ?? null),
      gateway_id: device.gatewayClientId === null ? null : idOf(device.gatewayClientId),
      region_code: device.regionCode,
      lng: device.lng,
      lat: device.lat,
      sys_org_code: device.sysOrgCode,
      serial_no: device.serialNo,
      asset_no: device.assetNo,
      online_timeout_s: device.onlineTimeoutS,
      installed_at: dayText(-device.installedDaysAgo),
      warranty_until: dayText(device.warrantyInDays),
      next_calib_date: device.nextCalibInDays === null ? null : dayText(device.nextCalibInDays),
      tags: device.tags,
      create_by: DEMO_CREATOR,
    })),
    channels: rows.flatMap(({ id, channels }) => channels.map((channel) => channelRow(channel, id))),
    credentials: rows.map(({ id, device }) => ({
      id: newId(),
      device_id: id,
      secret_hash: secretHash(device.clientId),
      create_by: DEMO_CREATOR,
    })),
    maintenances: rows
      .filter(({ device }) => device.status === 'maintenance')
      .map((row) => ({
        id: newId(),
        device_id: row.id,
        kind: 'calib',
        actual_from: new Date(history.timelineOf(row).statusSinceMs).toISOString(),
        note: '定期校准',
        create_by: DEMO_CREATOR,
      })),
    notices: noticeRows(history.untilMs, DEMO_CREATOR),
    messages: messageRows(history.untilMs, DEMO_CREATOR),
    administration: administrationRows(history.untilMs, editedStations(stations), DEMO_CREATOR),
  }
}

/** A few stations with an edit history. */
const editedStations = (stations: ReadonlyMap<string, { readonly station: DemoStation; readonly id: string }>) =>
  [...stations.values()].slice(0, EDITED).map(({ station: { code, name }, id }) => ({ id, code, name }))

function departRows({ network }: History): object[] {
  return network.departs.map((depart, index) => ({
    id: departId(depart.orgCode),
    parent_id: depart.parentOrgCode === null ? null : departId(depart.parentOrgCode),
    depart_name: depart.departName,
    depart_order: index,
    org_code: depart.orgCode,
    region_code: depart.regionCode,
    org_type: depart.parentOrgCode === null ? '1' : '2',
    create_by: DEMO_CREATOR,
  }))
}

function staffRow(person: History['network']['staff'][number], passwordHash: string): object {
  return {
    id: newId(),
    username: person.username,
    realname: person.realname,
    password_hash: passwordHash,
    sex: person.sex,
    birthday: person.birthday,
    phone: person.phone,
    email: person.email,
    work_no: person.workNo,
    post: person.post,
    role_code: person.roleCode,
    org_code: person.orgCode,
    depart_id: departId(person.orgCode),
    region_prefixes: [person.regionPrefix],
    create_by: DEMO_CREATOR,
  }
}

/** Same scheme as the seeded root: `d-a01`. */
const departId = (orgCode: string) => `d-${orgCode.toLowerCase()}`

function stationRow(station: History['network']['stations'][number], id: string): object {
  return {
    id,
    code: station.code,
    name: station.name,
    short_name: station.shortName,
    station_type: station.stationType,
    lng: station.lng,
    lat: station.lat,
    alt_m: station.altM,
    address: station.address,
    func_zone: station.funcZone,
    population5km: station.population5km,
    contact_name: '值班室',
    region_code: station.regionCode,
    sys_org_code: station.sysOrgCode,
    create_by: DEMO_CREATOR,
  }
}

function channelRow({ channelNo, template }: History['devices'][number]['channels'][number], deviceId: string): object {
  return {
    id: newId(),
    channel_no: channelNo,
    device_id: deviceId,
    seq: template.seq,
    metric_code: template.metricCode,
    unit_in: template.unitIn,
    range_lo: template.rangeLo,
    range_hi: template.rangeHi,
    precision: template.precision,
    period_s: template.periodS,
    lod: template.lod,
    create_by: DEMO_CREATOR,
  }
}
