import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { SwitchInput, type SwitchInputProps, type SwitchValue } from './switch-input.tsx'

const show = (value?: SwitchValue, props: SwitchInputProps = {}) =>
  renderControl<SwitchValue, SwitchValue | undefined>(
    (held) => <SwitchInput aria-label="启用" {...props} {...held} />,
    value,
  )

it('[WG-05] stores Y and N', async () => {
  const { onChange, user } = show('Y')
  const knob = screen.getByRole('switch')
  expect(knob.getAttribute('aria-checked')).toBe('true')
  await user.click(knob)
  await user.click(knob)
  expect(onChange.mock.calls).toEqual([['N'], ['Y']])
})

it('[WG-05] stores configured values, and emits off at once for an empty one', async () => {
  const { onChange, user } = show('', { values: [1, 0] })
  expect(onChange.mock.calls).toEqual([[0]])
  await user.click(screen.getByRole('switch'))
  expect(onChange).toHaveBeenLastCalledWith(1)
})

it('[WG-05] is a clearable select with 是 and 否 in a query', async () => {
  const { onChange, user } = show(undefined, { isQuery: true })
  expect(onChange).not.toHaveBeenCalled()
  await user.click(screen.getByRole('combobox'))
  expect(screen.getByTitle('是')).toBeTruthy()
  await user.click(screen.getByTitle('否'))
  expect(onChange).toHaveBeenLastCalledWith('N')
})
