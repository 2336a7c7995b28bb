import type { AgeBand } from './subject.ts'

export type FenoBand = 'low' | 'intermediate' | 'high'
export const FENO_WORDS: Readonly<Record<FenoBand, string>> = { low: '低', intermediate: '中等', high: '高' }

const CHILDREN: ReadonlySet<string> = new Set<AgeBand>(['0-4', '5-11'])

export interface FenoReading {
  readonly band: FenoBand
  /** Age unknown: the adult bands are used. */
  readonly isAgeAssumed: boolean
}

/**
 * FeNO by the guideline of the American Thoracic Society (2011): adults below 25 ppb low, above 50 high; children under twelve
 * below 20 and above 35. Both edges are intermediate.
 */
export function readFeno(ppb: number, ageBand: AgeBand | null): FenoReading {
  const [low, high] = ageBand !== null && CHILDREN.has(ageBand) ? [20, 35] : [25, 50]
  return { band: ppb < low ? 'low' : ppb > high ? 'high' : 'intermediate', isAgeAssumed: ageBand === null }
}
