import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PrintedLine } from './printed-line.tsx'

it('shows the conditions and the time of printing, not that of opening the page', () => {
  let nowMs = Date.parse('2026-11-21T10:00:00+08:00')
  render(<PrintedLine conditions={['状态：启用', '名称：南京']} now={() => nowMs} />)
  expect(screen.getByText('条件：状态：启用；名称：南京 · 打印于 2026-11-21 10:00:00')).toBeTruthy()
  nowMs += 90_000
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/打印于 2026-11-21 10:01:30/)).toBeTruthy()
})

it('says when there are no conditions', () => {
  render(<PrintedLine now={() => 0} />)
  expect(screen.getByText(/^条件：无 · 打印于 /)).toBeTruthy()
})
