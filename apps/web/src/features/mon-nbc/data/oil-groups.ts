import type { NbcRad } from '@natim/contract/mon/nbc'

interface OilGroup {
  /** `OIL3·4`: levels with the same value share a tick. */
  readonly name: string
  readonly value: number
  readonly severity: NbcRad['oils'][number]['severity']
}

/** OILs grouped by value, ascending. */
export function groupsOf(oils: NbcRad['oils']): OilGroup[] {
  const byValue = new Map<number, NbcRad['oils']>()
  for (const oil of oils) byValue.set(oil.value, [...(byValue.get(oil.value) ?? []), oil])
  return [...byValue]
    .toSorted(([a], [b]) => a - b)
    .map(([value, same]) => ({
      name: `OIL${same.map(({ level }) => level).join('·')}`,
      value,
      severity: same.find(({ severity }) => severity !== null)?.severity ?? null,
    }))
}
