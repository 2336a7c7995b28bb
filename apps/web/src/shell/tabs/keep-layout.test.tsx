import { render } from '@testing-library/react'
import { Activity } from 'react'
import { expect, it } from 'vitest'
import { keepLayout } from './keep-layout.ts'

const panel = (mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>
    <div ref={keepLayout} data-testid="panel" />
  </Activity>
)

it('a panel out of sight rests with its layout kept, by React hidden and shown', () => {
  const { getByTestId, rerender } = render(panel('visible'))
  const element = getByTestId('panel')
  expect(element.hasAttribute('data-resting')).toBe(false)
  rerender(panel('hidden'))
  expect(element.hasAttribute('data-resting')).toBe(true)
  expect(getComputedStyle(element).display).not.toBe('none')
  rerender(panel('visible'))
  expect(element.hasAttribute('data-resting')).toBe(false)
})
