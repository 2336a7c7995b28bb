import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { cutText } from './cut-text.ts'
import { Ellipsis } from './ellipsis.tsx'

it('[WG-04] cuts after 25 characters and tells the whole text on hover', async () => {
  const text = '一二三四五六七八九十一二三四五六七八九十一二三四五六'
  const { user } = renderPage(<Ellipsis text={text} />)
  await user.hover(screen.getByText('一二三四五六七八九十一二三四五六七八九十一二三四五...'))
  expect((await screen.findByRole('tooltip')).textContent).toBe(text)
})

it('[WG-04] leaves shorter text alone, takes another length, and draws nothing for nothing', () => {
  const { unmount, container } = renderPage(<Ellipsis text="江北化工园区" />)
  expect(container.textContent).toBe('江北化工园区')
  unmount()
  const short = renderPage(<Ellipsis text="江北化工园区" length={2} />)
  expect(short.container.textContent).toBe('江北...')
  short.unmount()
  expect(renderPage(<Ellipsis text="" />).container.querySelector('span')).toBeNull()
})

it.each([
  ['ab', 2, 'ab'],
  ['abc', 2, 'ab...'],
  ['𠮷野家', 2, '𠮷野...'],
  ['abc', -1, 'abc'],
])('%s of %i is %s', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut)
})
