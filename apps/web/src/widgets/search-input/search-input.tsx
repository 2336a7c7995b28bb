import { Input } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ControlProps } from '../control-props.ts'
import { type SearchType, unwrapSearch, wrapSearch } from './search-text.ts'

export interface SearchInputProps extends ControlProps<string> {
  readonly type?: SearchType
  /** Blanks around the text are not sent. */
  readonly trim?: boolean
}

/** A filter of text: shows what was typed, gives what is sent (WG-03). A changed type gives the text anew. */
export function SearchInput({ type = 'like', trim = false, value, onChange, ...rest }: SearchInputProps) {
  const typedAs = useRef(type)
  const emitAnew = useEffectEvent((before: SearchType) => {
    const text = unwrapSearch(value, before)
    if (text !== '') onChange?.(wrapSearch(text, type, trim))
  })
  useEffect(() => {
    if (typedAs.current === type) return
    emitAnew(typedAs.current)
    typedAs.current = type
  }, [type])
  return (
    <Input
      {...rest}
      allowClear
      value={unwrapSearch(value, type)}
      onChange={(event) => onChange?.(wrapSearch(event.target.value, type, trim))}
    />
  )
}
