import type { CallInput, CallResult, Endpoint } from '@natim/contract/endpoint'
import { useState } from 'react'
import { splitList } from '@/lib/comma-list.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useWarning } from '../dict-select/use-dict.ts'
import { captioned, joinValues, type Pair } from './pair.ts'

/** Where captions of stored values come from. */
export interface PairSource<E extends Endpoint> {
  readonly endpoint: E
  readonly inputOf: (values: readonly string[]) => CallInput<E>
  readonly pairsOf: (answer: CallResult<E>) => readonly Pair[]
}

interface Stored {
  readonly pairs: readonly Pair[]
  /** Captions are on their way: until then stored values say nothing to anybody. */
  readonly isAsking: boolean
  /** Gives what was chosen to the form, and remembers its captions. */
  readonly choose: (chosen: readonly Pair[]) => void
}

/**
 * A stored comma list with captions: those of what was chosen here are known, the others are asked for once. Nothing is
 * asked when all are known (WG-44).
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
