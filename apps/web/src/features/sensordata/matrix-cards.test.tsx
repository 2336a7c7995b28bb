import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeviceStates } from '../../lib/socket/device-states.ts'
import { createLiveValues } from '../../lib/socket/live-values.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MatrixCards } from './matrix-cards.tsx'

const COLUMN: MatrixColumn = { metricCode: 'cl2', name: '氯气', formula: 'Cl₂', unit: 'ppm', precision: 2, limits: [] }
const ROW: MatrixRow = {
  id: '71',
  name: '江北 2#',
  clientId: 'GT-1',
  status: 'fault',
  regionCode: '320100',
  regionText: '江苏省南京市',
  stationName: '江北站',
  lastSeen: null,
  cells: [{ metricCode: 'cl2', channelNo: 1, periodS: 10, means: {}, latest: null }],
}

// A virtualised list needs a height.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(375)
})
afterEach(() => vi.restoreAllMocks())

it('shows a device as a card with its state, its place and only its existing values', async () => {
  const values = createLiveValues((work) => work())
  values.apply([[1, Date.now(), 0.31, 0]])
  const onOpen = vi.fn<(cell: MatrixRow['cells'][number]) => void>()
  const absent: MatrixColumn = { ...COLUMN, metricCode: 'h2s', name: '硫化氢', formula: 'H₂S' }
  const { user } = renderPage(
    <MatrixCards
      rows={[ROW]}
      columns={[COLUMN, absent]}
      values={values}
      states={createDeviceStates()}
      onOpen={onOpen}
    />,
  )
  const card = within(await screen.findByRole('article', { name: '江北 2#' }))
  expect(card.getByText(/故障/)).toBeTruthy()
  expect(card.getByText('江北站')).toBeTruthy()
  expect(card.queryByText(/H₂S/)).toBeNull()
  await user.click(card.getByRole('button', { name: /0\.31/ }))
  expect(onOpen).toHaveBeenCalledWith(ROW.cells[0])
})
