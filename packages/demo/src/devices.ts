import { between, hash, textSeed, unit } from './hash.ts'
import { modelOf } from './models.data.ts'
import type { Industry } from './sites.data.ts'
import type { PlannedStation } from './stations.ts'
import { statusOf } from './status.ts'
import type { DemoDevice, DemoKind, DemoModel, DemoStationType } from './types.ts'

const PREFIX: Record<DemoKind, string> = {
  air: 'AT',
  gas: 'GT',
  met: 'MT',
  breath: 'BR',
  wearable: 'WB',
  rad: 'RD',
  chem: 'CA',
  bio: 'BA',
  gateway: 'GW',
}
const NOUN: Record<Exclude<DemoKind, 'gas'>, string> = {
  air: '空气毒性仪',
  met: '气象站',
  breath: '呼气仪',
  wearable: '体征手环',
  rad: '剂量率仪',
  chem: '毒剂报警器',
  bio: '生物气溶胶仪',
  gateway: '网关',
}
const GAS_MODEL: Record<Industry, readonly [model: string, noun: string]> = {
  chlorine: ['HX-GD600', '氯气探测器'],
  refinery: ['HX-GD610', '硫化氢探测器'],
  ammonia: ['HX-GD620', '氨气探测器'],
  fine: ['HX-GD650', '光气探测器'],
}
const MODEL: Record<Exclude<DemoKind, 'air' | 'gas'>, string> = {
  met: 'YF-MS80',
  breath: 'BX-BR20',
  wearable: 'KN-WB6',
  rad: 'FS-RD310',
  chem: 'JD-CA70',
  bio: 'SW-BA40',
  gateway: 'LT-GW400',
}

const URBAN: readonly DemoStationType[] = ['national', 'provincial', 'city']
/** Industrial parks whose detectors connect through a gateway. */
const GATEWAYS = 40
const WEARABLES_PER_CITY = 10

/** Placement of devices: kind, stations, devices per station (domain §11 fixes the totals). */
interface Placement {
  readonly kind: Exclude<DemoKind, 'wearable' | 'gateway'>
  readonly types: readonly DemoStationType[]
  readonly each: number
  /** Use only the first so many stations of those types. */
  readonly limit?: number
}
const PLACEMENTS: readonly Placement[] = [
  { kind: 'air', types: [...URBAN, 'park', 'school', 'mobile'], each: 1 },
  { kind: 'gas', types: ['park'], each: 5 },
  { kind: 'gas', types: ['port'], each: 1 },
  { kind: 'gas', types: URBAN, each: 1, limit: 30 },
  { kind: 'met', types: ['park', 'nuclear', 'border', 'mobile'], each: 1 },
  { kind: 'breath', types: ['hospital'], each: 2 },
  { kind: 'rad', types: ['nuclear'], each: 4 },
  { kind: 'rad', types: ['border', 'port'], each: 1 },
  { kind: 'rad', types: URBAN, each: 1, limit: 15 },
  { kind: 'chem', types: ['park'], each: 1, limit: 25 },
  { kind: 'chem', types: ['border', 'port'], each: 1 },
  { kind: 'bio', types: ['hospital', 'port'], each: 1 },
  { kind: 'bio', types: ['border'], each: 1, limit: 10 },
]

interface Slot {
  readonly kind: DemoKind
  readonly modelCode: string
  readonly name: string
  readonly station: PlannedStation
  /** Wearables only use the coordinates of a station. */
  readonly isMobile?: boolean
  readonly gatewayOf?: PlannedStation
}

/** The 1 200 devices, then the 40 gateways; index, names and identities are stable. */
export function planDevices(stations: readonly PlannedStation[]): DemoDevice[] {
  const slots = [...PLACEMENTS.flatMap((placement) => place(placement, stations)), ...wearables(stations)]
  const bridged = stations.filter((station) => station.stationType === 'park').slice(0, GATEWAYS)
  const gateways = bridged.map(
    (station): Slot => ({ kind: 'gateway', modelCode: MODEL.gateway, name: `${station.place} 网关`, station }),
  )
  const numbers = new Map<string, number>()
  const clientIds = [...slots, ...gateways].map(({ kind, station }) => {
    const no = (numbers.get(station.regionCode) ?? 0) + 1
    numbers.set(station.regionCode, no)
    return `${PREFIX[kind]}-${station.regionCode}-${String(no).padStart(4, '0')}`
  })
  const gatewayIds = new Map(bridged.map((station, index) => [station.code, clientIds[slots.length + index] as string]))
  return [...slots, ...gateways].map((slot, index) => toDevice(slot, index, clientIds[index] as string, gatewayIds))
}

function place({ kind, types, each, limit }: Placement, stations: readonly PlannedStation[]): Slot[] {
  const chosen = stations.filter((station) => types.includes(station.stationType)).slice(0, limit)
  return chosen.flatMap((station, stationIndex) =>
    Array.from({ length: each }, (_, index): Slot => {
      const [modelCode, noun] = equipment(kind, station, stationIndex)
      const name = each > 1 ? `${station.place} ${index + 1}# ${noun}` : `${station.place} ${noun}`
      return { kind, modelCode, name, station }
    }),
  )
}

function equipment(kind: Placement['kind'], station: PlannedStation, index: number): readonly [string, string] {
  if (kind === 'gas') return GAS_MODEL[station.industry ?? (index % 2 === 0 ? 'refinery' : 'ammonia')]
  if (kind === 'air') return index % 4 === 3 ? ['QT-AM1250', 'VOC 监测仪'] : ['QT-AM1200', NOUN.air]
  return [MODEL[kind], NOUN[kind]]
}

function wearables(stations: readonly PlannedStation[]): Slot[] {
  const hospitals = stations.filter((station) => station.stationType === 'hospital')
  return hospitals.flatMap((station) =>
    Array.from({ length: WEARABLES_PER_CITY }, (_, index): Slot => {
      const name = `${station.place} ${NOUN.wearable} ${String(index + 1).padStart(2, '0')}`
      return { kind: 'wearable', modelCode: MODEL.wearable, name, station, isMobile: true }
    }),
  )
}

function toDevice(slot: Slot, index: number, clientId: string, gatewayIds: ReadonlyMap<string, string>): DemoDevice {
  const { kind, station } = slot
  const model = modelOf(slot.modelCode)
  const seed = hash(textSeed(clientId))
  // Devices of a station stand along its fence; wearers move around the town.
  const spread = slot.isMobile === true ? 0.12 : 0.006
  return {
    index,
    clientId,
    name: slot.name,
    modelCode: slot.modelCode,
    kind,
    stationCode: slot.isMobile === true ? null : station.code,
    gatewayClientId: kind === 'gas' ? (gatewayIds.get(station.code) ?? null) : null,
    regionCode: station.regionCode,
    lng: round6(station.lng + (unit(seed, 1) - 0.5) * spread),
    lat: round6(station.lat + (unit(seed, 2) - 0.5) * spread),
    sysOrgCode: station.sysOrgCode,
    onlineTimeoutS: onlineTimeoutS(model),
    ...lifetime(model, seed, clientId),
    tags: tagsOf(slot),
    status: statusOf(index),
    channels: model.channelTemplate,
  }
}

const round6 = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Three periods, within the bounds of domain §3.3. */
function onlineTimeoutS({ kind, channelTemplate }: DemoModel): number {
  if (kind === 'wearable') return 1800
  const period = Math.max(...channelTemplate.map((channel) => channel.periodS), 0)
  return Math.min(3600, Math.max(90, 3 * period))
}

type Lifetime = Pick<
  DemoDevice,
  'serialNo' | 'assetNo' | 'firmware' | 'installedDaysAgo' | 'warrantyInDays' | 'nextCalibInDays'
>

function lifetime(model: DemoModel, seed: number, clientId: string): Lifetime {
  const installedDaysAgo = between(40, 1400, seed, 3)
  const isBehind = unit(seed, 5) < 0.12
  return {
    serialNo: `${model.code.replace('-', '')}${String(between(0, 99_999_999, seed, 6)).padStart(8, '0')}`,
    assetNo: `ZC${clientId.replaceAll('-', '')}`,
    firmware: isBehind
      ? model.firmwareLatest.replace(/\d+$/u, (patch) => String(Math.max(0, Number(patch) - 1)))
      : model.firmwareLatest,
    installedDaysAgo,
    warrantyInDays: 3 * 365 - installedDaysAgo,
    // A few are overdue, as in every real network.
    nextCalibInDays: model.calibIntervalD === null ? null : between(-6, model.calibIntervalD, seed, 7),
  }
}

function tagsOf({ kind, station }: Slot): string[] {
  const tags: string[] = []
  if (station.stationType === 'park' && kind === 'gas') tags.push('化工园区')
  if (station.stationType === 'nuclear') tags.push('核设施')
  if (station.stationType === 'port' || station.stationType === 'border') tags.push('口岸')
  if (station.industry === 'chlorine') tags.push('重点')
  return tags
}
