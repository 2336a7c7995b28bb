import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { TextPopup, type TextPopupProps } from './text-popup.tsx'

const show = (props: TextPopupProps = {}) =>
  renderControl<string>((held) => <TextPopup aria-label="备注" {...props} {...held} />, '首行')
const line = () => screen.getByRole<HTMLInputElement>('textbox', { name: '备注' })
const opener = () => screen.getByRole<HTMLButtonElement>('button', { name: '展开备注' })
const text = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: '备注（全文）' })
const isGone = () => waitFor(() => expect(text()).toBeNull())

it.each<[string, TextPopupProps, string, string]>([
  ['150 × 200', {}, '150px', '200px'],
  ['300 × 210 in a grid', { size: 'grid' }, '300px', '210px'],
])('[WG-20] opens a box of %s', async (_, props, width, height) => {
  const { user } = show(props)
  expect(text()).toBeNull()
  await user.click(opener())
  const box = text()?.closest<HTMLElement>('[role="presentation"]')
  expect([box?.style.width, box?.style.height]).toEqual([width, height])
})

it('[WG-20] edits the same value in the line and in the box', async () => {
  const { user, onChange } = show()
  await user.click(opener())
  await user.type(text() as HTMLElement, '次')
  expect(onChange).toHaveBeenLastCalledWith('首行次')
  expect(line().value).toBe('首行次')
  await user.type(line(), '末')
  if (text() === null) await user.click(opener())
  expect(text()?.value).toBe('首行次末')
})

it('[WG-20] closes by its icon, by Esc, and on leaving it', async () => {
  const { user } = show()
  await user.click(opener())
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await isGone()
  await user.click(opener())
  await user.type(text() as HTMLElement, '{Escape}')
  await isGone()
  await user.click(opener())
  await user.click(document.body)
  await isGone()
})

it('[WG-20] does not open while disabled', async () => {
  const { user } = show({ disabled: true })
  expect(opener().disabled).toBe(true)
  await user.click(line())
  await user.click(opener())
  expect(text()).toBeNull()
})
