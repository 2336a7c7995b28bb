import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { stationsWith } from '@/testing/stations-with.ts'
import { stubApi } from '@/testing/stub-api.ts'
import type { Resource } from '../define-resource.ts'
import { ChangeList } from './change-list.tsx'

const resource = stationsWith({
  name: { label: '名称' },
  code: { label: '编号' },
  lng: { label: '经度' },
}) as unknown as Resource

const CHANGES = [
  { key: 'unknown', before: undefined, after: 'x' },
  { key: 'lng', before: 1, after: 2 },
  { key: 'code', before: ['a', 'b'], after: [] },
  { key: 'name', before: '甲', after: '乙' },
]
const labels = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

it('lists changed fields in form order, unknown ones last', () => {
  stubApi()
  renderPage(<ChangeList resource={resource} changes={CHANGES} />)
  expect(labels()).toEqual(['名称', '编号', '经度', 'unknown'])
  expect(screen.getByText('a、b')).toBeTruthy()
  expect(screen.getByText('—')).toBeTruthy()
})

it('shows only the first ones when space is limited', () => {
  stubApi()
  renderPage(<ChangeList resource={resource} changes={CHANGES} most={2} />)
  expect(labels()).toEqual(['名称', '编号'])
})
