import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SliderCheck } from './slider-check.tsx'

/** jsdom's pointer events have no coordinates; mouse events do, and React reads them by type. */
const point = (knob: HTMLElement, type: string, clientX = 0) =>
  fireEvent(knob, new MouseEvent(type, { bubbles: true, clientX }))

/** jsdom has no layout: every box is 800 px wide, so the knob gets an own width, which leaves 700 px to move. */
function open() {
  const onSuccess = vi.fn()
  render(<SliderCheck onSuccess={onSuccess} />)
  const knob = screen.getByRole('slider')
  Object.defineProperty(knob, 'clientWidth', { value: 100 })
  return { knob, onSuccess, at: () => Number(knob.getAttribute('aria-valuenow')) }
}

it('[WG-18] follows the pointer and returns when released early', () => {
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

it('[WG-18] stays held when the focus moves elsewhere meanwhile', () => {
  const { knob, at } = open()
  point(knob, 'pointerdown', 0)
  point(knob, 'pointermove', 350)
  fireEvent.blur(knob)
  expect(at()).toBe(50)
  point(knob, 'pointermove', 700)
  expect(at()).toBe(100)
})

it('[WG-18] succeeds at full width, once and permanently', () => {
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

it('[WG-18] follows the arrow keys, and returns on blur', async () => {
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
