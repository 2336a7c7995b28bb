import { DICT_SEARCH } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { dictEndpoints } from '@natim/contract/system/dict'
import { Select, Spin } from 'antd'
import { useState } from 'react'
import { splitList } from '@/lib/comma-list.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import type { ControlProps } from '../control-props.ts'
import { dictOption, type Option } from './dict-option.ts'
import { dictFault } from './dict-reference.ts'
import { useDict, useWarning } from './use-dict.ts'
import { useDictTexts } from './use-dict-texts.ts'

export interface SearchSelectProps extends ControlProps<string | number, string | undefined> {
  readonly dict: string
  /** The server searches; otherwise everything is loaded and filtered here. */
  readonly isAsync?: boolean
  /** Multiple choice, as a comma list. */
  readonly isMulti?: boolean
  /** Debounce before the server is asked. */
  readonly debounceMs?: number
}

interface Search {
  readonly options: readonly Option[]
  readonly isLoading: boolean
  readonly keyword: string
  readonly setKeyword: (keyword: string) => void
}

/** The first entries, or the results of a keyword. Answers are keyed by keyword, so late ones are never shown. */
function useDictSearch(dict: string, debounceMs: number, isAsync: boolean): Search {
  const [keyword, setKeyword] = useState('')
  const asked = useDebounced(keyword.trim(), debounceMs)
  const isAsked = isAsync && dictFault(dict) === undefined
  const query = { ...(asked !== '' && { keyword: asked }), pageSize: DICT_SEARCH.size }
  const found = useEndpoint(dictEndpoints.search, { params: { dict }, query }, { enabled: isAsked })
  const all = useDict(isAsync ? '' : dict)
  useWarning(found.error)
  if (!isAsync) return { ...all, keyword, setKeyword }
  const isLoading = isAsked && (asked !== keyword.trim() || found.isLoading || found.isPlaceholderData)
  return { options: isLoading ? [] : (found.data ?? []).map(dictOption), isLoading, keyword, setKeyword }
}

function emptyText({ isLoading, keyword }: Search, isAsync: boolean): string {
  if (isLoading) return MESSAGES['search.loading']
  return MESSAGES[isAsync && keyword.trim() === '' ? 'search.prompt' : 'search.none']
}

/** Choice from a large dictionary by typing, single or multiple (WG-14 to WG-16). */
export function SearchSelect({
  dict,
  isAsync = false,
  isMulti = false,
  debounceMs = DICT_SEARCH.widgetDebounceMs,
  value,
  onChange,
  ...rest
}: SearchSelectProps) {
  const search = useDictSearch(dict, debounceMs, isAsync)
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const values = isMulti ? splitList(String(value ?? '')) : [String(value ?? '')].filter((part) => part !== '')
  const captionOf = useDictTexts(isAsync ? dict : '', values, [...chosen, ...search.options])
  const shown = values.map((part) => ({ value: part, label: captionOf(part) }))
  const change = (picked: readonly Option[]) => {
    setChosen(picked)
    search.setKeyword('')
    onChange?.(picked.length === 0 ? undefined : picked.map((option) => option.value).join(','))
  }
  return (
    <Select<Option[] | Option>
      {...rest}
      labelInValue
      allowClear
      {...(isMulti && { mode: 'multiple' as const })}
      showSearch={{
        onSearch: search.setKeyword,
        searchValue: search.keyword,
        ...(isAsync ? { filterOption: false } : { optionFilterProp: 'label' }),
      }}
      onOpenChange={(isOpen) => !isOpen && search.setKeyword('')}
      loading={search.isLoading}
      notFoundContent={<EmptyChoices isLoading={search.isLoading} text={emptyText(search, isAsync)} />}
      options={[...search.options]}
      value={isMulti ? shown : (shown[0] ?? null)}
      onChange={(next) => change([next ?? []].flat())}
      style={{ width: '100%' }}
    />
  )
}

const EmptyChoices = ({ isLoading, text }: { isLoading: boolean; text: string }) => (
  <span className="t-secondary">
    {isLoading && <Spin size="small" />} {text}
  </span>
)
