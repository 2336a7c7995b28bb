import { type ReportDetail, type ReportTrial, reportEndpoints } from '@natim/contract/system/report'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import ReportListPage from './report-list-page.tsx'

const REPORT: ReportDetail = {
  id: 'r1',
  code: 'station',
  name: '站点选择',
  cgrSql: 'select code from station',
  permission: 'report:view',
  content: '',
  version: 3,
  createBy: 'admin',
  createTime: '2026-11-01 08:00:00',
  updateTime: null,
  items: [
    {
      fieldName: 'code',
      fieldTxt: '编号',
      fieldType: 'text',
      fieldWidth: null,
      align: 'left',
      isShow: true,
      isOrder: true,
      isSearch: false,
      searchMode: 'single',
      isFolded: false,
      dictCode: '',
    },
  ],
  params: [],
}

const TRIAL: ReportTrial = {
  fields: [
    { fieldName: 'name', fieldType: 'text' },
    { fieldName: 'code', fieldType: 'text' },
  ],
  params: ['region'],
  records: [{ name: '江北 1 号站', code: 'S-1' }],
  tookMs: 2.4,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(reportEndpoints.list, () => pageOf([REPORT]))
  api.on(reportEndpoints.get, () => REPORT)
  api.on(reportEndpoints.update, () => null)
  api.on(reportEndpoints.sources, () => [
    { name: 'station', title: '监测站点', columns: [{ name: 'name', title: '站点名称', type: 'text' }] },
  ])
})

async function edit() {
  const { user } = renderPage(<ReportListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 站点选择' }))
  const dialog = await screen.findByRole('dialog', { name: '编辑报表' })
  const tryOut = () => user.click(within(dialog).getByRole('button', { name: '试运行并读取列' }))
  const save = () => user.click(within(dialog).getByRole('button', { name: '保存' }))
  return { user, dialog, tryOut, save }
}

describe('online reports', () => {
  it('takes columns and parameters from a trial, keeps settings, and saves changes', async () => {
    api.on(reportEndpoints.test, () => TRIAL)
    const { user, dialog, tryOut, save } = await edit()
    await tryOut()
    expect(await within(dialog).findByText('江北 1 号站')).toBeTruthy()
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'name 标题' }).value).toBe('站点名称')
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'code 标题' }).value).toBe('编号')
    await user.click(within(dialog).getByRole('checkbox', { name: 'name 查询' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'region 默认值' }), '32')
    await save()
    await waitFor(() => expect(api.callsOf(reportEndpoints.update)).toHaveLength(1))
    const { items, params, ...rest } = api.callsOf(reportEndpoints.update)[0]?.body ?? { id: '' }
    expect(rest).toEqual({ id: 'r1' })
    expect(items?.map(({ fieldName, isSearch, isOrder }) => [fieldName, isSearch, isOrder])).toEqual([
      ['name', true, false],
      ['code', false, true],
    ])
    expect(params).toEqual([{ paramName: 'region', paramTxt: '', paramValue: '32' }])
  })

  it('says why a statement cannot be run, and leaves the columns unchanged', async () => {
    api.on(reportEndpoints.test, () => {
      throw new Refusal('只能是一条 SELECT 语句')
    })
    const { dialog, tryOut } = await edit()
    await tryOut()
    expect((await within(dialog).findByRole('alert')).textContent).toContain('只能是一条 SELECT 语句')
    expect(within(dialog).getByRole('textbox', { name: 'code 标题' })).toBeTruthy()
  })

  it('requires a title for every column', async () => {
    const { user, dialog, save } = await edit()
    await user.clear(within(dialog).getByRole('textbox', { name: 'code 标题' }))
    await save()
    expect(await within(dialog).findByText('不能为空')).toBeTruthy()
    expect(api.callsOf(reportEndpoints.update)).toHaveLength(0)
  })

  it('previews a report as readers will see it', async () => {
    api.on(reportEndpoints.columns, () => ({
      cgRpConfigId: 'r1',
      cgRpConfigName: '站点选择',
      columns: [{ title: '编号', dataIndex: 'code', align: 'left' as const, sorter: true }],
      dictOptions: {},
    }))
    api.on(reportEndpoints.queryInfo, () => [])
    api.on(reportEndpoints.data, () => ({ records: [{ code: 'S-1' }], total: 1 }))
    const { user } = renderPage(<ReportListPage />)
    await user.click(await screen.findByRole('button', { name: '预览 站点选择' }))
    const dialog = await screen.findByRole('dialog', { name: '站点选择' })
    expect(await within(dialog).findByText('S-1')).toBeTruthy()
  })
})
