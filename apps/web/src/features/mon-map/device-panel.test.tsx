import { deviceEndpoints } from '@natim/contract/mon/device'
import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildListRow } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import { DevicePanel } from './device-panel.tsx'

const COUNTS = { online: 1_200, offline: 30, fault: 9, maintenance: 0, inactive: 0, retired: 1 }

it('counts what it lists, and how many of them are not on the map', async () => {
  const api = stubApi()
  api.on(deviceEndpoints.list, () => pageOf([buildListRow()], 1_240))
  api.on(deviceEndpoints.statusCounts, () => COUNTS)
  api.on(departTreeEndpoints.tree, () => [])
  renderPage(
    <DevicePanel
      keyword="江"
      status=""
      kind="gas"
      depart="A01"
      unplaced={8}
      selectedId={undefined}
      onChange={() => undefined}
      onPick={() => undefined}
    />,
  )
  expect(await screen.findByRole('radio', { name: '全部 1,240' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: '已报废 1' })).toBeTruthy()
  expect(await screen.findByText('前 50 / 共 1,240 台，8 台无坐标')).toBeTruthy()
  // Both queries use the same words.
  expect(api.callsOf(deviceEndpoints.statusCounts)[0]?.query).toMatchObject({
    keyword: '江',
    kind: 'gas',
    sysOrgCode: 'A01*',
  })
})
