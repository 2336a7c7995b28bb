import { type ChannelRow, channel } from '@natim/contract/mon/channel.resource'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildChannel, buildOverview } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { ChannelsTab } from '../detail/channels-tab.tsx'
import { LiveDevicesContext, useLiveDevices } from '../live-devices.ts'

const spark = { fromMs: 0, stepMs: 900_000, values: [] }
const chlorine = { ...buildChannel(), spark }
const overview = buildOverview({ channels: [chlorine] })
const row: ChannelRow = {
  id: '9',
  deviceId: '71',
  deviceId_dictText: '江北 2# 氯气探测器',
  channelNo: 711,
  seq: 1,
  metricCode: 'cl2',
  metricCode_dictText: '氯气',
  alias: null,
  unitIn: 'ppm',
  scale: 1,
  offset: 0,
  rangeLo: 0,
  rangeHi: 20,
  lod: 0.05,
  precision: 2,
  periodS: 10,
  updatePeriodS: null,
  enabled: true,
  showOnMap: true,
  limitOverride: null,
  revision: 1_700_000_000_123,
  createBy: null,
  createTime: '2026-11-01 08:00:00',
  updateBy: null,
  updateTime: null,
}

function Page() {
  const live = useLiveDevices([{ ...overview.device, channels: overview.channels }])
  return (
    <LiveDevicesContext value={live}>
      <ChannelsTab overview={overview} onChanged={() => undefined} />
    </LiveDevicesContext>
  )
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  stubLiveSocket()
  api.on(channel.endpoints.list, () => pageOf([row]))
})

it('saves only changes, with the revision they were based on; a refusal keeps the form', async () => {
  let isTaken = true
  api.on(channel.endpoints.update, () => {
    if (isTaken) throw new Refusal('郭琳 已于 11-25 10:41:00 修改了该通道，请核对后再保存！')
    return null
  })
  renderPage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '设置 1 号通道 氯气' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('倍率'), { target: { value: '1.02' } })
  expect(within(dialog).queryByText(/永远不会达到/)).toBeNull()
  fireEvent.change(within(dialog).getByLabelText('量程上限'), { target: { value: '1' } })
  expect(await within(dialog).findByText(/量程低于限值，永远不会达到：AEGL-2/)).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: '添加限值' }))
  fireEvent.change(within(dialog).getByLabelText('限值'), { target: { value: '0.5' } })
  // The channel's own limits replace the published ones.
  await waitFor(() => expect(within(dialog).queryByText(/永远不会达到/)).toBeNull())
  const save = within(dialog).getByRole('button', { name: /保\s?存/ })
  fireEvent.click(save)
  expect(await within(dialog).findByText(/郭琳 已于/)).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>('倍率').value).toBe('1.02')
  isTaken = false
  fireEvent.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(channel.endpoints.update).at(-1)?.body).toEqual({
    id: '9',
    scale: 1.02,
    rangeHi: 1,
    limitOverride: [{ level: 3, value: 0.5, op: '>=' }],
    seenRevision: row.revision,
  })
})

it('[BZ-06] refuses own limits of which a milder level is above a graver one, before they are sent', async () => {
  api.on(channel.endpoints.update, () => null)
  renderPage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '设置 1 号通道 氯气' }))
  const dialog = within(await screen.findByRole('dialog'))
  const type = (index: number, value: string) =>
    fireEvent.change(dialog.getAllByLabelText('限值')[index] as Element, { target: { value } })
  fireEvent.click(dialog.getByRole('button', { name: '添加限值' }))
  fireEvent.click(dialog.getByRole('button', { name: '添加限值' }))
  // 3 级 and 2 级 are suggested in this order.
  type(0, '12')
  type(1, '10')
  const save = dialog.getByRole('button', { name: /保\s?存/ })
  fireEvent.click(save)
  const message = '瞬时值：3 级 12 不能高于更严重的 2 级 10，级别越严重限值应越高'
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(api.callsOf(channel.endpoints.update)).toEqual([])
  type(1, '20')
  fireEvent.click(save)
  await waitFor(() => expect(api.callsOf(channel.endpoints.update)).toHaveLength(1))
})

it('is read-only without the edit permission, and hides settings without the read permission', async () => {
  const { unmount } = renderPage(<Page />, { rights: ['mon:channel:view'] })
  fireEvent.click(await screen.findByRole('button', { name: '查看 1 号通道 氯气' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('button', { name: /保\s?存/ })).toBeNull()
  expect(within(dialog).getByLabelText<HTMLInputElement>('倍率').disabled).toBe(true)
  unmount()
  renderPage(<Page />, { rights: [] })
  expect((await screen.findAllByText('Cl₂ 氯气')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /号通道/ })).toBeNull()
})
