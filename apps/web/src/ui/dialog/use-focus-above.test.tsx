import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFocusAbove } from './use-focus-above.ts'

function Stack({ onOpened }: { readonly onOpened: (opened: () => void) => void }) {
  onOpened(useFocusAbove(true))
  return (
    <>
      <div role="dialog" aria-label="lower" tabIndex={-1}>
        <button type="button">opener</button>
      </div>
      <div role="dialog" aria-label="upper" tabIndex={-1}>
        <input aria-label="name" />
      </div>
    </>
  )
}

const show = () => {
  let opened = () => {}
  render(<Stack onOpened={(done) => (opened = done)} />)
  return { opened: () => opened(), dialog: (name: string) => screen.getByRole('dialog', { name }) }
}
const name = () => screen.getByRole('textbox', { name: 'name' })

it('a dialog that is still opening returns the focus to one opened above it', () => {
  const { dialog, opened } = show()
  name().focus()
  dialog('lower').focus()
  expect(document.activeElement).toBe(name())
  opened()
  dialog('lower').focus()
  expect(document.activeElement).toBe(dialog('lower'))
})

it('a dialog above takes the focus from one below', () => {
  const { dialog } = show()
  screen.getByRole('button', { name: 'opener' }).focus()
  dialog('upper').focus()
  expect(document.activeElement).toBe(dialog('upper'))
})
