import { type SatProduct, satEndpoints } from '@natim/contract/mon/sat'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import ProductListPage from './product-list-page.tsx'
import { stubMap } from './testing/stub-map.tsx'

// jsdom cannot read the blobs of a fetch response.
const pictures = vi.hoisted(() => ({ areMissing: false }))
vi.mock('./use-picture.ts', () => ({
  usePicture: (id: string) => ({
    url: pictures.areMissing ? undefined : `data:image/png;base64,${id}`,
    hasFailed: pictures.areMissing,
  }),
}))
vi.mock('@/widgets/map/network-map.tsx', () => import('./testing/stub-map.tsx'))

const product = (id: string, tsMs: number): SatProduct => ({
  id,
  taskId: 't1',
  taskNo: 'SAT-261121-04',
  taskTitle: '辽东湾溢油',
  acquisitionId: `a${id}`,
  satCode: 'SR-01',
  level: 'L1',
  name: `产品${id}`,
  format: 'PNG',
  bbox: [121, 40, 122, 41],
  footprint: [
    [121, 40],
    [122, 40],
    [122, 41],
    [121, 40],
  ],
  tsMs,
  sizeBytes: 52_000,
  sha256: 'ab'.repeat(32),
  stac: {},
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  stubMap.reset()
  api = stubApi()
  api.on(satEndpoints.products, ({ query: { pageNo } }) => ({
    records: pageNo === 1 ? [product('1', 2_000), product('2', 1_000), product('3', 3_000)] : [product('9', 500)],
    total: 13,
  }))
  pictures.areMissing = false
})
const choose = (name: string) => screen.findByRole('button', { name: `选择 ${name}` })

describe('products', () => {
  it('one is shown with its location and metadata', async () => {
    const { user } = renderPage(<ProductListPage />)
    await user.click(await choose('产品1'))
    expect(screen.getByRole('heading', { name: '产品1' })).toBeTruthy()
    expect(screen.getByText('STAC 元数据')).toBeTruthy()
    await waitFor(() => expect(stubMap.fitted()).toEqual([[121, 40, 122, 41]]))
  })

  it('two are compared, the earlier one below, with swipe and opacity', async () => {
    const { user } = renderPage(<ProductListPage />)
    await user.click(await choose('产品1'))
    await user.click(await choose('产品2'))
    expect(screen.getByRole('heading', { name: '卷帘对比' })).toBeTruthy()
    expect(await screen.findByAltText('产品2（前）')).toBeTruthy()
    const above = screen.getByAltText('产品1（后）')
    fireEvent.change(screen.getByRole('slider', { name: '卷帘位置' }), { target: { value: '30' } })
    expect(above.style.clipPath).toBe('inset(0 0 0 30%)')
    const opacity = screen.getByRole('slider', { name: '上层不透明度' })
    fireEvent.keyDown(opacity, { key: 'Home', keyCode: 36, which: 36 })
    expect(above.style.opacity).toBe('0')
  })

  it('a third replaces the one selected first, and a second click deselects', async () => {
    const { user } = renderPage(<ProductListPage />)
    for (const name of ['产品1', '产品2', '产品3']) await user.click(await choose(name))
    expect((await choose('产品1')).getAttribute('aria-pressed')).toBe('false')
    expect(await screen.findByAltText('产品3（后）')).toBeTruthy()
    await user.click(await choose('产品3'))
    expect(screen.getByRole('heading', { name: '产品2' })).toBeTruthy()
  })

  it('one of another page can be compared, too', async () => {
    const { user } = renderPage(<ProductListPage />)
    await user.click(await choose('产品1'))
    await user.click(screen.getByTitle('2'))
    await user.click(await choose('产品9'))
    expect(await screen.findByAltText('产品9（前）')).toBeTruthy()
    expect(screen.getByAltText('产品1（后）')).toBeTruthy()
  })

  it('say when a picture may not be read', async () => {
    pictures.areMissing = true
    const { user } = renderPage(<ProductListPage />)
    await user.click(await choose('产品1'))
    await user.click(await choose('产品2'))
    expect(await screen.findByText('图片无法显示：没有下载权限或文件已不在')).toBeTruthy()
  })

  it('are downloaded only with permission, and link to their task', async () => {
    renderPage(<ProductListPage />, { rights: ['mon:sat:view'] })
    await choose('产品1')
    expect(screen.queryByRole('button', { name: /^下载/ })).toBeNull()
    expect(screen.getAllByRole('link', { name: 'SAT-261121-04 辽东湾溢油' })[0]?.getAttribute('href')).toBe(
      '/mon/sat/task/t1',
    )
  })

  it('say that there are none, and recover after a failure', async () => {
    let isDown = true
    api.on(satEndpoints.products, () => {
      if (isDown) throw new Refusal('网络超时')
      return { records: [], total: 0 }
    })
    const { user } = renderPage(<ProductListPage />)
    const retry = await screen.findByRole('button', { name: /重试/ })
    isDown = false
    await user.click(retry)
    expect(await screen.findByText('还没有产品')).toBeTruthy()
  })
})
