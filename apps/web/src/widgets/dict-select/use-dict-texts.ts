import { dictEndpoints } from '@natim/contract/system/dict'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { Option } from './dict-option.ts'
import { dictFault, textsReference } from './dict-reference.ts'

/**
 * Labels of stored values. Taken from `known` where possible; the server is asked only for missing ones (WG-15). Until
 * it answers, and for unknown values, a value is its own label.
 */
export function useDictTexts(
  dict: string,
  values: readonly string[],
  known: readonly Option[],
): (value: string) => string {
  const captions = new Map(known.map((option) => [option.value, option.label]))
  const isAsked = dictFault(dict) === undefined && values.some((value) => !captions.has(value))
  const input = {
    params: { dict: textsReference(dict) },
    query: { key: values.join(','), delNotExist: 'false' as const },
  }
  const { data, isPlaceholderData } = useEndpoint(dictEndpoints.texts, input, { enabled: isAsked })
  const texts = isAsked && !isPlaceholderData ? data : undefined
  return (value) => captions.get(value) ?? texts?.[values.indexOf(value)] ?? value
}
