import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { columnTotal, SelectionSummary } from './selection-summary.tsx'

const DOSE = { title: '剂量', valueOf: (row: { dose: number | null }) => row.dose, decimals: 1, unit: 'mSv' }

it('[WG-22] shows the number of selected rows and their sums, and clears', async () => {
  const onClear = vi.fn()
  render(<SelectionSummary rows={[{ dose: 0.1 }, { dose: 0.2 }, { dose: null }]} columns={[DOSE]} onClear={onClear} />)
  expect(screen.getByRole('status').textContent).toContain('已选择 3 项')
  expect(screen.getByRole('status').textContent).toContain('剂量总计 0.3 mSv')
  await userEvent.click(screen.getByRole('button', { name: '清空' }))
  expect(onClear).toHaveBeenCalledTimes(1)
})

it('sums exactly, and to 0 without rows', () => {
  expect(columnTotal([{ dose: 0.1 }, { dose: 0.2 }], DOSE)).toBe(0.3)
  expect(columnTotal([], DOSE)).toBe(0)
})
