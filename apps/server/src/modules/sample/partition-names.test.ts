import { parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { partitionAt, partitionNamed, partitionsFor, recordPartitionsFor } from './partition-names.ts'

const at = (text: string) => parseGmt8(text) as number

describe('partitionAt', () => {
  it.each([
    ['mon_sample', '2026-11-21 00:00:00', 'mon_sample_20261121', '2026-11-21', '2026-11-22'],
    ['mon_sample', '2026-11-21 23:59:59', 'mon_sample_20261121', '2026-11-21', '2026-11-22'],
    ['mon_r1m', '2026-12-31 08:00:00', 'mon_r1m_20261231', '2026-12-31', '2027-01-01'],
    ['mon_r1h', '2026-12-31 08:00:00', 'mon_r1h_202612', '2026-12-01', '2027-01-01'],
    ['mon_r1h', '2026-02-01 00:00:00', 'mon_r1h_202602', '2026-02-01', '2026-03-01'],
    ['mon_gap', '2026-11-30 23:59:59', 'mon_gap_202611', '2026-11-01', '2026-12-01'],
    ['mon_ingest_counter', '2026-12-01 00:00:00', 'mon_ingest_counter_202612', '2026-12-01', '2027-01-01'],
    ['mon_r1d', '2027-01-01 00:00:00', 'mon_r1d_2027', '2027-01-01', '2028-01-01'],
  ] as const)('%s at %s is %s', (table, instant, name, from, to) => {
    expect(partitionAt(table, at(instant))).toEqual({ table, name, fromMs: at(from), toMs: at(to) })
  })
})

describe('partitionsFor', () => {
  const namesFor = (from: string, to: string) => partitionsFor(at(from), at(to)).map((partition) => partition.name)

  it('follows the end-of-bucket rule: the last minute of a year is rolled up into the next year', () => {
    expect(namesFor('2026-12-31 23:59:30', '2026-12-31 23:59:30')).toEqual([
      'mon_sample_20261231',
      'mon_track_202612',
      'mon_r1m_20270101',
      'mon_r1h_202701',
      'mon_r1d_2027',
    ])
  })

  it('covers a range across the end of a month', () => {
    expect(namesFor('2026-11-29 12:00:00', '2026-12-01 12:00:00')).toEqual([
      'mon_sample_20261129',
      'mon_sample_20261130',
      'mon_sample_20261201',
      'mon_track_202611',
      'mon_track_202612',
      'mon_r1m_20261129',
      'mon_r1m_20261130',
      'mon_r1m_20261201',
      'mon_r1h_202611',
      'mon_r1h_202612',
      'mon_r1d_2026',
    ])
  })
})

describe('recordPartitionsFor', () => {
  it('covers a range across the end of a month', () => {
    const partitions = recordPartitionsFor(at('2026-11-29 12:00:00'), at('2026-12-01 00:00:00'))
    expect(partitions.map(({ name }) => name)).toEqual([
      'mon_sample_conflict_202611',
      'mon_sample_conflict_202612',
      'mon_gap_202611',
      'mon_gap_202612',
      'mon_device_status_log_202611',
      'mon_device_status_log_202612',
      'mon_ingest_counter_202611',
      'mon_ingest_counter_202612',
    ])
  })
})

describe('partitionNamed', () => {
  it('parses only names of the scheme', () => {
    expect(partitionNamed('mon_sample', 'mon_sample_20261121')?.toMs).toBe(at('2026-11-22'))
    expect(partitionNamed('mon_r1h', 'mon_r1h_202612')?.toMs).toBe(at('2027-01-01'))
    expect(partitionNamed('mon_r1d', 'mon_r1d_2026')?.toMs).toBe(at('2027-01-01'))
    expect(partitionNamed('mon_gap', 'mon_gap_202612')?.toMs).toBe(at('2027-01-01'))
    expect(partitionNamed('mon_gap', 'mon_gap_default')).toBeUndefined()
    expect(partitionNamed('mon_sample', 'mon_sample_conflict_202612')).toBeUndefined()
    for (const name of ['mon_sample_test', 'mon_sample_2026', 'mon_sample_20261301', 'mon_r1m_20261121', 'other']) {
      expect(partitionNamed('mon_sample', name)).toBeUndefined()
    }
  })
})
