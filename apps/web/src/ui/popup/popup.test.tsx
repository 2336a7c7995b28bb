import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { Popup } from './popup.tsx'

let top = 0

function Host({ onClose }: { readonly onClose: () => void }) {
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={(element) => {
          anchor.current = element
          if (element) element.getBoundingClientRect = () => new DOMRect(10, top, 40, 20)
        }}
        type="button"
      >
        系统管理
      </button>
      <Popup anchor={anchor} onClose={onClose}>
        用户管理
      </Popup>
    </>
  )
}

it('stays while something scrolls behind it, and goes when its anchor does', () => {
  top = 16
  const close = vi.fn()
  render(<Host onClose={close} />)
  fireEvent.scroll(document)
  expect(close).not.toHaveBeenCalled()
  top = -30
  fireEvent.scroll(document)
  expect(close).toHaveBeenCalledOnce()
})

it('goes by a press outside and by Esc, not by one in it or on its anchor', () => {
  const close = vi.fn()
  render(<Host onClose={close} />)
  fireEvent.pointerDown(screen.getByText('用户管理'))
  fireEvent.pointerDown(screen.getByRole('button', { name: '系统管理' }))
  expect(close).not.toHaveBeenCalled()
  fireEvent.pointerDown(document.body)
  expect(close).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(2)
})

it('at a point goes with any scrolling', () => {
  const close = vi.fn()
  render(
    <Popup anchor={{ x: 4, y: 8 }} onClose={close}>
      关闭其他
    </Popup>,
  )
  fireEvent.scroll(document)
  expect(close).toHaveBeenCalledOnce()
})
