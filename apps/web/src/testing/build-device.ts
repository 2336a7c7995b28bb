import type { ChannelView, DeviceListRow, DeviceOverview, DeviceRow } from '@natim/contract/mon/device'
import type { DeviceModelRow } from '@natim/contract/mon/device-model.resource'

/** An online chlorine detector in Nanjing, with overrides. */
export function buildDevice(overrides: Partial<DeviceRow> = {}): DeviceRow {
  return {
    id: '71',
    deviceNo: 71,
    clientId: 'GT-320100-0071',
    name: '江北 2# 氯气探测器',
    modelId: 'm-gas',
    modelId_dictText: 'HX-GD600',
    kind: 'gas',
    kind_dictText: '有毒气体探测器',
    stationId: '101',
    stationId_dictText: '江北新区化工园区 2# 站',
    gatewayId: null,
    gatewayId_dictText: null,
    regionCode: '320100',
    regionCode_dictText: '江苏省南京市',
    sysOrgCode: 'A01',
    sysOrgCode_dictText: '国家监测中心',
    lng: 118.7186,
    lat: 32.2214,
    serialNo: null,
    assetNo: null,
    onlineTimeoutS: 180,
    installedAt: null,
    warrantyUntil: null,
    nextCalibDate: '2027-03-18',
    tags: [],
    healthScore: 92,
    status: 'online',
    status_dictText: '在线',
    statusSince: Date.now() - 3_600_000,
    flapping: false,
    lastSeen: Date.now() - 4_000,
    lastSampleTs: Date.now() - 4_000,
    firmware: '3.2.1',
    ip: null,
    signalDbm: -71,
    batteryPct: null,
    skewMs: 38,
    channelCount: 1,
    createTime: '2026-11-01 08:00:00',
    createBy: null,
    updateBy: null,
    updateTime: null,
    ...overrides,
  }
}

/** Its chlorine channel with two limits on means and one on readings, last read 4 s ago. */
export function buildChannel(overrides: Partial<ChannelView> = {}): ChannelView {
  return {
    channelNo: 711,
    seq: 1,
    metricCode: 'cl2',
    name: '氯气',
    formula: 'Cl₂',
    unit: 'ppm',
    precision: 2,
    periodS: 10,
    rangeLo: 0,
    rangeHi: 20,
    lod: null,
    enabled: true,
    limits: [
      { name: 'MAC', value: 0.34, avgPeriod: 'instant', op: '>', severity: 4, source: 'GBZ 2.1-2019' },
      {
        name: 'AEGL-1',
        value: 0.5,
        avgPeriod: '60min',
        op: '>=',
        severity: 3,
        source: 'AEGL（US EPA，2026-11-21 有效）',
      },
      {
        name: 'AEGL-2',
        value: 2,
        avgPeriod: '60min',
        op: '>=',
        severity: 2,
        source: 'AEGL（US EPA，2026-11-21 有效）',
      },
    ],
    means: { '60min': 0.3 },
    latest: { ts: Date.now() - 4_000, v: 0.31, q: 0 },
    ...overrides,
  }
}

export const buildListRow = (overrides: Partial<DeviceListRow> = {}): DeviceListRow => ({
  ...buildDevice(),
  channels: [buildChannel()],
  ...overrides,
})

export const buildOverview = (overrides: Partial<DeviceOverview> = {}): DeviceOverview => ({
  device: buildDevice(),
  stationName: '江北新区化工园区 2# 站',
  departName: '江苏省监测中心',
  channels: [
    { ...buildChannel(), spark: { fromMs: Date.now() - 86_400_000, stepMs: 900_000, values: [0.2, null, 0.3] } },
  ],
  statusSpans: [{ fromMs: Date.now() - 86_400_000, toMs: Date.now(), status: 'online', reason: '收到消息' }],
  completeness24h: 0.948,
  hasTrack: false,
  ...overrides,
})

export const buildModel = (
  given: Pick<DeviceModelRow, 'id' | 'name' | 'code' | 'kind'> & Partial<DeviceModelRow>,
): DeviceModelRow => ({
  vendor: '恒熙安全',
  kind_dictText: '',
  protocol: 'mqtt',
  channelCount: 7,
  channelTemplate: [],
  firmwareLatest: null,
  calibIntervalD: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
  ...given,
})
