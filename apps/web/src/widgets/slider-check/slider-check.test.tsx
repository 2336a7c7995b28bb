import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SliderCheck } from './slider-check.tsx'

/** jsdom's pointer events know no place; mouse events do, and React reads them by their type. */
const point = (knob: HTMLElement, type: string, clientX = 0) =>
  fireEvent(knob, new MouseEvent(type, { bubbles: true, clientX }))

/** jsdom lays nothing out: every box is 800 px wide, so the knob gets a width of its own and leaves 700 px of room. */
function open() {
  const onSuccess = vi.fn()
  render(<SliderCheck onSuccess={onSuccess} />)
  const knob = screen.getByRole('slider')
  Object.defineProperty(knob, 'clientWidth', { value: 100 })
  return { knob, onSuccess, at: () => Number(knob.getAttribute('aria-valuenow')) }
}

it('[WG-18] follows the pointer and goes back when it is let go early', () => {
  const { knob, onSuccess, at } = open()
  expect(screen.getByText('拖动滑块验证')).toBeTruthy()
  point(knob, 'pointerdown', 10)
  point(knob, 'pointermove', 360)
  expect(at()).toBe(50)
  point(knob, 'pointerup')
  expect(at()).toBe(0)
  point(knob, 'pointermove', 700)
  expect(at()).toBe(0)
  expect(onSuccess).not.toHaveBeenCalled()
})

it('[WG-18] stays in the hand when the focus goes elsewhere meanwhile', () => {
  const { knob, at } = open()
  point(knob, 'pointerdown', 0)
  point(knob, 'pointermove', 350)
  fireEvent.blur(knob)
  expect(at()).toBe(50)
  point(knob, 'pointermove', 700)
  expect(at()).toBe(100)
})

it('[WG-18] is done at full width: once, and for good', () => {
  const { knob, onSuccess, at } = open()
  point(knob, 'pointerdown', 0)
  point(knob, 'pointermove', 900)
  expect(screen.getByText('验证通过')).toBeTruthy()
  expect(onSuccess).toHaveBeenCalledTimes(1)
  point(knob, 'pointerup')
  point(knob, 'pointerdown', 0)
  point(knob, 'pointermove', 10)
  fireEvent.keyDown(knob, { key: 'ArrowRight' })
  expect(at()).toBe(100)
  expect(onSuccess).toHaveBeenCalledTimes(1)
})

it('[WG-18] follows the arrow keys, and goes back when left', async () => {
  const { knob, onSuccess, at } = open()
  await userEvent.tab()
  expect(document.activeElement).toBe(knob)
  await userEvent.keyboard('{ArrowRight>4/}{ArrowLeft}')
  expect(at()).toBe(30)
  await userEvent.tab()
  expect(at()).toBe(0)
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('{ArrowRight>10/}')
  expect(onSuccess).toHaveBeenCalledTimes(1)
})
