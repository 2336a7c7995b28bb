import { SearchOutlined } from '@ant-design/icons'
import type { KeyboardEvent, RefObject } from 'react'
import styles from './search-panel.module.css'
import type { Choice } from './use-choice.ts'

const LABEL = '搜索菜单、设备、人员'

export interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly choice: Choice
  readonly listId: string
  readonly onType: (text: string) => void
  readonly onOpen: (isWindow: boolean) => void
  /** Moves on to the other targets of the chosen row; false when there are none. */
  readonly onLeave: () => boolean
}

/** The search field: its keys move through rows and kinds and open results. */
export function SearchField({ field, text, choice, listId, onType, onOpen, onLeave }: SearchFieldProps) {
  const { active, step, turn } = choice
  const keys: Readonly<Record<string, (event: KeyboardEvent<HTMLInputElement>) => boolean | void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: ({ ctrlKey, metaKey }) => onOpen(ctrlKey || metaKey),
    Tab: ({ shiftKey }) => turn(shiftKey ? -1 : 1),
    ArrowRight: ({ currentTarget }) => currentTarget.selectionStart === text.length && onLeave(),
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The Enter that ends an IME composition opens nothing.
    if (event.nativeEvent.isComposing || event.altKey) return
    const act = keys[event.key]
    if (act && act(event) !== false) event.preventDefault()
  }
  return (
    <>
      <SearchOutlined aria-hidden className={styles.glass} />
      <input
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is drawn when the user asks to search
        autoFocus
        className={styles.input}
        role="combobox"
        aria-label={LABEL}
        aria-expanded={active !== undefined}
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${active.key}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        placeholder={LABEL}
        value={text}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
