import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { DateInput, type DateInputProps, TimeInput, type TimeInputProps } from './date-input.tsx'

const showDate = (value?: string, props: DateInputProps = {}) =>
  renderControl<string>((held) => <DateInput aria-label="日期" {...props} {...held} />, value)
const showTime = (value?: string, props: TimeInputProps = {}) =>
  renderControl<string>((held) => <TimeInput aria-label="时间" {...props} {...held} />, value)
const input = () => screen.getByRole<HTMLInputElement>('textbox')

/** Types a text and commits by Enter, without using the calendar. */
async function type(user: ReturnType<typeof showDate>['user'], text: string) {
  await user.click(input())
  fireEvent.change(input(), { target: { value: text } })
  await user.keyboard('{Enter}')
}

it('[WG-01] stores a date in its format, and an empty text for no date', async () => {
  const { onChange, user, container } = showDate('2026-11-21')
  expect(input().value).toBe('2026-11-21')
  await type(user, '2026-12-01')
  expect(onChange).toHaveBeenLastCalledWith('2026-12-01')
  fireEvent.click(container.querySelector('[class*="-clear"]') as Element)
  expect(onChange).toHaveBeenLastCalledWith('')
  expect(input().value).toBe('')
})

it('[WG-01] stores a date with its time, or in a given format', async () => {
  const withTime = showDate('2026-11-21 10:42:18', { hasTime: true })
  expect(input().value).toBe('2026-11-21 10:42:18')
  await type(withTime.user, '2026-11-21 08:00:00')
  expect(withTime.onChange).toHaveBeenLastCalledWith('2026-11-21 08:00:00')
  withTime.unmount()
  showDate('2026/11', { format: 'YYYY/MM' })
  expect(input().value).toBe('2026/11')
})

it('[WG-01] shows nothing for invalid stored text, and reads the date of a date with a time', () => {
  const { unmount } = showDate('2026-02-30')
  expect(input().value).toBe('')
  unmount()
  showDate('2026-11-21 10:42:18')
  expect(input().value).toBe('2026-11-21')
})

it.each<[string, DateInputProps]>([
  ['disabled', { disabled: true }],
  ['read-only', { readOnly: true }],
])('[WG-01] does not open when %s', (_, props) => {
  showDate('2026-11-21', props)
  expect(input().disabled).toBe(true)
})

it('[WG-02] stores a time of day by the same rules', async () => {
  const { onChange, user, container, unmount } = showTime('10:42:18')
  expect(input().value).toBe('10:42:18')
  await type(user, '08:05:00')
  expect(onChange).toHaveBeenLastCalledWith('08:05:00')
  fireEvent.click(container.querySelector('[class*="-clear"]') as Element)
  expect(onChange).toHaveBeenLastCalledWith('')
  unmount()
  showTime('25:61', { readOnly: true })
  expect([input().value, input().disabled]).toEqual(['', true])
})

it('starts weeks on Monday, with Chinese names', async () => {
  const { user } = showDate('2026-11-21')
  await user.click(input())
  const heads = await screen.findAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['一', '二', '三', '四', '五', '六', '日'])
})
