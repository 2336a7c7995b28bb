import type { SatProduct } from '@natim/contract/mon/sat'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { ProductMeta } from './product-meta.tsx'

const product: SatProduct = {
  id: 'p1',
  taskId: 't1',
  taskNo: 'SAT-261121-04',
  taskTitle: '盘锦辽东湾溢油 SAR 成像',
  acquisitionId: 'a1',
  satCode: 'SR-01',
  level: 'L1',
  name: 'SR-01_20261121_L1',
  format: 'PNG',
  bbox: [121, 40, 122, 41],
  footprint: [],
  tsMs: 0,
  sizeBytes: 52_000,
  sha256: 'ab'.repeat(32),
  stac: {
    id: 'SR-01_20261121_L1',
    properties: { datetime: '2026-11-21T03:26:40.000Z', platform: 'SR-01', gsd: 11, 'view:off_nadir': 24.1 },
  },
}

it('shows the STAC item in words, and in full', () => {
  renderPage(<ProductMeta product={product} />)
  for (const text of [
    '2026-11-21T03:26:40.000Z',
    'SR-01',
    '11 m',
    '24.1°',
    '121.00，40.00，122.00，41.00',
    product.sha256,
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('STAC 元数据')).toBeTruthy()
  expect(screen.getByText(/"view:off_nadir": 24.1/)).toBeTruthy()
})

it('renders without properties', () => {
  renderPage(<ProductMeta product={{ ...product, stac: {} }} />)
  expect(screen.getByText('— m')).toBeTruthy()
  expect(screen.getByText(product.name)).toBeTruthy()
})
