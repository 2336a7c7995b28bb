import { type KeyboardEvent, useRef } from 'react'

/** Arrow keys move the selected row of a table, and the focus with it. */
export function useRowArrows(
  rows: readonly { readonly id: string }[],
  chosenId: string,
  onChoose: (id: string) => void,
) {
  const body = useRef<HTMLTableSectionElement>(null)
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const index = rows.findIndex(({ id }) => id === chosenId) + step
    const next = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!next) return
    onChoose(next.id)
    body.current?.querySelectorAll('tr')[rows.indexOf(next)]?.focus()
  }
  return { ref: body, onKeyDown }
}
