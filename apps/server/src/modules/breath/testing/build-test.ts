import type { Insertable } from 'kysely'
import type { Database, Db } from '../../../platform/db/db.ts'
import { newSubjectCode, randomId } from '../../subject/index.ts'

export async function buildSubject(db: Db, given: Partial<Insertable<Database['monSubject']>> = {}) {
  const row = {
    id: randomId(),
    subjectCode: newSubjectCode(),
    ageBand: '40-59' as const,
    sex: 'female' as const,
    regionCode: '130100',
    sysOrgCode: 'A01',
    ...given,
  }
  await db.insertInto('monSubject').values(row).execute()
  return row
}

let tests = 0

/** Builds a test; by default with a good sample and a presumptive result. */
export async function buildBreathTest(
  db: Db,
  given: Partial<Insertable<Database['monBreathTest']>> & { readonly deviceId: string },
) {
  tests += 1
  const row = {
    id: randomId(),
    no: `BT20261121-${String(tests).padStart(4, '0')}`,
    regionCode: '130100',
    sysOrgCode: 'A01',
    method: 'GC-MS' as const,
    status: 'resulted' as const,
    sampleTs: new Date('2026-11-21T09:47:31.220+08:00'),
    volumeMl: 512,
    flowMls: 52,
    etco2: 4.6,
    ambientVoc: 84,
    modelId: 'bm-voc5-23',
    verdict: 'presumptive' as const,
    score: 0.78,
    ...given,
  }
  await db.insertInto('monBreathTest').values(row).execute()
  return row
}
