import { type AccessRow, subjectEndpoints } from '@natim/contract/mon/subject'
import { parseGmt8 } from '@natim/domain/time'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import AccessListPage from './access-list-page.tsx'

const line = (given: Partial<AccessRow>): AccessRow => ({
  id: '1',
  atMs: parseGmt8('2026-11-21 09:12:30') ?? 0,
  userName: 'officer',
  ip: '10.0.0.7',
  kind: 'list',
  object: 'breath_test',
  subjects: ['B-7K2Q****TD', 'B-9PLX****A1'],
  rows: 2,
  ...given,
})

let api: ReturnType<typeof stubApi>
let rows: AccessRow[]
beforeEach(() => {
  api = stubApi()
  rows = [line({}), line({ id: '2', kind: 'reid', object: 'subject', rows: 1, subjects: [] })]
  api.on(subjectEndpoints.access, () => pageOf(rows))
})
const lastQuery = () => api.callsOf(subjectEndpoints.access).at(-1)?.query

describe('访问日志', () => {
  it('shows who read what about whom and when, with masked codes only', async () => {
    renderPage(<AccessListPage />)
    const first = await screen.findByRole('row', { name: /09:12:30.*列表/ })
    for (const word of ['officer', '10.0.0.7', '呼气检测', '2', 'B-7K2Q****TD、B-9PLX****A1'])
      expect(first.textContent).toContain(word)
    expect(screen.getByRole('row', { name: /身份.*受试者/ }).textContent).toContain('—')
    expect(lastQuery()).toMatchObject({ column: 'atMs', order: 'desc' })
  })

  it('names the kind of object, and which one it was', async () => {
    rows = [line({ object: 'wx_image' }), line({ id: '2', kind: 'export', object: 'wx_image WX20261126-0005 原图' })]
    renderPage(<AccessListPage />)
    expect((await screen.findByRole('row', { name: /列表/ })).textContent).toContain('微信图片')
    expect(screen.getByRole('row', { name: /导出/ }).textContent).toContain('微信图片 WX20261126-0005 原图')
  })

  it('filters by reader', async () => {
    const { user } = renderPage(<AccessListPage />)
    await screen.findByRole('row', { name: /列表/ })
    await user.type(screen.getByRole('searchbox', { name: '查看人' }), 'off{Enter}')
    await waitFor(() => expect(lastQuery()).toMatchObject({ userName: '*off*' }))
  })

  it('says when there are no entries', async () => {
    rows = []
    renderPage(<AccessListPage />)
    expect(await screen.findByText(/暂无|没有/)).toBeTruthy()
  })
})
