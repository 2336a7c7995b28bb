import type { CallInput, CallResult, Endpoint } from '@natim/contract/endpoint'
import { useState } from 'react'
import { splitList } from '@/lib/comma-list.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useWarning } from '../dict-select/use-dict.ts'
import { captioned, joinValues, type Pair } from './pair.ts'

/** Source of labels for stored values. */
export interface PairSource<E extends Endpoint> {
  readonly endpoint: E
  readonly inputOf: (values: readonly string[]) => CallInput<E>
  readonly pairsOf: (answer: CallResult<E>) => readonly Pair[]
}

interface Stored {
  readonly pairs: readonly Pair[]
  /** Labels are loading; the stored values alone would be meaningless. */
  readonly isAsking: boolean
  /** Passes the choice to the form and remembers its labels. */
  readonly choose: (chosen: readonly Pair[]) => void
}

/**
 * A stored comma list with labels: those chosen here are known, others are requested once. No request when all are
 * known (WG-44).
 */
export function useStoredPairs<E extends Endpoint>(
  source: PairSource<E>,
  value: string | null | undefined,
  onChange: ((value: string, pairs: readonly Pair[]) => void) | undefined,
): Stored {
  const [seen, setSeen] = useState<readonly Pair[]>([])
  const values = splitList(value)
  const unknown = values.filter((part) => !seen.some((pair) => pair.value === part))
  const { data, isPlaceholderData, error } = useEndpoint(source.endpoint, source.inputOf(unknown), {
    enabled: unknown.length > 0,
  })
  useWarning(error)
  const isOpen = data === undefined || isPlaceholderData
  const answered = isOpen || unknown.length === 0 ? [] : source.pairsOf(data)
  const pairs = captioned(values, [...answered, ...seen])
  const choose = (chosen: readonly Pair[]) => {
    setSeen(chosen)
    onChange?.(joinValues(chosen), chosen)
  }
  return { pairs, isAsking: unknown.length > 0 && isOpen && !error, choose }
}
