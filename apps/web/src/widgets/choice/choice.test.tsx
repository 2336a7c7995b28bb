import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keepDictItems } from '@/lib/session/dict-items.ts'
import { renderControl } from '@/testing/render-control.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import { CheckboxGroup, type ChoiceProps, MultiSelect } from './choice.tsx'

const GASES = [
  { value: 'cl2', label: '氯气' },
  { value: 'h2s', label: '硫化氢' },
  { value: 'co', label: '一氧化碳' },
]

const ticks = (value: string, props: ChoiceProps = {}) =>
  renderControl<string>((held) => <CheckboxGroup aria-label="气体" options={GASES} {...props} {...held} />, value)
const select = (value: string, props: ChoiceProps = { options: GASES }) =>
  renderControl<string>((held) => <MultiSelect aria-label="气体" {...props} {...held} />, value)

beforeEach(() => void stubApi())

it('[WG-06] emits the ticked values in option order and keeps unknown ones', async () => {
  const { onChange, user } = ticks('nh3,co')
  await user.click(screen.getByRole('checkbox', { name: '氯气' }))
  expect(onChange).toHaveBeenLastCalledWith('cl2,co,nh3')
  await user.click(screen.getByRole('checkbox', { name: '一氧化碳' }))
  expect(onChange).toHaveBeenLastCalledWith('cl2,nh3')
})

it('does not change while disabled', async () => {
  const { onChange, user } = ticks('co', { disabled: true })
  await user.click(screen.getByRole('checkbox', { name: '氯气' }))
  expect(onChange).not.toHaveBeenCalled()
})

it('[WG-07] accepts several of given options, with its own separator, and clears to an empty text', async () => {
  const { onChange, user } = select('cl2', { options: GASES, separator: ';' })
  await user.click(screen.getByRole('combobox'))
  await user.click(screen.getByTitle('一氧化碳'))
  expect(onChange).toHaveBeenLastCalledWith('cl2;co')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(onChange).toHaveBeenLastCalledWith('')
})

it('[WG-07] accepts several values of a dictionary', async () => {
  keepDictItems({ gas: GASES.map(({ value, label }) => ({ value, text: label, title: label, label })) })
  const { onChange, user } = select('h2s', { dict: 'gas' })
  expect(screen.getByText('硫化氢')).toBeTruthy()
  await user.click(screen.getByRole('combobox'))
  await user.click(screen.getByTitle('氯气'))
  expect(onChange).toHaveBeenLastCalledWith('h2s,cl2')
})

it('shows no raw value while options are loading', () => {
  const { container } = select('cl2', { options: [], isLoading: true })
  expect(container.textContent).toContain('加载中…')
  expect(container.textContent).not.toContain('cl2')
})
