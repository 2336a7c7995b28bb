import { placeEndpoints } from '@natim/contract/mon/place'
import { type StationRow, station as stationResource } from '@natim/contract/mon/station.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import StationListPage from './station-list-page.tsx'

const STATION: StationRow = {
  id: '101',
  code: 'S320100-001',
  name: '江北新区化工园区 1 号站',
  shortName: '江北 1 号',
  stationType: 'park',
  stationType_dictText: '化工园区',
  lng: 118.7186,
  lat: 32.2214,
  altM: null,
  address: null,
  funcZone: 2,
  population5km: 86_400,
  contactName: null,
  contactPhone: null,
  status: 'active',
  status_dictText: '启用',
  regionCode: '320100',
  regionCode_dictText: '江苏省南京市',
  sysOrgCode: 'A01',
  deviceCount: 4,
  onlineCount: 3,
  channelCount: 9,
  createTime: '2026-11-01 08:00:00',
  createBy: null,
  updateBy: null,
  updateTime: null,
}

const station = (id: number): StationRow => ({ ...STATION, id: String(id), name: `站点 ${id}`, code: `S-${id}` })

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(stationResource.endpoints.list, () => pageOf([station(1), station(2)], 42))
  api.on(sessionEndpoints.dictItems, () => [])
  api.on(placeEndpoints.levels, () => [{ id: '2', severity: 1 as const }])
})

const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<StationListPage />, options)
const lastQuery = () => api.callsOf(stationResource.endpoints.list).at(-1)?.query as Record<string, unknown>

describe('station list', () => {
  it('[BZ-06] counts devices and channels, shows the most severe alarm, and links to the station', async () => {
    open()
    const quiet = within((await screen.findByText('站点 1')).closest('tr') as HTMLElement)
    const loud = within((await screen.findByText('站点 2')).closest('tr') as HTMLElement)
    expect(await loud.findByText('1 级 特别重大')).toBeTruthy()
    expect(quiet.getByText('无')).toBeTruthy()
    expect([quiet.getByText('4'), quiet.getByText('9')]).toHaveLength(2)
    expect(loud.getByRole('link', { name: '站点 2' }).getAttribute('href')).toBe('/mon/station/detail/2')
  })

  it('[CO-09] shows rows, total and pager', async () => {
    open()
    expect(await screen.findByText('站点 1')).toBeTruthy()
    expect(screen.getByText('1-20 共 42 条')).toBeTruthy()
    expect(screen.getByText(/^42 个 · \d\d:\d\d:\d\d 更新$/)).toBeTruthy()
    expect(lastQuery()).toMatchObject({ pageNo: 1, pageSize: 20, column: 'createTime', order: 'desc' })
  })

  it('searches by name, keeps it in the address, and clears it again', async () => {
    const { user } = open()
    await screen.findByText('站点 1')
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: '站点名称' })).toBe(document.activeElement)
    await user.keyboard('江北{Enter}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ name: '*江北*' }))
    expect(decodeURIComponent(window.location.search)).toContain('"filters":{"name":"江北"}')
    await user.click(screen.getByRole('button', { name: '重置' }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('name'))
    expect(window.location.search).toBe('')
  })

  it('sorts by a column head and turns the page', async () => {
    const { user } = open()
    await screen.findByText('站点 1')
    await user.click(screen.getByRole('columnheader', { name: /设备数/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ column: 'deviceCount', order: 'asc' }))
    await user.click(screen.getByRole('listitem', { name: '2' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 2 }))
  })

  it('[WG-155] [WG-156] applies filters from page 1, keeps them in the address, and clears them with 重置', async () => {
    const { user } = open({ at: `/?~=${encodeURIComponent('{"page":2}')}` })
    await screen.findByText('站点 1')
    expect(lastQuery()).toMatchObject({ pageNo: 2 })
    const button = screen.getByRole('button', { name: '高级查询' })
    await user.click(button)
    const dialog = await screen.findByRole('dialog', { name: '高级查询' })
    await user.click(within(dialog).getByRole('combobox', { name: '条件 1 字段' }))
    await user.click((await screen.findAllByTitle('地址')).at(-1) as HTMLElement)
    await user.type(within(dialog).getByRole('textbox', { name: '条件 1 值' }), '江北')
    await user.click(within(dialog).getByRole('button', { name: '查询' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 1, superQueryMatchType: 'and' }))
    const sent: unknown = JSON.parse(decodeURI(String(lastQuery()['superQueryParams'])))
    expect(sent).toEqual([{ field: 'address', rule: 'eq', val: '江北', type: 'text' }])
    expect(decodeURIComponent(window.location.search)).toContain('"lines":[["address","eq","江北"]]')
    expect(button.getAttribute('aria-pressed')).toBe('true')

    const asked = api.callsOf(stationResource.endpoints.list).length
    await user.click(button)
    await user.click(
      within(await screen.findByRole('dialog', { name: '高级查询' })).getByRole('button', { name: '重置' }),
    )
    await waitFor(() => expect(api.callsOf(stationResource.endpoints.list).length).toBeGreaterThan(asked))
    expect(lastQuery()).not.toHaveProperty('superQueryParams')
    expect(button.getAttribute('aria-pressed')).toBe('false')
    expect(window.location.search).toBe('')
  })

  it('adds a station and shows a refusal at its field', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /新增站点/ }))
    const dialog = await screen.findByRole('dialog', { name: '新增站点' })
    const save = within(dialog).getByRole('button', { name: '保存' })
    await user.click(save)
    expect(await within(dialog).findByText('请输入站点编号')).toBeTruthy()

    await user.type(within(dialog).getByLabelText('站点编号'), 'S-9')
    await user.type(within(dialog).getByLabelText('站点名称'), '九号站')
    await user.type(within(dialog).getByLabelText('简称'), '九号')
    await user.type(within(dialog).getByLabelText('经度'), '118.5')
    await user.type(within(dialog).getByLabelText('纬度'), '32.1')
    await user.click(within(dialog).getByLabelText('站点类型'))
    await user.click(await screen.findByTitle('口岸'))
    await user.click(within(dialog).getByLabelText('行政区划'))
    await user.click(await screen.findByTitle('山东省'))
    await user.keyboard('{Escape}')

    api.on(stationResource.endpoints.create, () => {
      throw new Refusal('站点编号已存在！')
    })
    await user.click(save)
    expect(await within(dialog).findByText('站点编号已存在！')).toBeTruthy()

    api.on(stationResource.endpoints.create, () => ({ id: '9' }))
    await user.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '新增站点' })).toBeNull())
    expect(api.callsOf(stationResource.endpoints.create).at(-1)?.body).toMatchObject({
      code: 'S-9',
      name: '九号站',
      lng: 118.5,
      stationType: 'port',
      regionCode: '370000',
      status: 'active',
    })
  })

  it('saves only changes, and asks before discarding input', async () => {
    api.on(stationResource.endpoints.update, () => null)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '编辑 站点 1' }))
    const dialog = await screen.findByRole('dialog', { name: '编辑站点' })
    const name = within(dialog).getByLabelText('站点名称')
    await user.clear(name)
    await user.type(name, '新名字')
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(api.callsOf(stationResource.endpoints.update)).toHaveLength(1))
    expect(api.callsOf(stationResource.endpoints.update)[0]?.body).toEqual({
      id: '1',
      name: '新名字',
      status: undefined,
    })
  })

  it('[ER-29] [CA-97] deletes the selected rows after confirmation', async () => {
    api.on(stationResource.endpoints.uses, () => [])
    api.on(stationResource.endpoints.removeMany, () => null)
    const { user } = open()
    await user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
    const bar = screen.getByRole('toolbar', { name: '批量操作' })
    await user.click(within(bar).getByRole('button', { name: /删除/ }))
    const confirm = await screen.findByRole('dialog', { name: /确认删除/ })
    expect(within(confirm).getByText('将删除 2 个站点。是否删除选中数据?')).toBeTruthy()
    await user.click(within(confirm).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(api.callsOf(stationResource.endpoints.removeMany)).toHaveLength(1))
    expect(api.callsOf(stationResource.endpoints.removeMany)[0]?.query).toEqual({ ids: ['1', '2'] })
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull())
  })

  it('deletes a station with history only after its name was typed, and restores it', async () => {
    const uses = [{ noun: '有历史数据的设备', count: 1, isKept: true, asksName: true }]
    api.on(stationResource.endpoints.uses, () => uses)
    api.on(stationResource.endpoints.remove, () => null)
    api.on(stationResource.endpoints.restore, () => null)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '删除 站点 1' }))
    const dialog = await screen.findByRole('dialog', { name: '删除站点「站点 1」' })
    const button = within(dialog).getByRole('button', { name: /删\s*除/ })
    const field = within(dialog).getByRole('textbox', { name: '输入「站点 1」以确认删除' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('站点')
    expect(button).toHaveProperty('disabled', true)
    await user.keyboard(' 1')
    expect(button).toHaveProperty('disabled', false)
    await user.click(button)
    await waitFor(() => expect(api.callsOf(stationResource.endpoints.remove)).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    await waitFor(() => expect(api.callsOf(stationResource.endpoints.restore)[0]?.body).toEqual({ id: '1' }))
  })

  it('shows changes, and restores a version with a call of its own', async () => {
    const version = (n: number, name: string) => ({
      id: `v-${n}`,
      version: n,
      operateType: n === 1 ? 2 : 3,
      content: { name, stationType: 'park' },
      createBy: 'ops',
      createTime: '2026-11-01 08:00:00',
    })
    api.on(stationResource.endpoints.history, () => [version(2, '新名'), version(1, '旧名')])
    api.on(stationResource.endpoints.restoreVersion, () => null)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '详情 站点 1' }))
    const detail = await screen.findByRole('dialog', { name: '站点详情' })
    expect(await within(detail).findByRole('region', { name: '最近变更' })).toBeTruthy()
    await user.click(within(detail).getByRole('button', { name: /变更历史/ }))
    await user.click(await screen.findByRole('button', { name: '恢复到第 1 版' }))
    await user.click(await screen.findByRole('button', { name: /^恢\s*复$/ }))
    await waitFor(() => expect(api.callsOf(stationResource.endpoints.restoreVersion)).toHaveLength(1))
    expect(api.callsOf(stationResource.endpoints.restoreVersion)[0]?.body).toEqual({ id: '1', version: 1 })
    expect(api.callsOf(stationResource.endpoints.restore)).toEqual([])
  })

  it('restores deleted rows from the recycle bin', async () => {
    const binned = { id: '9', name: '旧站', code: 'S-9', deleteBy: 'ops', deleteTime: '2026-11-01 08:00:00' }
    api.on(stationResource.endpoints.recycled, () => [binned])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /回收站/ }))
    const dialog = await screen.findByRole('dialog', { name: '站点回收站' })
    expect(await within(dialog).findByText('2026-11-01 08:00:00')).toBeTruthy()
    api.on(stationResource.endpoints.restore, () => {
      throw new Refusal('站点编号已存在！')
    })
    await user.click(within(dialog).getByRole('button', { name: '恢复 旧站' }))
    expect(await screen.findByText('站点编号已存在！')).toBeTruthy()
    api.on(stationResource.endpoints.restore, () => null)
    await user.click(within(dialog).getByRole('button', { name: '恢复 旧站' }))
    expect(await screen.findByText('已恢复站点「旧站」')).toBeTruthy()
  })

  it('exports the selected rows under the title of the page', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    api.on(stationResource.endpoints.exportXls, () => 'workbook')
    const { user } = open()
    await user.click(await screen.findByRole('checkbox', { name: '选择 站点 2' }))
    await user.click(screen.getByRole('button', { name: /导出/ }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('站点管理.xlsx')
    expect(api.callsOf(stationResource.endpoints.exportXls)[0]?.body).toEqual({ selections: '2' })
  })

  it('hides actions without permission', async () => {
    open({ rights: ['mon:station:view'] })
    await screen.findByText('站点 1')
    for (const name of [/新增站点/, /导出/, /导\s*入/, /下载模板/, '编辑 站点 1', '删除 站点 1']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })

  it('keeps old rows with their time when reloading fails, and recovers', async () => {
    const { user } = open()
    await screen.findByText('站点 1')
    api.on(stationResource.endpoints.list, () => {
      throw new Refusal('网络超时', 504)
    })
    await user.click(screen.getByRole('button', { name: '刷新' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/加载失败：网络超时，数据截至 \d\d:\d\d:\d\d/)
    expect(screen.getByText('站点 1')).toBeTruthy()
    api.on(stationResource.endpoints.list, () => pageOf([station(3)]))
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByText('站点 3')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the rows of the previous page when the next one fails, and says so', async () => {
    const { user } = open()
    await screen.findByText('站点 1')
    api.on(stationResource.endpoints.list, () => {
      throw new Refusal('网络超时', 504)
    })
    await user.click(screen.getByRole('listitem', { name: '2' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /加载失败：网络超时，下面仍是上一次查询的结果，数据截至 \d\d:\d\d:\d\d/,
    )
    expect(screen.getByText('站点 1')).toBeTruthy()
    api.on(stationResource.endpoints.list, () => pageOf([station(3)]))
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByText('站点 3')).toBeTruthy()
    api.on(stationResource.endpoints.list, () => {
      throw new Refusal('网络超时', 504)
    })
    await user.click(screen.getByRole('button', { name: '刷新' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/网络超时，数据截至/)
  })

  it('hides a column and remembers it', async () => {
    const { user, unmount } = open()
    await screen.findByText('站点 1')
    await user.click(screen.getByRole('button', { name: /选择显示的列/ }))
    await user.click(await screen.findByRole('checkbox', { name: '在线数' }))
    expect(screen.queryByRole('columnheader', { name: '在线数' })).toBeNull()
    unmount()
    open()
    await screen.findByText('站点 1')
    expect(screen.queryByRole('columnheader', { name: '在线数' })).toBeNull()
  })

  it('says that there is nothing yet, or nothing that matches the filters', async () => {
    api.on(stationResource.endpoints.list, () => pageOf([]))
    open({ at: `/?~=${encodeURIComponent('{"filters":{"name":"无"}}')}` })
    expect(await screen.findByText('请调整筛选条件')).toBeTruthy()
    expect(screen.getByRole('button', { name: '清除筛选' })).toBeTruthy()
  })

  it('shows cards on a phone, with the other filters behind a button', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('767'), media: query }),
    )
    const { user } = open()
    await screen.findByText('站点 1')
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: '更多筛选' }))
    const drawer = await screen.findByRole('dialog', { name: '筛选' })
    await user.type(within(drawer).getByLabelText('站点编号'), 'S-1')
    await user.click(within(drawer).getByRole('button', { name: '查询' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ code: '*S-1*' }))
  })
})
