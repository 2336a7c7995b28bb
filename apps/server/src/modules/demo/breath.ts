import { chromatogramOf, type DemoBreathTest, planBreath } from '@natim/demo/breath'
import { invalidReason } from '@natim/domain/breath'
import { metricByCode } from '@natim/domain/metrics'
import { calendarDayGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { vaultContext } from '../subject/index.ts'
import { type BreathDevice, findBreathDevices, insertBreath, type NewBreath } from './breath.repository.ts'
import { findPeople } from './duty-roster.repository.ts'
import type { History } from './history.ts'

const HEALTH_ROLE = 'health_officer'
/** Number of persons with a known (fictitious) identity. */
const KNOWN = 40
/** Number of newest results with a chromatogram. */
const PICTURES = 60

/** 呼气检测: persons, tests in every status, and the wave of three cities. */
export async function loadBreath(
  db: Db,
  { network, untilMs }: Pick<History, 'network' | 'untilMs'>,
  sealer: Sealer | undefined,
): Promise<void> {
  const { subjects, tests } = planBreath(network.devices, untilMs)
  const devices = await findBreathDevices(db)
  const officers = network.staff.filter(({ roleCode }) => roleCode === HEALTH_ROLE).map(({ username }) => username)
  const people = await findPeople(db, officers)
  const [reviewer, releaser] = officers.map((username) => people.get(username))
  if (subjects.length === 0 || !reviewer || !releaser) return
  const counted = new Map<string, number>()
  const rows = tests.flatMap((test) => {
    const device = devices.get(test.clientId)
    if (device === undefined) return []
    const day = calendarDayGmt8(test.sampleMs)
    const n = (counted.get(day) ?? 0) + 1
    counted.set(day, n)
    const no = `BT${day.replaceAll('-', '')}-${String(n).padStart(4, '0')}`
    return [{ test, device, no, hands: handsOf(test, { reviewer, releaser }) }]
  })
  await insertBreath(db, {
    subjects: subjects.map(({ code, createMs, ...subject }) => ({
      ...subject,
      subjectCode: code,
      createTime: new Date(createMs),
      consentId: `C-${subject.id.slice(0, 8)}`,
      consentScope: ['screening'],
      createBy: reviewer.name,
    })),
    identities: sealer
      ? subjects
          .slice(0, KNOWN)
          .map(({ id }, index) => ({ id, sealed: sealer.seal(identityOf(index), vaultContext(id)) }))
      : [],
    tests: rows.map(({ test, device, no, hands }) => ({ ...testRow(test, device, untilMs), no, ...hands })),
    values: rows.filter(({ test }) => hasResult(test)).flatMap(({ test }) => valueRows(test)),
    steps: rows.flatMap(({ test }) => stepRows(test, untilMs)),
    pictures: rows
      .filter(({ test }) => hasResult(test) && test.status !== 'invalid')
      .slice(-PICTURES)
      .map(({ test, device }) => ({
        deviceNo: device.deviceNo,
        at: new Date(test.sampleMs),
        id: test.id,
        content: pictureOf(test),
      })),
    days: [...counted].map(([day, n]) => ({ day, n })),
  })
}

/** Fictitious: no such address exists, and no operator assigns such numbers. */
const identityOf = (index: number) =>
  JSON.stringify({
    personName: `演示甲${String(index + 1).padStart(3, '0')}`,
    idCard: `99000019900101${String(index).padStart(3, '0')}X`,
    personPhone: `1540001${String(index).padStart(4, '0')}`,
  })

const pictureOf = (test: DemoBreathTest) => Buffer.from(JSON.stringify(chromatogramOf(test)))

const hasResult = ({ status }: DemoBreathTest) =>
  status === 'resulted' || status === 'reviewed' || status === 'released' || status === 'invalid'
const ANALYSIS_MS = 3 * MINUTE_MS
const REVIEW_MS = 2 * HOUR_MS
const RELEASE_MS = 3 * HOUR_MS

interface Hands {
  readonly reviewer: { readonly id: string; readonly name: string }
  readonly releaser: { readonly id: string; readonly name: string }
}

function handsOf({ status, sampleMs }: DemoBreathTest, { reviewer, releaser }: Hands) {
  const isReviewed = status === 'reviewed' || status === 'released'
  return {
    ...(isReviewed && {
      reviewedBy: reviewer.id,
      reviewedName: reviewer.name,
      reviewedAt: new Date(sampleMs + REVIEW_MS),
    }),
    ...(status === 'released' && {
      releasedBy: releaser.id,
      releasedName: releaser.name,
      releasedAt: new Date(sampleMs + RELEASE_MS),
    }),
  }
}

function testRow(test: DemoBreathTest, device: BreathDevice, untilMs: number): Omit<NewBreath['tests'][number], 'no'> {
  const { id, status, sampleMs } = test
  const result = hasResult(test)
  const reason = status === 'invalid' ? (invalidReason(test) ?? null) : status === 'cancelled' ? '受试者离开' : null
  const isSampled = status !== 'created' && status !== 'cancelled'
  return {
    id,
    subjectId: test.subject.id,
    deviceId: device.id,
    stationId: device.stationId,
    regionCode: device.regionCode,
    sysOrgCode: device.sysOrgCode,
    method: 'GC-MS',
    status,
    sessionNo: test.sessionNo,
    platePos: test.platePos,
    createTime: new Date(sampleMs - ANALYSIS_MS),
    sampleTs: isSampled ? new Date(sampleMs) : null,
    resultTs: result ? new Date(Math.min(untilMs, sampleMs + ANALYSIS_MS)) : null,
    exitReason: reason,
    retestOf: test.retestOf,
    ...(result && {
      etco2: test.etco2,
      volumeMl: test.volumeMl,
      ambientVoc: test.ambientVoc,
      flowMls: test.flowMls,
      ambientTemp: test.temp,
      ambientRh: test.rh,
      modelId: 'bm-voc5-23',
    }),
    ...(result && status !== 'invalid' && { verdict: test.verdict, score: test.score, confidence: test.confidence }),
    ...(result &&
      status !== 'invalid' &&
      test.isConfirmed !== null && {
        confirmResult: test.isConfirmed ? 'positive' : 'negative',
        confirmMethod: '核酸',
        confirmTs: new Date(Math.min(untilMs, sampleMs + RELEASE_MS + HOUR_MS)),
      }),
  }
}

const valueRows = ({ id, values }: DemoBreathTest) =>
  values.map(({ code, value, ambient }) => ({
    testId: id,
    metricCode: code,
    value,
    ambientValue: ambient,
    unit: metricByCode(code)?.unit ?? 'ppb',
  }))

function stepRows({ id, status, sampleMs }: DemoBreathTest, untilMs: number): NewBreath['steps'] {
  if (status === 'created') return []
  const at = new Date(Math.min(untilMs, sampleMs + ANALYSIS_MS))
  return [{ testId: id, status, action: 'result', userName: '设备', at }]
}
