import { readFileSync } from 'node:fs'
import { DETAIL_COLUMNS } from '@natim/contract/constants'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DetailList, type DetailListProps } from './detail-list.tsx'

const ITEMS = [
  { term: '站点', content: '江北化工园区东门' },
  { term: '负责人', content: null },
]
const columnsOf = (props: Partial<DetailListProps> = {}) => {
  const { container, unmount } = render(<DetailList items={ITEMS} {...props} />)
  const columns = container.querySelector<HTMLElement>('dl')?.style.getPropertyValue('--columns')
  unmount()
  return Number(columns)
}

it('[WG-21] pairs terms with their content, under an optional title', () => {
  const { rerender } = render(<DetailList items={ITEMS} title="基本信息" size="small" />)
  expect(screen.getByRole('heading', { name: '基本信息' })).toBeTruthy()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['站点', '负责人'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['江北化工园区东门', '—'])
  expect(document.querySelector('dl')?.dataset['size']).toBe('small')
  rerender(<DetailList items={ITEMS} />)
  expect(screen.queryByRole('heading')).toBeNull()
})

it('[WG-21] has one to four columns, three by default', () => {
  expect(columnsOf()).toBe(DETAIL_COLUMNS.default)
  expect([0, 1, 4, 9].map((columns) => columnsOf({ columns }))).toEqual([1, 1, 4, 4])
})

it('[WG-21] has at most two below 768 px and one below 576', () => {
  // jsdom has no layout: the CSS rules themselves are checked.
  const css = readFileSync(`${import.meta.dirname}/detail-list.module.css`, 'utf8')
  expect(css).toMatch(/max-width: 767\.98px[^}]*repeat\(min\(var\(--columns\), 2\)/)
  expect(css).toMatch(/max-width: 575\.98px[^}]*grid-template-columns: minmax\(0, 1fr\)/)
})
