import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { type Placement, Popup } from './popup.tsx'
import { PopupMenu } from './popup-menu.tsx'

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

const Menu = ({ isOpen = false }: { readonly isOpen?: boolean }) => (
  <>
    <button type="button">更多</button>
    <button type="button">名称</button>
    {isOpen && (
      <PopupMenu
        anchor={{ x: 4, y: 8 }}
        label="标签页"
        items={[{ key: 'others', label: '关闭其他', onSelect: () => undefined }]}
        onClose={() => undefined}
      />
    )}
  </>
)

it('stays when something scrolls behind it, and closes when its anchor moves', () => {
  top = 16
  const close = vi.fn()
  render(<Host onClose={close} />)
  fireEvent.scroll(document)
  expect(close).not.toHaveBeenCalled()
  top = -30
  fireEvent.scroll(document)
  expect(close).toHaveBeenCalledOnce()
})

it('closes by an outside press and by Esc, not by a press in it or on its anchor', () => {
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

it('closes on any scrolling when opened at a point', () => {
  const close = vi.fn()
  render(
    <Popup anchor={{ x: 4, y: 8 }} onClose={close}>
      关闭其他
    </Popup>,
  )
  fireEvent.scroll(document)
  expect(close).toHaveBeenCalledOnce()
})

describe('placement', () => {
  /** px of the popup; the anchor is 40 wide and 20 high. */
  function stand(place: { placement?: Placement; x?: number; y?: number }): { left: number; top: number } {
    const { x = 200, y = 100, placement = 'bottomStart' } = place
    vi.stubGlobal('innerWidth', 500)
    vi.stubGlobal('innerHeight', 400)
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(120)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(80)
    const button = document.createElement('button')
    button.getBoundingClientRect = () => new DOMRect(x, y, 40, 20)
    render(
      <Popup anchor={{ current: button }} placement={placement} onClose={() => undefined}>
        用户管理
      </Popup>,
    )
    const { left, top: above } = screen.getByText('用户管理').style
    return { left: Number.parseFloat(left), top: Number.parseFloat(above) }
  }

  it.each([
    ['bottomStart', { left: 200, top: 124 }],
    ['bottomEnd', { left: 120, top: 124 }],
    ['rightStart', { left: 244, top: 100 }],
  ] as const)('%s is at the named side and edge', (placement, at) => {
    expect(stand({ placement })).toEqual(at)
  })

  it.each([
    ['bottomStart', 450, 372],
    ['bottomEnd', 30, 8],
    ['rightStart', 400, 372],
  ] as const)('%s stays inside the window with its anchor at %i', (placement, x, left) => {
    expect(stand({ placement, x }).left).toBe(left)
  })

  it.each([
    ['below where it just fits', 288, 312],
    ['above where one px is missing', 289, 205],
  ])('%s', (_, y, above) => {
    expect(stand({ y }).top).toBe(above)
  })
})

it('keeps Esc from the layers below it', () => {
  const close = vi.fn()
  const dialog = vi.fn()
  document.addEventListener('keydown', dialog)
  render(<Host onClose={close} />)
  fireEvent.keyDown(screen.getByText('用户管理'), { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
  expect(dialog).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByText('用户管理'), { key: 'a' })
  expect(dialog).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', dialog)
})

it('does not move a focus that has already left it', async () => {
  const { rerender } = render(<Menu />)
  const [opener, elsewhere] = ['更多', '名称'].map((name) => screen.getByRole('button', { name }))
  opener?.focus()
  rerender(<Menu isOpen />)
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: '关闭其他' }))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(document.activeElement).toBe(opener)
  elsewhere?.focus()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(document.activeElement).toBe(elsewhere)
})
