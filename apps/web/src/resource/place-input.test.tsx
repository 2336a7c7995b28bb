import { station } from '@natim/contract/mon/station.resource'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { expect, it, vi } from 'vitest'
import * as R from '@/resource/index.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { stubLayout } from '@/testing/stub-layout.ts'

stubLayout()

const resource = R.fromContract(station, { fields: { lng: { widget: R.placeWidget('lat') } } })

function show(initialValues: object = {}, locked: readonly string[] = []) {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch')))
  renderPage(
    <Form name="place" initialValues={initialValues}>
      <R.FormFields resource={resource} keys={['lng', 'lat']} locked={locked} />
    </Form>,
  )
  return userEvent.setup()
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const open = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: /在地图上选点/ }))
  return within(await screen.findByRole('dialog', { name: '在地图上选点' }))
}

it('takes both coordinates of the picked point', async () => {
  const user = show({ lng: 120.6, lat: 31.3 })
  const dialog = await open(user)
  await dialog.findByText('东经 120.60000°，北纬 31.30000°')
  const lat = dialog.getByRole('spinbutton', { name: '选点纬度' })
  await user.clear(lat)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /确\s*定/ }).disabled).toBe(true)
  await user.type(lat, '32.5')
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }))
  expect([field('经度').value, field('纬度').value]).toEqual(['120.6', '32.5'])
})

it('keeps the form values on cancel, and starts from them again', async () => {
  const user = show({ lng: 120.6, lat: 31.3 })
  const dialog = await open(user)
  await user.clear(dialog.getByRole('spinbutton', { name: '选点经度' }))
  await user.type(dialog.getByRole('spinbutton', { name: '选点经度' }), '100')
  await user.click(dialog.getByRole('button', { name: /取\s*消/ }))
  expect(field('经度').value).toBe('120.6')
  await (await open(user)).findByText(/东经 120.60000°/)
})

it('starts without a point where the form has none, and is not offered on read-only fields', async () => {
  const user = show()
  await (await open(user)).findByText(/点击地图选点/)
  document.body.innerHTML = ''
  show({}, ['lng', 'lat'])
  expect(screen.queryByRole('button', { name: /在地图上选点/ })).toBeNull()
})
