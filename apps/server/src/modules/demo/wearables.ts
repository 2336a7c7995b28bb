import { between, textSeed, unit } from '@natim/demo/hash'
import type { DemoDevice } from '@natim/demo/network'
import { element } from '@natim/domain/element'
import { regionShortName } from '@natim/domain/regions'
import { CODE_ALPHABET, CODE_CHARS } from '@natim/domain/subject'
import { DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { randomId } from '../subject/index.ts'
import type { History } from './history.ts'
import { DEMO_CREATOR } from './registers.ts'
import { type DemoWearer, insertWearers } from './wearables.repository.ts'

/** Domain §11: 240 of the 300 are worn. */
const WORN = 240
/** Two wards per hospital: counts below five people are not printed. */
const UNITS = ['发热病区', '留观区'] as const
const AGES = ['18-39', '40-59', '40-59', '60-74', '75+'] as const
const SITES = ['wrist', 'wrist', 'wrist', 'chest', 'finger'] as const
/** Share of wearers whose score is not computed, or on another scale. */
const MINOR = 0.03
const PREGNANT = 0.02
const BY_SCALE_2 = 0.02
const BOUND_DAYS = [18, 45] as const

/** Wearers of the demonstration devices: random codes, no names. */
export async function loadWearables(db: Db, { network, untilMs }: Pick<History, 'network' | 'untilMs'>): Promise<void> {
  const devices = network.devices.filter(({ kind, status }) => kind === 'wearable' && status !== 'inactive')
  await insertWearers(
    db,
    devices.slice(0, WORN).map((device, index) => wearerOf(device, UNITS[index % UNITS.length] ?? UNITS[0], untilMs)),
  )
}

function wearerOf(device: DemoDevice, unitName: string, untilMs: number): DemoWearer {
  const seed = textSeed(device.clientId)
  const pick = <T>(values: readonly T[], salt: number) => element(values[Math.floor(unit(seed, salt) * values.length)])
  const code = Array.from({ length: CODE_CHARS }, (_, at) =>
    CODE_ALPHABET.charAt(between(0, CODE_ALPHABET.length - 1, seed, 0xc0, at)),
  )
  const sex = pick(['male', 'female'], 0xc1)
  const isMinor = unit(seed, 0xc2) < MINOR
  return {
    id: randomId(),
    subjectId: randomId(),
    clientId: device.clientId,
    subjectCode: `B-${code.join('')}`,
    ageBand: isMinor ? '12-17' : pick(AGES, 0xc3),
    sex,
    pregnant: sex === 'female' && unit(seed, 0xc4) < PREGNANT * 2,
    unit: `${regionShortName(`${device.regionCode.slice(0, 4)}00`)} ${unitName}`,
    site: pick(SITES, 0xc6),
    scaleOrder: unit(seed, 0xc7) < BY_SCALE_2 ? `YZ-${between(10_000, 99_999, seed, 0xc8)}` : null,
    boundFrom: new Date(untilMs - between(...BOUND_DAYS, seed, 0xc9) * DAY_MS),
    regionCode: `${device.regionCode.slice(0, 4)}00`,
    createBy: DEMO_CREATOR,
  }
}
