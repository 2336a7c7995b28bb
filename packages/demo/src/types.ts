/** Kinds of devices in the demonstration network; values of the dictionary `mon_device_kind`. */
export type DemoKind = 'air' | 'gas' | 'met' | 'breath' | 'wearable' | 'rad' | 'chem' | 'bio' | 'gateway'

/** Values of the dictionary `mon_station_type`. */
export type DemoStationType =
  | 'national'
  | 'provincial'
  | 'city'
  | 'park'
  | 'port'
  | 'hospital'
  | 'school'
  | 'mobile'
  | 'border'
  | 'nuclear'

/** Status a device has right after loading (domain §11: 93 % online, 3 % offline, 2 % fault, 1 % each of the rest). */
export type DemoStatus = 'online' | 'offline' | 'fault' | 'maintenance' | 'inactive'

/** A department: the national centre and 31 provincial ones. */
export interface DemoDepart {
  readonly orgCode: string
  readonly parentOrgCode: string | null
  readonly departName: string
  /** `XX0000`; null for the national centre. */
  readonly regionCode: string | null
}

/** A fictitious employee of a centre. */
export interface DemoPerson {
  readonly username: string
  readonly realname: string
  /** 1 male, 2 female. */
  readonly sex: number
  /** `yyyy-MM-dd` */
  readonly birthday: string
  readonly phone: string
  readonly email: string
  readonly workNo: string
  /** Code of a seeded position. */
  readonly post: string
  readonly roleCode: string
  readonly orgCode: string
  /** GB/T 2260 prefix of the assigned region; `*` = the whole country. */
  readonly regionPrefix: string
}

/** Row of `mon_station` without ids (domain §3.1); coordinates WGS-84 degrees. */
export interface DemoStation {
  readonly code: string
  readonly name: string
  readonly shortName: string
  readonly stationType: DemoStationType
  readonly lng: number
  readonly lat: number
  readonly altM: number
  readonly address: string
  readonly funcZone: 1 | 2
  readonly population5km: number
  readonly regionCode: string
  readonly sysOrgCode: string
}

/** One channel of a model; ranges in the storage unit of the metric. */
export interface ChannelTemplate {
  readonly seq: number
  readonly metricCode: string
  readonly unitIn: string
  readonly rangeLo: number
  readonly rangeHi: number
  readonly precision: number
  readonly periodS: number
  /** Detection limit, or null where it does not apply. */
  readonly lod: number | null
}

/** A command supported by a model; `params` is a JSON schema. */
export interface CommandTemplate {
  readonly cmd: string
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Row of `mon_device_model` without ids (domain §3.2). */
export interface DemoModel {
  readonly code: string
  readonly name: string
  readonly vendor: string
  readonly kind: DemoKind
  readonly protocol: 'mqtt' | 'gateway'
  readonly channelTemplate: readonly ChannelTemplate[]
  readonly cmdTemplate: readonly CommandTemplate[]
  readonly firmwareLatest: string
  readonly calibIntervalD: number | null
}

/** Row of `mon_device` without ids and dates (domain §3.3); days count from the day of loading. */
export interface DemoDevice {
  /** 0-based, dense, stable: seed of the device. */
  readonly index: number
  readonly clientId: string
  readonly name: string
  readonly modelCode: string
  readonly kind: DemoKind
  /** Null for wearables. */
  readonly stationCode: string | null
  /** Client id of the gateway that relays for it, or null. */
  readonly gatewayClientId: string | null
  readonly regionCode: string
  readonly lng: number
  readonly lat: number
  readonly sysOrgCode: string
  readonly serialNo: string
  readonly assetNo: string
  readonly onlineTimeoutS: number
  readonly firmware: string
  readonly installedDaysAgo: number
  readonly warrantyInDays: number
  readonly nextCalibInDays: number | null
  readonly tags: readonly string[]
  readonly status: DemoStatus
  readonly channels: readonly ChannelTemplate[]
}

/** The whole network; the arrays are in a stable order. */
export interface DemoNetwork {
  readonly departs: readonly DemoDepart[]
  readonly staff: readonly DemoPerson[]
  readonly stations: readonly DemoStation[]
  readonly models: readonly DemoModel[]
  /** 1 200 devices, then 40 gateways. */
  readonly devices: readonly DemoDevice[]
  /** Number of pictures sent by the public. */
  readonly wxImages: number
}
