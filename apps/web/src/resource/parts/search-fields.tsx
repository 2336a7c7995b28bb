import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import type { Resource, ResourceRow } from '../define-resource.ts'
import { textWidget } from '../inputs/text-inputs.tsx'
import { useSearchDraft } from './search-context.ts'
import styles from './search-form.module.css'

export interface SearchTextProps {
  /** Parameter of the list call. */
  readonly name: string
  readonly label: string
}

/** Free text; `/` focuses it from anywhere on the page (domain §10). */
export function SearchText({ name, label }: SearchTextProps) {
  const draft = useSearchDraft()
  const input = useRef<InputRef>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const value = draft.value(name)
  return (
    <Input
      ref={input}
      className={styles.text}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={64}
      prefix={<SearchOutlined className={styles.icon} aria-hidden />}
      suffix={value ? undefined : <kbd className={styles.key}>/</kbd>}
      allowClear
      value={value ?? ''}
      onChange={(event) => {
        // The clear button empties the field without a following Enter.
        if (event.target.value === '' && event.type === 'click') draft.commit(name, undefined)
        else draft.set(name, event.target.value)
      }}
    />
  )
}

export interface SearchFieldProps<K extends string> {
  readonly resource: Resource<ResourceRow, K>
  readonly name: K
}

/** The filter of one field, with its own control; a choice is submitted at once. */
export function SearchField<K extends string>({ resource, name }: SearchFieldProps<K>) {
  const draft = useSearchDraft()
  const field = resource.fields[name]
  const { Control, kind, searchWidth = 160 } = field?.widget ?? textWidget
  const label = field?.label ?? name
  return (
    <div className={styles.field} style={{ width: searchWidth }}>
      <Control
        aria-label={label}
        placeholder={label}
        allowClear
        // The address holds text, whatever the control shows.
        value={draft.value(name) as never}
        onChange={(next) => {
          const value = next == null ? undefined : String(next)
          if (kind === 'choice') draft.commit(name, value)
          else draft.set(name, value)
        }}
      />
    </div>
  )
}
