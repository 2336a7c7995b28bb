import { type WxProduct, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { buildDetail, buildProduct } from '../testing/build-product.ts'
import ProductListPage from './product-list-page.tsx'

const counts = { all: 3, writing: 1, review: 1, waiting: 0, published: 1, trouble: 0, over: 0 }
let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(wxProductEndpoints.list, ({ query }) => ({
    records:
      query.tab === 'trouble'
        ? []
        : [
            buildProduct({
              title: '日报甲',
              state: 'published',
              publishMs: 1_795_219_200_000,
              stats: { read: 1_200, like: 3, share: 2, fav: 1 },
            }),
            buildProduct({
              id: 'w2',
              no: 'WP-2',
              title: '氯气预警',
              type: 'warning',
              severity: 2,
              state: 'recalled',
              isRemovalDue: true,
            }),
          ],
    total: query.tab === 'trouble' ? 0 : 2,
    counts,
  }))
  api.on(wxProductEndpoints.get, () => buildDetail({ title: '日报甲', state: 'recalled', reason: '时段有误' }))
})

describe('products', () => {
  it("[BZ-17] are listed by state, with a reader's view of one", async () => {
    const { user } = renderPage(<ProductListPage />)
    const table = await screen.findByRole('table', { name: '微信产品' })
    await within(table).findByText('日报甲')
    expect(within(table).getByText('1,200')).toBeTruthy()
    expect(within(table).getByText('2 级预警')).toBeTruthy()
    expect(within(table).getByText('待公众号删除')).toBeTruthy()
    expect(screen.getByText('3 个产品，1 个待审核，1 个已发布。')).toBeTruthy()
    await user.click(within(table).getByText('日报甲'))
    const phone = await screen.findByRole('region', { name: '手机预览文章' })
    expect(within(phone).getByText('该内容已被发布者撤回')).toBeTruthy()
    expect(within(phone).getByText('南京')).toBeTruthy()
    expect(within(phone).getByText('编号 WP-20261121-003-V2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '关闭预览' }))
    expect(screen.queryByRole('region', { name: '手机预览文章' })).toBeNull()
  })

  it('[BZ-17] are shown with name, picture, description and state', async () => {
    const cover = {
      path: 'wx/cover_1.png',
      wide: [0, 0, 1, 1],
      square: [0.25, 0, 0.75, 1],
    } satisfies WxProduct['cover']
    api.on(wxProductEndpoints.list, () => ({
      records: [buildProduct({ cover, summary: '昨日总体良好' })],
      total: 1,
      counts,
    }))
    renderPage(<ProductListPage />)
    const row = within(await screen.findByRole('row', { name: /空气质量日报/ }))
    expect(row.getByText('昨日总体良好')).toBeTruthy()
    expect(row.getByText('草稿')).toBeTruthy()
    const picture = row.getByRole<HTMLImageElement>('img', { name: '封面' })
    expect(picture.src).toContain('/sys/common/static/wx/cover_1.png')
    // Its square crop.
    expect(picture.style.width).toBe('200%')
  })

  it('say when there are none, and why loading failed', async () => {
    const { user } = renderPage(<ProductListPage />)
    await screen.findByText('日报甲')
    await user.click(screen.getByRole('button', { name: /发布失败/ }))
    expect(await screen.findByText('没有符合条件的产品')).toBeTruthy()
    api.on(wxProductEndpoints.list, () => {
      throw new Refusal('服务繁忙')
    })
    await user.click(screen.getByRole('button', { name: /编写中/ }))
    expect(await screen.findByText(/服务繁忙/)).toBeTruthy()
  })

  it('are created only with permission; other buttons are hidden', async () => {
    renderPage(<ProductListPage />, { rights: ['mon:wx:product:view'] })
    await screen.findByText('日报甲')
    expect(screen.queryByRole('button', { name: /新建产品/ })).toBeNull()
  })

  it('have a calendar of releases and their readers', async () => {
    api.on(wxProductEndpoints.calendar, ({ query: { from } }) =>
      Array.from({ length: 5 }, (_, i) =>
        buildProduct({ id: `c${i}`, title: `日历${i}`, publishMs: from + 3_600_000 }),
      ),
    )
    api.on(wxProductEndpoints.stats, ({ query: { days } }) => ({
      total: { articles: days === 7 ? 0 : 2, read: 300, like: 4, share: 5, fav: 6 },
      days: [{ day: '2026-11-20', articles: 2, read: 300, like: 4, share: 5, fav: 6 }],
      top: [buildProduct({ title: '读得最多' })],
    }))
    const { user } = renderPage(<ProductListPage />)
    await user.click(await screen.findByRole('button', { name: '日历' }))
    expect(await screen.findByText('日历0')).toBeTruthy()
    expect(screen.getByText('另 2 个')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '统计' }))
    expect(await screen.findByText('读得最多')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '近 7 天' }))
    expect(await screen.findByText('该时段没有发布产品')).toBeTruthy()
  })
})
