import { type BreathDetail, type BreathRow, type Chromatogram, chromatogram } from '@natim/contract/mon/breath'
import { invalidReason } from '@natim/domain/breath'
import { regionName } from '@natim/domain/regions'
import type { Sight } from '../subject/index.ts'
import type { findHistory, findParts, TestRecord } from './breath.repository.ts'

type Parts = Awaited<ReturnType<typeof findParts>>

const UNMEASURED: ReadonlySet<string> = new Set(['created', 'sampling', 'analysing', 'cancelled'])

/** A test as the reader may see it. */
export const toRow = (record: TestRecord, sight: Sight): BreathRow => ({
  id: record.id,
  no: record.no,
  subjectId: record.subjectId,
  subjectCode: record.subjectCode && sight.code(record.subjectCode),
  ageBand: record.ageBand,
  sex: record.sex,
  sampleMs: sight.msOrNull(record.sampleTs),
  isOpen: sight.isOpen,
  regionCode: record.regionCode,
  regionCode_dictText: regionName(record.regionCode),
  stationName: sight.isOpen ? record.stationName : null,
  deviceName: record.deviceName,
  method: record.method,
  status: record.status,
  verdict: record.verdict,
  score: record.score,
  isAdequate: UNMEASURED.has(record.status) ? null : invalidReason(record) === undefined,
  exitReason: record.exitReason,
  confirmResult: record.confirmResult,
  reviewedName: record.reviewedName,
  sessionNo: record.sessionNo,
  platePos: record.platePos,
})

export const toTestDetail = (record: TestRecord, { origin, retests }: Parts, sight: Sight): BreathDetail['test'] => ({
  ...toRow(record, sight),
  version: record.version,
  createMs: sight.ms(record.createTime),
  analyseMs: sight.msOrNull(record.analyseTs),
  resultMs: sight.msOrNull(record.resultTs),
  operatorName: record.operatorName,
  volumeMl: record.volumeMl,
  flowMls: record.flowMls,
  etco2: record.etco2,
  ambientVoc: record.ambientVoc,
  ambientTemp: record.ambientTemp,
  ambientRh: record.ambientRh,
  confidence: record.confidence,
  confirmMethod: record.confirmMethod,
  confirmMs: sight.msOrNull(record.confirmTs),
  reviewedMs: sight.msOrNull(record.reviewedAt),
  reviewNote: record.reviewNote,
  releasedName: record.releasedName,
  releasedMs: sight.msOrNull(record.releasedAt),
  releaseNote: record.releaseNote,
  retestOf: origin ?? null,
  retests,
})

export const toTrail = ({ steps, verdicts }: Parts, sight: Sight): Pick<BreathDetail, 'steps' | 'verdicts'> => ({
  verdicts: verdicts.map((verdict) => ({
    atMs: sight.ms(verdict.at),
    oldVerdict: verdict.oldVerdict,
    newVerdict: verdict.newVerdict,
    reason: verdict.reason,
    userName: verdict.userName,
  })),
  steps: steps.map((step) => ({
    atMs: sight.ms(step.at),
    status: step.status,
    action: step.action,
    note: step.note,
    userName: step.userName,
  })),
})

export const toHistory = (rows: Awaited<ReturnType<typeof findHistory>>, sight: Sight): BreathDetail['history'] =>
  rows.map(({ id, no, sampleTs, status, verdict, score }) => ({
    id,
    no,
    sampleMs: sight.msOrNull(sampleTs),
    status,
    verdict,
    score,
  }))

const MAX_POINTS = 5_000

/** Device content is validated like any external input: an invalid chromatogram is not drawn. */
export function readChromatogram(content: Buffer | undefined): Chromatogram | null {
  if (content === undefined) return null
  try {
    const read = chromatogram.safeParse(JSON.parse(content.toString()))
    if (!read.success) return null
    const { timesS, sample, ambient } = read.data
    const fits = timesS.length <= MAX_POINTS && sample.length === timesS.length && ambient.length === timesS.length
    return fits ? read.data : null
  } catch {
    return null
  }
}
