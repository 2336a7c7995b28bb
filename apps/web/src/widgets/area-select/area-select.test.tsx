import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { AreaSelect, type AreaSelectProps } from './area-select.tsx'

const show = (props: AreaSelectProps = {}, value?: string) =>
  renderControl<string>((held) => <AreaSelect aria-label="地区" {...props} {...held} />, value)

it('[WG-26] shows the full path of a stored code, emits the last code, and clears', async () => {
  const { user, onChange } = show({}, '320111')
  expect(await screen.findByText('江苏省 / 南京市 / 浦口区')).toBeTruthy()
  await user.click(screen.getByRole('combobox'))
  for (const name of ['北京市', '北京市', '朝阳区']) {
    const found = await screen.findAllByTitle(name)
    await user.click(found.at(-1) as HTMLElement)
  }
  expect(onChange).toHaveBeenLastCalledWith('110105')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(onChange).toHaveBeenLastCalledWith('')
})

it('[WG-26] has three selects, each choice emitting the last code', async () => {
  const { user, onChange } = show({ type: 'select' }, '320111')
  const [province, city, district] = screen.getAllByRole('combobox')
  expect(await screen.findByText('浦口区')).toBeTruthy()
  expect(screen.getByText('江苏省')).toBeTruthy()
  await user.click(city as HTMLElement)
  await user.click(screen.getByTitle('无锡市'))
  expect(onChange).toHaveBeenLastCalledWith('320200')
  expect(screen.queryByText('浦口区')).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Clear' })[0] as HTMLElement)
  expect(onChange).toHaveBeenLastCalledWith('')
  expect([province, district].map((box) => (box as HTMLInputElement).disabled)).toEqual([false, true])
})

it('[WG-26] reports an unknown type and falls back', async () => {
  show({ type: 'tree' as 'select' }, '320000')
  expect(screen.getByRole('alert').textContent).toContain('tree')
  expect(await screen.findByText('江苏省')).toBeTruthy()
  expect(screen.getAllByRole('combobox')).toHaveLength(1)
})
