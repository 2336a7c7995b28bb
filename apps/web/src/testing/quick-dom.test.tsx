import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

const labelsOf = (name: string) =>
  Array.from(screen.getByTestId<HTMLInputElement>(name).labels ?? [], (label) => label.id)

it('finds the labels of a control by id and by nesting, and no others', () => {
  render(
    <form>
      <label id="by-id" htmlFor="a">
        甲
      </label>
      <label id="around">
        <input id="a" aria-label="甲" data-testid="a" />
        <input aria-label="乙" data-testid="second" />
      </label>
      <label id="elsewhere" htmlFor="b">
        <input aria-label="丙" data-testid="c" />
      </label>
      <input id="b" type="hidden" data-testid="hidden" />
      <button type="button" aria-label="丁" data-testid="none" />
    </form>,
  )
  expect(labelsOf('a')).toEqual(['by-id', 'around'])
  expect(labelsOf('second')).toEqual([])
  expect(labelsOf('c')).toEqual([])
  expect(screen.getByTestId<HTMLInputElement>('hidden').labels).toBeNull()
  expect(labelsOf('none')).toEqual([])
})

it.each([
  ['input', true],
  ['button', false],
  ['script, input', true],
  ['button, a[href]', false],
  ['input[type="text"]', false],
  ['input[data-testid]:not([type])', true],
  ['[data-testid="field"]', true],
  ['p > input', true],
  ['form input', false],
])('matches like jsdom: %s', (selector, expected) => {
  render(
    <p>
      <input aria-label="戊" data-testid="field" />
    </p>,
  )
  expect(screen.getByTestId('field').matches(selector)).toBe(expected)
})

it('reads the styles of an element from its inline styles', () => {
  render(
    <>
      <i data-testid="styled" style={{ display: 'none' }} />
      <i data-testid="plain" />
    </>,
  )
  expect(getComputedStyle(screen.getByTestId('styled')).display).toBe('none')
  expect(getComputedStyle(screen.getByTestId('plain')).display).toBe('')
})

it('prints the page once when a wait has failed', async () => {
  render(<p>到此为止</p>)
  const messages: string[] = []
  const look = () => {
    try {
      screen.getByText('没有')
    } catch (error) {
      messages.push(String(error))
      throw error
    }
  }
  const failed = waitFor(look, { timeout: 60, interval: 20 })
  await expect(failed).rejects.toThrow('到此为止')
  expect(messages.length).toBeGreaterThan(1)
  expect(messages.join()).not.toContain('到此为止')
  await expect(screen.findByText('没有', {}, { timeout: 20 })).rejects.toThrow('到此为止')
  expect(() => screen.getByText('没有')).toThrow('到此为止')
})
