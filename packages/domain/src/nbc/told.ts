/** Two detectors of one type agree within this distance (as in the shipped rule 核生化探测事件) and half an hour. */
export const AGREE_WITHIN_KM = 20
export const AGREE_WITHIN_MS = 30 * 60_000

const AGENT_CLASSES = ['nerve', 'blister', 'blood', 'choking', 'incapacitating', 'irritant', 'tic', 'unknown'] as const
/** Class of a chemical agent (毒剂类别). */
export type AgentClass = (typeof AGENT_CLASSES)[number]

/** What a device reported of a detection; invalid values are omitted, never refused. */
export interface ToldEventFacts {
  readonly level: number
  readonly agentClass: AgentClass | null
  readonly agentName: string | null
  readonly agentConfidence: number | null
  readonly bars: number | null
  readonly value: number | null
  readonly unit: string | null
  readonly isotopes: readonly { readonly nuclide: string; readonly conf: number | null }[]
}

/** Letters that instruments report for classes. */
const CLASS_OF: Readonly<Record<string, AgentClass>> = {
  G: 'nerve',
  V: 'nerve',
  H: 'blister',
  B: 'blood',
  C: 'choking',
  TIC: 'tic',
}
const DEFAULT_LEVEL = 3
const MAX_ISOTOPES = 16

const number = (value: unknown, min: number, max: number): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max ? value : null
const word = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : null

/** Parses the level and data of an event `nbc.rad`, `nbc.chem` or `nbc.bio` (domain §6.1). Never throws. */
export function readToldEvent(level: number | null, data: Readonly<Record<string, unknown>>): ToldEventFacts {
  const agent = word(data['agent'], 64)
  const named = word(data['class'], 16)
  const bars = number(data['bars'], 0, 8)
  return {
    level: level !== null && level >= 1 && level <= 5 ? Math.round(level) : DEFAULT_LEVEL,
    agentClass:
      AGENT_CLASSES.find((known) => known === named) ??
      (agent === null ? null : (CLASS_OF[agent.toUpperCase()] ?? 'unknown')),
    agentName: agent,
    agentConfidence: number(data['conf'], 0, 1),
    bars: bars === null ? null : Math.round(bars),
    value: number(data['value'], 0, 1e7),
    unit: word(data['unit'], 16),
    isotopes: isotopesOf(data['isotopes'] ?? data['nuclides']),
  }
}

function isotopesOf(given: unknown): ToldEventFacts['isotopes'] {
  if (!Array.isArray(given)) return []
  return given.slice(0, MAX_ISOTOPES).flatMap((one: unknown) => {
    const said = (typeof one === 'object' && one !== null ? one : { nuclide: one }) as Readonly<Record<string, unknown>>
    const nuclide = word(said['nuclide'], 16)
    return nuclide === null ? [] : [{ nuclide, conf: number(said['conf'], 0, 1) }]
  })
}
