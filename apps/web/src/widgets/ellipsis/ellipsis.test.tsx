import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { cutText } from './cut-text.ts'
import { Ellipsis } from './ellipsis.tsx'

it('[WG-04] truncates after 25 characters and shows the full text on hover', async () => {
  const text = '一二三四五六七八九十一二三四五六七八九十一二三四五六'
  const { user } = renderPage(<Ellipsis text={text} />)
  await user.hover(screen.getByText('一二三四五六七八九十一二三四五六七八九十一二三四五...'))
  expect((await screen.findByRole('tooltip')).textContent).toBe(text)
})

it('[WG-04] keeps shorter text, accepts another length, and renders nothing for an empty text', () => {
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
])('truncates %s at %i to %s', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut)
})
