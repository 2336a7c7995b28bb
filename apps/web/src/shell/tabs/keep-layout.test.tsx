import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { Activity } from 'react'
import { expect, it } from 'vitest'
import { keepLayout } from './keep-layout.ts'

const panel = (mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>
    <div ref={keepLayout} data-testid="panel" />
  </Activity>
)

it('a hidden panel keeps its layout while React hides and shows it', () => {
  const { getByTestId, rerender } = render(panel('visible'))
  const element = getByTestId('panel')
  expect(element.hasAttribute('data-resting')).toBe(false)
  rerender(panel('hidden'))
  expect(element.hasAttribute('data-resting')).toBe(true)
  expect(getComputedStyle(element).display).not.toBe('none')
  rerender(panel('visible'))
  expect(element.hasAttribute('data-resting')).toBe(false)
})

it('a panel is hidden even where the browser cannot keep its layout', () => {
  const style = readFileSync(join(import.meta.dirname, 'tab-panels.module.css'), 'utf8')
  const everywhere = style.slice(0, style.indexOf('@supports (content-visibility: hidden)'))
  expect(everywhere).toMatch(/\.panel\[data-resting\] \{\s*display: none;/)
})
