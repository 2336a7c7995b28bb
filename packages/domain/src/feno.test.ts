import { describe, expect, it } from 'vitest'
import { readFeno } from './feno.ts'
import type { AgeBand } from './subject.ts'

describe('FeNO (ATS 2011)', () => {
  it.each<[AgeBand | null, number, string]>([
    ['18-39', 24.9, 'low'],
    ['18-39', 25, 'intermediate'],
    ['75+', 50, 'intermediate'],
    ['75+', 50.1, 'high'],
    // Twelve and above count as adults.
    ['12-17', 24, 'low'],
    ['12-17', 36, 'intermediate'],
    ['5-11', 19.9, 'low'],
    ['5-11', 20, 'intermediate'],
    ['0-4', 35, 'intermediate'],
    ['0-4', 35.1, 'high'],
    [null, 36, 'intermediate'],
    [null, 0, 'low'],
  ])('of %s at %d ppb is %s', (ageBand, ppb, band) => {
    expect(readFeno(ppb, ageBand)).toEqual({ band, isAgeAssumed: ageBand === null })
  })
})
