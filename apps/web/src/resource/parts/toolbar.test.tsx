import { station } from '@natim/contract/mon/station.resource'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import * as R from '@/resource/index.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { stationsWith } from '@/testing/stations-with.ts'
import { pageOf, stubApi } from '@/testing/stub-api.ts'

const resource = stationsWith({ name: { label: '站点名称' } })

/** With the button outside the selection bar: visible whether or not a row is ticked. */
function Page() {
  const list = R.useResourceList(resource)
  const editor = R.useResourceEditor(resource, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.RemoveSelectedButton />
    </R.ResourcePage>
  )
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(station.endpoints.list, () => pageOf([], 0))
})

it('[VA-76] says that nothing is ticked instead of asking or deleting', async () => {
  const { user } = renderPage(<Page />)
  await user.click(screen.getByRole('button', { name: /删除/ }))
  expect(await screen.findByText('请选择一条记录！')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: /确认删除/ })).toBeNull()
  expect(api.callsOf(station.endpoints.removeMany)).toEqual([])
})
