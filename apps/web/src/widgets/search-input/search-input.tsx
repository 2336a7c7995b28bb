import { type SearchMatch, unwrapSearch, wrapSearch } from '@natim/domain/search-text'
import { Input } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ControlProps } from '../control-props.ts'

export interface SearchInputProps extends ControlProps<string> {
  readonly type?: SearchMatch
  /** Surrounding blanks are not sent. */
  readonly trim?: boolean
}

/** A text filter: shows the typed text, emits the query value (WG-03). A changed type emits it again. */
export function SearchInput({ type = 'like', trim = false, value, onChange, ...rest }: SearchInputProps) {
  const shown = (as: SearchMatch) => unwrapSearch(value ?? '', as)
  const emit = (text: string) => onChange?.(wrapSearch(trim ? text.trim() : text, type))
  const typedAs = useRef(type)
  const emitAnew = useEffectEvent((before: SearchMatch) => {
    const text = shown(before)
    if (text !== '') emit(text)
  })
  useEffect(() => {
    if (typedAs.current === type) return
    emitAnew(typedAs.current)
    typedAs.current = type
  }, [type])
  return <Input {...rest} allowClear value={shown(type)} onChange={(event) => emit(event.target.value)} />
}
