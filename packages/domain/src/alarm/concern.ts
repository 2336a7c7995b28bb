import { METRICS } from '../metrics.ts'

/** The two main purposes of the network; other metrics belong to neither. */
export type Concern = 'toxicity' | 'infection'

const INFECTION_NBC = new Set(['bio_fluor', 'bio_ratio', 'bio_total', 'pcr_ct'])
const TOXIC_NBC = new Set(['chem_bar', 'chem_g', 'chem_h', 'chem_v'])

/** Toxic gases, chemical agents and the toxicity level; breath, vital signs, biological counts and the early warning score. */
export function concernOf({
  code,
  category,
}: {
  readonly code: string
  readonly category: string
}): Concern | undefined {
  if (category === 'tox' || TOXIC_NBC.has(code) || code === 'atl') return 'toxicity'
  if (category === 'breath' || category === 'vital' || INFECTION_NBC.has(code) || code === 'news2') return 'infection'
  return undefined
}

export const metricCodesOf = (concern: Concern): string[] =>
  METRICS.filter((metric) => concernOf(metric) === concern).map(({ code }) => code)
